// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.append.WindowOracle;
import io.chunksum.verify.ChunkReceiver;
import io.chunksum.verify.ReceiveCounts;
import io.chunksum.verify.ReceiveCounts.Amount;
import io.chunksum.verify.ReceivePolicy;
import io.chunksum.verify.Verdict;
import io.chunksum.verify.VerifyResult;
import io.chunksum.window.ByteRange;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * One receiver after another takes chunks of several kinds, and a model says what it has to find.
 */
class ChunkReceiverRandomTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);
  private static final int ROUNDS = 500;
  private static final ChecksumType[] TYPES = {
    ChecksumType.CRC32, ChecksumType.CRC32C, ChecksumType.MD5
  };

  private final Random random = new Random(SEED);

  @Test
  void allIsFoundThatTheSampleChoseAndCountedOnce() {
    for (int round = 0; round < ROUNDS; round++) {
      double fraction = random.nextInt(4) == 0 ? random.nextInt(2) : random.nextDouble();
      Model model = new Model(fraction, random.nextLong());
      for (int left = random.nextInt(8); left >= 0; left--) {
        model.receive("seed " + SEED + ", round " + round);
      }
    }
  }

  /** A receiver, and what it should have counted. */
  private final class Model {

    private final double fraction;
    private final SplittableRandom chunks;
    private final ChunkReceiver receiver;
    private Amount verified = Amount.ZERO;
    private Amount sampled = Amount.ZERO;
    private Amount trusted = Amount.ZERO;
    private Amount mismatched = Amount.ZERO;

    Model(double fraction, long seed) {
      this.fraction = fraction;
      this.chunks = new SplittableRandom(seed);
      this.receiver = new ChunkReceiver(ReceivePolicy.sample(fraction, seed), 0, 1);
    }

    void receive(String what) {
      byte[] content = new byte[random.nextInt(300)];
      random.nextBytes(content);
      ChecksumType type = TYPES[random.nextInt(TYPES.length)];
      ChecksumData sums = sums(type, 1 + random.nextInt(40), content);
      ChunkInfo info = new ChunkInfo("chunk", 7, content.length, sums);
      byte[] payload = damaged(content);
      BufferKind[] kinds = BufferKind.values();
      ChunkBuffer bytes = ChunkBuffer.wrap(kinds[random.nextInt(kinds.length)].of(payload));
      VerifyResult result = receiver.receive(bytes, info);
      Verdict ok = count(info, chosen(sums.count(), payload.length != content.length), payload);
      assertThat(result.verdict()).as(what).isEqualTo(ok);
      Amount received = verified.plus(trusted);
      assertThat(receiver.counts())
          .as(what)
          .isEqualTo(
              new ReceiveCounts(received, verified, sampled, trusted, Amount.ZERO, mismatched));
    }

    private BitSet chosen(int count, boolean all) {
      SplittableRandom windows = new SplittableRandom(chunks.nextLong());
      BitSet chosen = new BitSet();
      for (int window = 0; window < count; window++) {
        chosen.set(window, windows.nextDouble() < fraction || all);
      }
      return chosen;
    }

    /** Counts a chunk of which these windows must be verified; returns what the verdict must be. */
    private Verdict count(ChunkInfo info, BitSet chosen, byte[] payload) {
      int count = info.checksums().count();
      long longer = payload.length - info.length();
      Amount read = amount(info, chosen);
      BitSet bad = new BitSet();
      chosen.stream().filter(window -> isBad(info, window, payload)).forEach(bad::set);
      Amount wrong = amount(info, bad).plus(longer > 0 ? new Amount(longer, 1) : Amount.ZERO);
      mismatched = mismatched.plus(wrong);
      if (longer != 0) {
        verified = verified.plus(new Amount(payload.length, count));
      } else {
        verified = verified.plus(read);
        sampled = sampled.plus(read);
        trusted = trusted.plus(new Amount(info.length() - read.bytes(), count - read.windows()));
      }
      Verdict unlessWrong = read.windows() < count ? Verdict.TRUSTED : Verdict.MATCH;
      return wrong.windows() > 0 ? Verdict.MISMATCH : unlessWrong;
    }
  }

  private static ChecksumData sums(ChecksumType type, int bytesPerChecksum, byte[] bytes) {
    byte[] packed = new WindowOracle(type, bytesPerChecksum, bytes).ofFirst(bytes.length);
    return ChecksumData.of(type, bytesPerChecksum, packed);
  }

  private byte[] damaged(byte[] content) {
    int longer = random.nextInt(4) == 0 ? random.nextInt(100) - 50 : 0;
    byte[] payload = Arrays.copyOf(content, Math.max(0, content.length + longer));
    for (int i = random.nextInt(4); i > 0 && payload.length > 0; i--) {
      payload[random.nextInt(payload.length)] ^= 4;
    }
    return payload;
  }

  private static ByteRange window(ChunkInfo info, int window) {
    int bytesPerChecksum = info.checksums().bytesPerChecksum();
    long start = (long) window * bytesPerChecksum;
    return new ByteRange(start, Math.min(bytesPerChecksum, info.length() - start));
  }

  private static Amount amount(ChunkInfo info, BitSet windows) {
    long bytes = windows.stream().mapToLong(window -> window(info, window).length()).sum();
    return new Amount(bytes, windows.cardinality());
  }

  private static boolean isBad(ChunkInfo info, int window, byte[] payload) {
    ByteRange range = window(info, window);
    if (payload.length < range.end()) {
      return true;
    }
    byte[] bytes = Arrays.copyOfRange(payload, (int) range.offset(), (int) range.end());
    ChecksumData now = sums(info.checksums().type(), bytes.length, bytes);
    return !info.checksums().matches(window, now.toByteArray(), 0);
  }
}
