// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

/**
 * Computes the Adler-32 (RFC 1950) of two concatenated byte sequences from that of each, without
 * the bytes. Combining is associative; the identity is the Adler-32 of no bytes, which is 1, with
 * length 0.
 *
 * <p>All methods are safe to use from any thread.
 */
public final class Adler32Combiner {

  /** The largest prime below 2<sup>16</sup>. */
  private static final int MODULUS = 65521;

  private Adler32Combiner() {}

  /*
   * For bytes d1 ... dn, the lower half is s1 = 1 + d1 + ... + dn, and the upper is the sum of s1
   * after each byte. After A, each of the |B| values of s1 is greater by what A added to the 1.
   */

  /**
   * Combines the checksums of two byte sequences A and B.
   *
   * @param adlerOfA the Adler-32 of A
   * @param adlerOfB the Adler-32 of B
   * @param lengthOfB number of bytes in B, not negative
   * @return the Adler-32 of A‖B
   * @throws IllegalArgumentException if {@code lengthOfB} is negative
   */
  public static int combine(int adlerOfA, int adlerOfB, long lengthOfB) {
    if (lengthOfB < 0) {
      throw new IllegalArgumentException("lengthOfB must not be negative: " + lengthOfB);
    }
    long added = (adlerOfA & 0xFFFFL) + MODULUS - 1;
    long low = (added + (adlerOfB & 0xFFFFL)) % MODULUS;
    long high = (added * (lengthOfB % MODULUS) + (adlerOfA >>> 16) + (adlerOfB >>> 16)) % MODULUS;
    return (int) (high << 16 | low);
  }
}
