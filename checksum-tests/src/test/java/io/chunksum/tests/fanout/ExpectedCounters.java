// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fanout;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.verify.ReceiveCounts;
import io.chunksum.verify.ReceiveCounts.Amount;
import io.chunksum.verify.Verdict;
import java.util.SplittableRandom;

/** What a replica is to do with clean chunks, worked out window by window without the library. */
final class ExpectedCounters {

  static final int WINDOW = 4096;

  private final PolicyKind kind;
  private final int replica;
  private int chunks;
  private Amount verified = Amount.ZERO;
  private Amount trusted = Amount.ZERO;
  private Amount unchecked = Amount.ZERO;

  ExpectedCounters(PolicyKind kind, int replica) {
    this.kind = kind;
    this.replica = replica;
  }

  /** The sample is drawn from the JDK's generator, number by number. */
  static boolean verifies(PolicyKind kind, int replica, int chunk, int window) {
    return switch (kind) {
      case ALWAYS -> true;
      case TRUST_SENDER -> false;
      case LAST_REPLICA_ONLY -> replica == FanOutGroup.REPLICAS - 1;
      case SAMPLE -> {
        SplittableRandom chunks = new SplittableRandom(PolicyKind.SEED + replica);
        SplittableRandom windows = new SplittableRandom(nth(chunks, chunk));
        yield (nth(windows, window) >>> 11) * 0x1.0p-53 < PolicyKind.FRACTION;
      }
    };
  }

  private static long nth(SplittableRandom generator, int index) {
    return generator.longs(index + 1L).skip(index).findFirst().orElseThrow();
  }

  /** Counts the next chunk and returns what the replica should reply. */
  Verdict receive(ChecksumType type, int length) {
    int chunk = chunks++;
    if (type.equals(ChecksumType.NONE)) {
      unchecked = unchecked.plus(new Amount(length, 0));
      return Verdict.NOT_CHECKED;
    }
    boolean all = true;
    for (int at = 0; at < length; at += WINDOW) {
      Amount one = new Amount(Math.min(WINDOW, length - at), 1);
      if (verifies(kind, replica, chunk, at / WINDOW)) {
        verified = verified.plus(one);
      } else {
        trusted = trusted.plus(one);
        all = false;
      }
    }
    return all ? Verdict.MATCH : Verdict.TRUSTED;
  }

  ReceiveCounts counters() {
    return new ReceiveCounts(
        verified.plus(trusted).plus(unchecked),
        verified,
        kind == PolicyKind.SAMPLE ? verified : Amount.ZERO,
        trusted,
        unchecked,
        Amount.ZERO);
  }
}
