// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import java.util.Random;

/** Content for tests: the same on every run. */
public final class TestBytes {

  private TestBytes() {}

  /**
   * Makes pseudo-random content.
   *
   * @param seed determines the content, together with the length
   * @param length number of bytes
   * @return a new array
   */
  public static byte[] random(long seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }
}
