// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * One running checksum: any number of updates, then {@link #finish}.
 *
 * <p>Two equations define it, for any bytes a and b:
 *
 * <ul>
 *   <li>{@code update(a); update(b)} gives the same as {@code update(a‖b)};
 *   <li>{@code update(buffer)} gives the same as {@code update} of an array with the bytes between
 *       the buffer's position and limit.
 * </ul>
 *
 * <p>Mutable, for one thread at a time. One that wraps another should pass on the methods with a
 * default body too, which Kotlin's {@code by} does not: their bodies may copy what need not be
 * copied, and {@link #peek} is not supported.
 */
public interface StreamingChecksum {

  /**
   * Creates a running checksum of an algorithm, and makes sure that it is one of the algorithm's
   * type: whoever stores or compares checksums relies on their length. This library runs through it
   * whatever algorithm it is given.
   *
   * @param algorithm what to compute
   * @return a new object that has taken no bytes
   * @throws IllegalStateException if this JVM cannot run the algorithm, or if its {@link
   *     ChecksumAlgorithm#newChecksum()} returns a checksum of another type or of none, or null
   */
  static StreamingChecksum of(ChecksumAlgorithm algorithm) {
    StreamingChecksum checksum = algorithm.newChecksum();
    ChecksumType type = algorithm.type();
    if (checksum == null) {
      throw mislabelled(type, "null");
    }
    ChecksumType made = checksum.type();
    if (made == null) {
      throw mislabelled(type, "checksums without a type");
    }
    if (!made.equals(type)) {
      throw mislabelled(type, "checksums of type " + named(made));
    }
    return checksum;
  }

  private static IllegalStateException mislabelled(ChecksumType type, String made) {
    return new IllegalStateException("the algorithm of type " + named(type) + " makes " + made);
  }

  private static String named(ChecksumType type) {
    return type + " (length " + type.checksumLength() + ")";
  }

  /**
   * Returns the type of algorithm that this runs.
   *
   * @return the type, equal to that of the algorithm, and the same on every call
   */
  ChecksumType type();

  /** Forgets all bytes taken since the last {@link #finish} or {@code reset}. */
  void reset();

  /**
   * Takes bytes from an array.
   *
   * @param source the array, only read and not kept
   * @param offset index of the first byte
   * @param length number of bytes, 0 allowed
   * @throws IndexOutOfBoundsException if the range is not inside the array; the state is unchanged
   */
  void update(byte[] source, int offset, int length);

  /**
   * Takes the bytes between the position and limit of any kind of buffer. The buffer is not moved,
   * not even during the call.
   *
   * <p>This library itself never calls it, but {@link #updateInPlace}, and copies where that
   * refuses; so overriding this one makes no window of a chunk faster.
   *
   * @param source the buffer, only read and not kept
   * @implSpec Reads an accessible array in place; otherwise offers {@link #updateInPlace} a
   *     duplicate (64 bytes of garbage); failing that, copies through a new array of at most 4096
   *     bytes. There is no reason to override it, unless the algorithm has an array of its own.
   */
  default void update(ByteBuffer source) {
    if (source.hasArray()) {
      update(source.array(), source.arrayOffset() + source.position(), source.remaining());
      return;
    }
    ByteBuffer view = source.duplicate();
    if (!updateInPlace(view)) {
      byte[] scratch = new byte[Math.min(view.remaining(), 4096)];
      while (view.hasRemaining()) {
        int count = Math.min(view.remaining(), scratch.length);
        view.get(scratch, 0, count);
        update(scratch, 0, count);
      }
    }
  }

  /**
   * Takes the bytes between the position and limit of a view, if this algorithm can read that kind
   * of memory in place. For callers that own a view and have a scratch array to fall back on.
   *
   * @param view the bytes; from this library big-endian, whatever the buffers it was given are;
   *     owned by the callee during the call, which may move it and change its order
   * @return true if the bytes have been taken; false if none have been, the view has not been moved
   *     and the bytes must come through {@link #update(byte[], int, int)}
   * @implSpec Returns false.
   */
  default boolean updateInPlace(ByteBuffer view) {
    return false;
  }

  /**
   * Writes the checksum of the bytes taken so far, without changing the state. Some algorithms
   * cannot do that, such as a digest whose provider cannot clone it. In that case an appender keeps
   * a copy of the open window's bytes, and ranges of a block are verified, but have no CRC of their
   * own.
   *
   * @param target receives {@link ChecksumType#checksumLength()} bytes, as from {@link #finish}
   * @param offset index of the first byte written
   * @return true if it was written; false, on every call, if this algorithm cannot do that
   * @throws IndexOutOfBoundsException if it can but they do not fit; the state is unchanged
   * @implSpec Returns false.
   */
  default boolean peek(byte[] target, int offset) {
    return false;
  }

  /**
   * Writes the checksum of the bytes taken and forgets them: afterwards the state is that of a new
   * object.
   *
   * @param target receives {@link ChecksumType#checksumLength()} bytes; a CRC in big-endian order
   * @param offset index of the first byte written
   * @throws IndexOutOfBoundsException if they do not fit; the state is unchanged
   */
  void finish(byte[] target, int offset);

  /**
   * Does {@link #update} and {@link #finish} for each of several consecutive runs of bytes of the
   * same length.
   *
   * @param source holds the runs, only read and not kept
   * @param offset index of the first byte of the first run
   * @param length number of bytes of each run
   * @param count number of runs
   * @param target receives {@code count} checksums, one after the other
   * @param targetOffset index of the first byte written
   * @throws IndexOutOfBoundsException if the runs are not inside the array or the checksums do not
   *     fit; the state is unchanged
   * @implSpec Calls both for each run. Override it if these calls would be a good part of the time
   *     that a run takes.
   */
  default void finishEach(
      byte[] source, int offset, int length, int count, byte[] target, int targetOffset) {
    int entry = type().checksumLength();
    Objects.checkFromIndexSize(offset, (long) length * count, source.length);
    Objects.checkFromIndexSize(targetOffset, (long) entry * count, target.length);
    for (int i = 0; i < count; i++) {
      update(source, offset + i * length, length);
      finish(target, targetOffset + i * entry);
    }
  }

  /**
   * Does what {@link #finishEach} does for runs of bytes in a view, if this algorithm can read that
   * kind of memory in place, as in {@link #updateInPlace}, and has its own loop for it.
   *
   * @param view holds the runs between its position and its limit, and nothing else; big-endian and
   *     owned by the callee as in {@link #updateInPlace}
   * @param length number of bytes of each run
   * @param count number of runs
   * @param target receives {@code count} checksums, one after the other
   * @param targetOffset index of the first byte written
   * @return true if all has been done; false if nothing has, and the view has not been moved
   * @throws IndexOutOfBoundsException if the checksums do not fit; the state is unchanged
   * @implSpec Returns false.
   */
  default boolean finishEachInPlace(
      ByteBuffer view, int length, int count, byte[] target, int targetOffset) {
    return false;
  }
}
