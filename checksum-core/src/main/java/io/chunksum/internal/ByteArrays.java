// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

import java.nio.ByteBuffer;

/** Arrays of bytes: how long they can be, and copies of what a buffer holds. */
public final class ByteArrays {

  /** Number of bytes. Some JVMs refuse arrays of the few largest lengths below 2<sup>31</sup>. */
  public static final int LONGEST = Integer.MAX_VALUE - 8;

  private ByteArrays() {}

  /**
   * Returns a copy of the bytes of a buffer.
   *
   * @param bytes the bytes from its position to its limit, neither of which is moved
   * @return a new array
   */
  public static byte[] copyOf(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(bytes.position(), copy);
    return copy;
  }
}
