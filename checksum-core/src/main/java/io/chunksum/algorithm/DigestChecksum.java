// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import io.chunksum.internal.LaneSetting;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message digest from the preferred provider.
 *
 * <p>It reads arrays only: {@code MessageDigest.update(ByteBuffer)} copies all other memory through
 * its own array, so {@link #updateInPlace} refuses it, and the copy is made, and counted, where
 * there is a scratch array for it.
 *
 * <p>Runs of bytes in one array are digested in pairs where that is faster. A processor's
 * instructions for SHA-256 have to wait for one another. It looks ahead and fills such gaps with
 * what follows, but not as far as the next message: the next block must be another message's.
 */
final class DigestChecksum implements StreamingChecksum {

  /** Bytes that SHA-256 takes at a time (FIPS 180-4). */
  private static final int BLOCK = 64;

  private static final PairTrial.Score SCORE = new PairTrial.Score();

  private final ChecksumType type;
  private final MessageDigest digest;

  /** Takes the second run of each pair, and is as new in between; null if there are no pairs. */
  private final @Nullable MessageDigest second;

  private final PairTrial trial;

  DigestChecksum(
      ChecksumType type,
      MessageDigest digest,
      @Nullable MessageDigest second,
      PairTrial.Score score) {
    this.type = type;
    this.digest = digest;
    this.second = second;
    this.trial = new PairTrial(score);
  }

  /** Makes an MD5, whose steps take so many instructions that pairs would gain nothing. */
  static DigestChecksum md5() {
    return new DigestChecksum(ChecksumType.MD5, messageDigest("MD5"), null, SCORE);
  }

  static DigestChecksum sha256() {
    return sha256(SCORE);
  }

  static DigestChecksum sha256(PairTrial.Score score) {
    String algorithm = "SHA-256";
    MessageDigest second =
        LaneSetting.exclusion(algorithm) == null ? messageDigest(algorithm) : null;
    return new DigestChecksum(ChecksumType.SHA256, messageDigest(algorithm), second, score);
  }

  private static MessageDigest messageDigest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("no security provider of this JVM has " + algorithm, e);
    }
  }

  @Override
  public ChecksumType type() {
    return type;
  }

  @Override
  public void reset() {
    digest.reset();
    if (second != null) {
      second.reset();
    }
  }

  @Override
  public void update(byte[] source, int offset, int length) {
    // MessageDigest reports a bad range as IllegalArgumentException.
    Objects.checkFromIndexSize(offset, length, source.length);
    digest.update(source, offset, length);
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

  @Override
  public void finishEach(
      byte[] source, int offset, int length, int count, byte[] target, int targetOffset) {
    if (second == null || count < 2 || length < BLOCK) {
      StreamingChecksum.super.finishEach(source, offset, length, count, target, targetOffset);
      return;
    }
    boolean timed = trial.begin();
    long begin = timed ? System.nanoTime() : 0;
    if (trial.inPairs()) {
      finishPairs(second, source, offset, length, count, target, targetOffset);
    } else {
      StreamingChecksum.super.finishEach(source, offset, length, count, target, targetOffset);
    }
    if (timed) {
      trial.end(System.nanoTime() - begin, (long) length * count);
    }
  }

  private void finishPairs(
      MessageDigest second,
      byte[] source,
      int offset,
      int length,
      int count,
      byte[] target,
      int targetOffset) {
    int entry = type.checksumLength();
    Objects.checkFromIndexSize(offset, (long) length * count, source.length);
    Objects.checkFromIndexSize(targetOffset, (long) entry * count, target.length);
    int at = offset;
    int to = targetOffset;
    for (int i = 1; i < count; i += 2) {
      updatePair(digest, second, source, at, length);
      finish(digest, target, to);
      finish(second, target, to + entry);
      at += 2 * length;
      to += 2 * entry;
    }
    if (count % 2 == 1) {
      digest.update(source, at, length);
      finish(digest, target, to);
    }
  }

  /** Gives each digest one of two runs that follow one another, a block in turn. */
  private static void updatePair(
      MessageDigest digest, MessageDigest second, byte[] source, int offset, int length) {
    int blocks = length - length % BLOCK;
    int other = offset + length;
    for (int i = 0; i < blocks; i += BLOCK) {
      digest.update(source, offset + i, BLOCK);
      second.update(source, other + i, BLOCK);
    }
    digest.update(source, offset + blocks, length - blocks);
    second.update(source, other + blocks, length - blocks);
  }

  private void finish(MessageDigest digest, byte[] target, int offset) {
    Objects.checkFromIndexSize(offset, type.checksumLength(), target.length);
    try {
      digest.digest(target, offset, type.checksumLength());
    } catch (DigestException e) {
      throw new IllegalStateException(type + " gave no digest", e);
    }
  }
}
