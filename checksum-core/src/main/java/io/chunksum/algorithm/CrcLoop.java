// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.nio.MappedByteBuffer;

/** Advances the state of a CRC over many bytes. Immutable and safe to share between threads. */
abstract class CrcLoop {

  static final int BYTE_VALUES = 256;

  /**
   * Creates a loop for a model, in its own class.
   *
   * <p>{@link BraidedCrcLoop} looks up every byte in its tables. If they are constants of the
   * class, the compiler knows how long they are and omits the bounds check of each look-up, which
   * makes the loop 1.4 times as fast. So the class serves as a template: each model has a hidden
   * class with its code, and the model's tables as constants.
   *
   * @throws IllegalStateException if that cannot be done here, as in a program compiled ahead of
   *     time, or one that was packed without the template
   */
  static CrcLoop of(CrcModel model) {
    long[] word = table(model, Long.BYTES);
    long[] braid = table(model, BraidedCrcLoop.STEP_BYTES);
    try {
      Lookup hidden =
          MethodHandles.lookup()
              .defineHiddenClassWithClassData(template(), new long[][] {word, braid}, true);
      return (CrcLoop)
          hidden
              .findConstructor(hidden.lookupClass(), MethodType.methodType(void.class))
              .asType(MethodType.methodType(CrcLoop.class))
              .invokeExact();
    } catch (VirtualMachineError e) { // Such as a lack of memory, which says nothing of the loop.
      throw e;
    } catch (Throwable e) { // A method handle may throw anything.
      throw new IllegalStateException(
          "cannot make the class of a CRC, which takes a template and a JVM that adds classes: "
              + e,
          e);
    }
  }

  /** The class file of the template, which a tool that packs classes may have left out. */
  private static byte[] template() throws IOException {
    String file = BraidedCrcLoop.class.getSimpleName() + ".class";
    try (InputStream code = BraidedCrcLoop.class.getResourceAsStream(file)) {
      if (code == null) {
        throw new FileNotFoundException(
            "no class file of " + BraidedCrcLoop.class.getName() + " that may be read");
      }
      return code.readAllBytes();
    }
  }

  /**
   * For each byte of a word, what each of its values leaves in the state once the word and what
   * follows it, {@code span} bytes in all, have been taken.
   */
  private static long[] table(CrcModel model, int span) {
    long[] single = new long[BYTE_VALUES];
    for (int value = 0; value < BYTE_VALUES; value++) {
      single[value] = model.afterByte(value);
    }
    long[] table = new long[Long.BYTES * BYTE_VALUES];
    for (int value = 0; value < BYTE_VALUES; value++) {
      long state = single[value];
      for (int later = 0; later < span; later++) {
        if (later >= span - Long.BYTES) {
          table[(span - 1 - later) * BYTE_VALUES + value] = state;
        }
        state = (state >>> Byte.SIZE) ^ single[(int) state & 0xFF];
      }
    }
    return table;
  }

  /** The state after the bytes of a range of an array, which must be inside it. */
  abstract long update(long state, byte[] source, int offset, int length);

  /**
   * The state after the bytes of a range of a little-endian buffer, which is not moved. The JDK's
   * direct buffers are of this type, and so the compiler knows that there is no array behind it. Of
   * a {@code ByteBuffer} it learns that from a profile, if at all: about every third JVM would take
   * twice as long for short windows.
   */
  abstract long update(long state, MappedByteBuffer source, int offset, int length);
}
