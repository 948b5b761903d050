// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import io.chunksum.internal.Digests;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Objects;

/**
 * A message digest from the preferred provider.
 *
 * <p>It reads arrays only: {@code MessageDigest.update(ByteBuffer)} copies all other memory through
 * its own array, so {@link #updateInPlace} refuses it, and the copy is made, and counted, where
 * there is a scratch array for it.
 */
final class DigestChecksum implements StreamingChecksum {

  private final ChecksumType type;
  private final MessageDigest digest;

  DigestChecksum(ChecksumType type, String algorithm) {
    this.type = type;
    this.digest = Digests.of(algorithm);
  }

  @Override
  public ChecksumType type() {
    return type;
  }

  @Override
  public void reset() {
    digest.reset();
  }

  @Override
  public void update(byte[] source, int offset, int length) {
    // MessageDigest reports a bad range as IllegalArgumentException.
    Objects.checkFromIndexSize(offset, length, source.length);
    digest.update(source, offset, length);
  }

  /**
   * Not the default, which would make a new array on each call: a digest keeps the one through
   * which it copies. It is given a duplicate, because it moves what it reads.
   */
  @Override
  public void update(ByteBuffer source) {
    if (source.hasArray()) {
      digest.update(source.array(), source.arrayOffset() + source.position(), source.remaining());
    } else {
      digest.update(source.duplicate());
    }
  }

  /** Asks a clone, which the JDK's digests can make and those of other providers may not. */
  @Override
  public boolean peek(byte[] target, int offset) {
    MessageDigest clone;
    try {
      clone = (MessageDigest) digest.clone();
    } catch (CloneNotSupportedException e) {
      return false;
    }
    finish(clone, target, offset);
    return true;
  }

  @Override
  public void finish(byte[] target, int offset) {
    finish(digest, target, offset);
  }

  private void finish(MessageDigest digest, byte[] target, int offset) {
    Objects.checkFromIndexSize(offset, type.checksumLength(), target.length);
    Digests.finish(digest, target, offset, type.checksumLength());
  }
}
