// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Little-endian integers in arrays and buffers: the byte order of MD5, Aeron and CRC loops. */
public final class LittleEndian {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle LONG_IN_BUFFER =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

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
   * Reads 8 bytes of a buffer, whatever its byte order.
   *
   * @param source the buffer; its position does not matter and does not change
   * @param offset index of the first byte read
   * @return the value
   * @throws IndexOutOfBoundsException if there are not 8 bytes before the limit
   */
  public static long getLong(ByteBuffer source, int offset) {
    return (long) LONG_IN_BUFFER.get(source, offset);
  }
}
