// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Big-endian integers in arrays and buffers: the byte order of every checksum that this library
 * writes.
 */
public final class BigEndian {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final VarHandle INT_IN_BUFFER =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private BigEndian() {}

  /**
   * Writes 4 bytes.
   *
   * @param target the array
   * @param offset index of the first byte written
   * @param value the value
   * @throws IndexOutOfBoundsException if they do not fit
   */
  public static void putInt(byte[] target, int offset, int value) {
    INT.set(target, offset, value);
  }

  /**
   * Reads 4 bytes.
   *
   * @param source the array
   * @param offset index of the first byte read
   * @return the value
   * @throws IndexOutOfBoundsException if there are not 4 bytes
   */
  public static int getInt(byte[] source, int offset) {
    return (int) INT.get(source, offset);
  }

  /**
   * Reads 4 bytes of a buffer, whatever its byte order.
   *
   * @param source the buffer; its position does not matter and does not change
   * @param offset index of the first byte read
   * @return the value
   * @throws IndexOutOfBoundsException if there are not 4 bytes before the limit
   */
  public static int getInt(ByteBuffer source, int offset) {
    return (int) INT_IN_BUFFER.get(source, offset);
  }

  /**
   * Writes 8 bytes.
   *
   * @param target the array
   * @param offset index of the first byte written
   * @param value the value
   * @throws IndexOutOfBoundsException if they do not fit
   */
  public static void putLong(byte[] target, int offset, long value) {
    LONG.set(target, offset, value);
  }

  /**
   * Reads 8 bytes.
   *
   * @param source the array
   * @param offset index of the first byte read
   * @return the value
   * @throws IndexOutOfBoundsException if there are not 8 bytes
   */
  public static long getLong(byte[] source, int offset) {
    return (long) LONG.get(source, offset);
  }

  /**
   * Writes the lowest bytes of a number.
   *
   * @param target the array
   * @param offset index of the first byte written
   * @param length number of bytes, 1 to 8
   * @param value the number; bits that do not fit are dropped
   * @throws IndexOutOfBoundsException if they do not fit in the array, which is then unchanged
   */
  public static void putUnsigned(byte[] target, int offset, int length, long value) {
    switch (length) {
      case Long.BYTES -> putLong(target, offset, value);
      case Integer.BYTES -> putInt(target, offset, (int) value);
      default -> {
        Objects.checkFromIndexSize(offset, length, target.length);
        for (int i = 0; i < length; i++) {
          target[offset + i] = (byte) (value >>> ((length - 1 - i) * Byte.SIZE));
        }
      }
    }
  }

  /**
   * Reads an unsigned number.
   *
   * @param source the array
   * @param offset index of the first byte read
   * @param length number of bytes, 1 to 8
   * @return the number, in all 64 bits if it has 8 bytes
   * @throws IndexOutOfBoundsException if there are not that many bytes
   */
  public static long getUnsigned(byte[] source, int offset, int length) {
    return switch (length) {
      case Long.BYTES -> getLong(source, offset);
      case Integer.BYTES -> Integer.toUnsignedLong(getInt(source, offset));
      default -> {
        Objects.checkFromIndexSize(offset, length, source.length);
        long value = 0;
        for (int i = offset; i < offset + length; i++) {
          value = (value << Byte.SIZE) | Byte.toUnsignedLong(source[i]);
        }
        yield value;
      }
    };
  }
}
