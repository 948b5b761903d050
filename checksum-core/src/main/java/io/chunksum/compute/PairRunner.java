// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.lanes.PairDigester;
import io.chunksum.algorithm.lanes.WindowSource;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.internal.CopyCounter;
import java.security.Provider;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of one calculator: windows of SHA-256 go through here, two at a time, where that is
 * faster. Mutable, for one thread at a time.
 *
 * <p>MD5 has no pairs: its steps take so many instructions that pairs would gain nothing.
 */
final class PairRunner implements GroupDigester {

  /** Shorter windows are mostly padding, and locating them takes as long as pairs save. */
  private static final int MIN_WINDOW = 256;

  /** Finding pieces that are shorter, on average, takes longer than pairs save. */
  private static final int MIN_PIECE = 1024;

  /** Bytes timed together: enough that the time to read the clock does not matter. */
  private static final int GROUP_BYTES = 64 * 1024;

  private static final int MAX_WINDOWS = 64;

  static final PairTrial.Score SCORE = new PairTrial.Score();

  private static final int DIGEST_LENGTH = ChecksumType.SHA256.checksumLength();

  /**
   * The JDK's own, as there are pairs only where that is preferred. Looked up by the first runner,
   * because a look-up makes a digest.
   */
  private static final class Jdk {
    static final Provider PROVIDER = PairDigester.preferredProvider();
  }

  private final int group;
  private final PairTrial trial;
  private final CopyCounter copied;

  /**
   * The provider of the calculator's own digest, even if another is preferred by the first pair.
   */
  private final Provider provider = Jdk.PROVIDER;

  /** Made for the first pair, as is the next field: a calculator may never see two windows. */
  private @Nullable PairDigester digester;

  private byte[] digests = {};

  PairRunner(int bytesPerChecksum, PairTrial.Score score, CopyCounter copied) {
    this.group = Math.max(2, Math.min(MAX_WINDOWS, GROUP_BYTES / bytesPerChecksum / 2 * 2));
    this.trial = new PairTrial(score);
    this.copied = copied;
  }

  /** The pairs for windows of SHA-256; null if these would gain nothing by them. */
  static @Nullable PairRunner of(int bytesPerChecksum, CopyCounter copied) {
    return bytesPerChecksum >= MIN_WINDOW ? new PairRunner(bytesPerChecksum, SCORE, copied) : null;
  }

  /** Whether two windows of a type at a time have been faster lately. */
  static boolean inUse(ChecksumType type) {
    return type.equals(ChecksumType.SHA256) && SCORE.inPairs();
  }

  /** Whether the pieces of a chunk are long enough for finding them in two windows in turn. */
  static boolean suits(ChunkBuffer chunk) {
    return chunk.pieceCount() <= 1 || chunk.length() / chunk.pieceCount() >= MIN_PIECE;
  }

  @Override
  public int groupSize(long windows) {
    return (int) Math.min(group, windows / 2 * 2);
  }

  @Override
  public byte[] digest(WindowSource windows, int count, long bytes) {
    PairDigester pairs = digester();
    boolean timed = trial.begin();
    boolean inTurn = trial.inPairs();
    long begin = timed ? System.nanoTime() : 0;
    for (int i = 0; i < count; i += 2) {
      pairs.digest(windows, i, inTurn, digests, i * DIGEST_LENGTH);
    }
    if (timed) {
      trial.end(System.nanoTime() - begin, GroupDigester.padded(bytes, count));
    }
    return digests;
  }

  private PairDigester digester() {
    if (digester == null) {
      digests = new byte[group * DIGEST_LENGTH];
      // Last: without memory for both, the next call tries again.
      digester = PairDigester.sha256(provider, copied);
    }
    return digester;
  }
}
