// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

/** How large arrays can be. */
public final class ByteArrays {

  /** Number of bytes. Some JVMs refuse arrays of the few largest lengths below 2<sup>31</sup>. */
  public static final int LONGEST = Integer.MAX_VALUE - 8;

  private ByteArrays() {}
}
