// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Message digests, without their checked exceptions. */
public final class Digests {

  private Digests() {}

  /**
   * Creates a digest of the preferred provider.
   *
   * @param algorithm its name, as {@link MessageDigest#getInstance(String)} accepts it
   * @return a new digest
   * @throws IllegalStateException if no provider of this JVM has it
   */
  public static MessageDigest of(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("no security provider of this JVM has " + algorithm, e);
    }
  }

  /**
   * Writes the digest of what was taken, and starts over.
   *
   * @param digest the digest
   * @param target receives the result
   * @param offset index of the first byte written
   * @param length number of bytes that a result has
   * @throws IllegalArgumentException if it does not fit
   * @throws IllegalStateException if the provider fails
   */
  public static void finish(MessageDigest digest, byte[] target, int offset, int length) {
    try {
      digest.digest(target, offset, length);
    } catch (DigestException e) {
      throw new IllegalStateException(digest.getAlgorithm() + " gave no digest", e);
    }
  }
}
