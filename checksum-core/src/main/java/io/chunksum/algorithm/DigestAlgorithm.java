// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import io.chunksum.internal.Digests;
import java.security.MessageDigest;

/**
 * Any message digest of this JVM's security providers, such as SHA-1 or SHA-512.
 *
 * <p>A checksum is the digest, in as many bytes as it has. Arrays are read in place; all other
 * memory is copied, as for {@link ChecksumType#MD5}. If the provider's digests can be cloned, as
 * those of the JDK can, a checksum can be asked for midway.
 *
 * <p>To have your digest found by name, register as a service a class that returns what an object
 * of this class returns, the type as well: a digest that is cut short under a type of its own needs
 * running checksums of that type.
 *
 * <pre>{@code
 * public final class Sha1 implements ChecksumAlgorithm {
 *   private final ChecksumAlgorithm digest = new DigestAlgorithm("SHA1", "SHA-1");
 *
 *   public ChecksumType type() {
 *     return digest.type();
 *   }
 *
 *   public StreamingChecksum newChecksum() {
 *     return digest.newChecksum();
 *   }
 * }
 * }</pre>
 *
 * <p>Immutable and safe to share between threads.
 */
public final class DigestAlgorithm implements ChecksumAlgorithm {

  private final ChecksumType type;
  private final String jcaName;

  /**
   * Creates an algorithm; the digest comes from the preferred provider that has it.
   *
   * @param name the name of its type, as {@link ChecksumType#of} accepts it
   * @param jcaName the name of the digest, as {@link java.security.MessageDigest#getInstance}
   *     accepts it
   * @throws IllegalArgumentException if {@code name} is not valid for a type, or is that of a
   *     built-in one; or if the provider does not say how long the digest is
   * @throws IllegalStateException if no provider of this JVM has the digest
   */
  public DigestAlgorithm(String name, String jcaName) {
    if (ChecksumAlgorithms.isBuiltIn(name)) {
      throw new IllegalArgumentException("another checksum has the name " + name);
    }
    MessageDigest digest = Digests.of(jcaName);
    if (digest.getDigestLength() == 0) {
      throw new IllegalArgumentException(
          digest.getProvider() + " does not say how long a digest of " + jcaName + " is");
    }
    this.type = ChecksumType.of(name, digest.getDigestLength());
    this.jcaName = jcaName;
  }

  @Override
  public ChecksumType type() {
    return type;
  }

  @Override
  public StreamingChecksum newChecksum() {
    return new DigestChecksum(type, jcaName);
  }
}
