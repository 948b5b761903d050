// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.window.ByteRange;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Random blocks, reads and damages against a model that looks at every single byte. */
class BlockVerifierRandomTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);
  private static final int ROUNDS = 8_000;

  private final Random random = new Random(SEED);
  private byte[] block = {};
  private List<ChunkInfo> chunks = new ArrayList<>();

  /** For each byte of the block the first byte of its window, below 0 if it has none. */
  private int[] windowStart = {};

  private int[] windowEnd = {};

  private void makeBlock() {
    chunks = new ArrayList<>();
    block = new byte[1000];
    random.nextBytes(block);
    windowStart = new int[block.length];
    windowEnd = new int[block.length];
    Arrays.fill(windowStart, -1);
    boolean oneType = random.nextBoolean();
    boolean gaps = random.nextInt(4) == 0;
    int at = gaps ? random.nextInt(20) : 0;
    int count = 1 + random.nextInt(6);
    for (int i = 0; i < count; i++) {
      int length = random.nextInt(5) == 0 ? random.nextInt(3) : random.nextInt(150);
      ChecksumType type = oneType ? ChecksumType.CRC32C : anyType();
      addChunk(type, 1 + random.nextInt(random.nextInt(4) == 0 ? 200 : 40), at, length);
      at += length + (gaps ? random.nextInt(20) : 0);
    }
    block = Arrays.copyOf(block, (int) end());
  }

  private ChecksumType anyType() {
    ChecksumType[] types = {
      ChecksumType.NONE,
      ChecksumType.CRC32,
      ChecksumType.CRC32C,
      ChecksumType.CRC64NVME,
      ChecksumType.MD5
    };
    return types[random.nextInt(types.length)];
  }

  private void addChunk(ChecksumType type, int bytesPerChecksum, int offset, int length) {
    ChecksumData sums =
        new ChecksumCalculator(ChecksumAlgorithms.of(type), bytesPerChecksum)
            .compute(ChunkBuffer.wrap(block, offset, length));
    chunks.add(new ChunkInfo("chunk " + chunks.size(), offset, length, sums));
    for (int i = 0; i < length && !type.equals(ChecksumType.NONE); i++) {
      windowStart[offset + i] = offset + i / bytesPerChecksum * bytesPerChecksum;
      windowEnd[offset + i] = Math.min(windowStart[offset + i] + bytesPerChecksum, offset + length);
    }
  }

  private long end() {
    ChunkInfo last = chunks.get(chunks.size() - 1);
    return last.offset() + last.length();
  }

  private String typeAt(int at) {
    return chunks.stream()
        .filter(chunk -> chunk.offset() <= at && at < chunk.offset() + chunk.length())
        .map(chunk -> chunk.checksums().type().name())
        .findFirst()
        .orElse("gap");
  }

  private ByteRange anyRange() {
    int from = random.nextInt(block.length + 1);
    return new ByteRange(from, random.nextInt(block.length - from + 1));
  }

  @Test
  void everyByteIsCheckedOrReported() {
    BlockVerifier verifier = new BlockVerifier(chunks);
    for (int round = 0; round < ROUNDS; round++) {
      if (round % 3 == 0) { // One verifier for several ranges.
        makeBlock();
        verifier = new BlockVerifier(chunks);
      }
      ByteRange requested = anyRange();
      ByteRange read =
          switch (random.nextInt(3)) {
            case 0 -> verifier.align(requested.offset(), requested.length());
            case 1 -> requested;
            default -> anyRange();
          };
      byte[] found = block.clone();
      for (int i = random.nextInt(3); i > 0 && found.length > 0; i--) {
        found[random.nextInt(found.length)] ^= 4;
      }
      ChunkBuffer bytes = pieces(found, read);
      RangeResult result = verifier.verify(bytes, read.offset(), requested);
      String what =
          "seed %d, round %d: read %s, requested %s of %s"
              .formatted(SEED, round, read, requested, chunks);
      assertThat(unverified(result, what)).as(what).isEqualTo(expectedUnverified(read, requested));
      assertThat(badWindows(result)).as(what).isEqualTo(expectedBadWindows(found, read));
      assertThat(result.crcValue()).as(what).isEqualTo(expectedCrc(found, read, requested));
      assertThat(result.ok()).as(what).isEqualTo(expectedOk(found, read, requested));
      assertThat(result.requested()).as(what).isEqualTo(requested);
    }
  }

  /** What was read, in one to three pieces of either kind of memory. */
  private ChunkBuffer pieces(byte[] found, ByteRange read) {
    ChunkBuffer.Builder builder = ChunkBuffer.builder();
    int at = (int) read.offset();
    int end = (int) read.end();
    for (int left = 1 + random.nextInt(3); left > 0; left--) {
      int count = left == 1 ? end - at : random.nextInt(end - at + 1);
      if (random.nextBoolean()) {
        builder.add(found, at, count);
      } else {
        builder.add(ByteBuffer.allocateDirect(count).put(found, at, count).flip());
      }
      at += count;
    }
    return builder.build();
  }

  private boolean isChecked(int at, ByteRange read) {
    return windowStart[at] >= read.offset() && windowEnd[at] <= read.end() && windowStart[at] >= 0;
  }

  private BitSet expectedUnverified(ByteRange read, ByteRange requested) {
    BitSet expected = new BitSet();
    expected.set((int) read.offset(), (int) read.end());
    expected.set((int) requested.offset(), (int) requested.end());
    for (int at = 0; at < block.length; at++) {
      if (isChecked(at, read)) {
        expected.clear(at);
      }
    }
    return expected;
  }

  private static BitSet unverified(RangeResult result, String what) {
    BitSet bits = new BitSet();
    long end = -1;
    for (ByteRange range : result.unverified()) {
      assertThat(range.offset()).as(what).isGreaterThan(end);
      assertThat(range.length()).as(what).isPositive();
      bits.set((int) range.offset(), (int) range.end());
      end = range.end();
    }
    return bits;
  }

  private BitSet expectedBadWindows(byte[] found, ByteRange read) {
    BitSet bad = new BitSet();
    for (int at = 0; at < block.length; at++) {
      if (found[at] != block[at] && isChecked(at, read)) {
        bad.set(windowStart[at], windowEnd[at]);
      }
    }
    return bad;
  }

  private static BitSet badWindows(RangeResult result) {
    BitSet bad = new BitSet();
    for (ChunkResult chunk : result.chunks()) {
      for (Mismatch mismatch : chunk.result().mismatches()) {
        int from = (int) (chunk.chunk().offset() + mismatch.offset());
        bad.set(from, from + (int) mismatch.length());
      }
    }
    return bad;
  }

  private boolean expectedOk(byte[] found, ByteRange read, ByteRange requested) {
    for (int at = (int) requested.offset(); at < requested.end(); at++) {
      boolean present = at >= read.offset() && at < read.end();
      boolean none = typeAt(at).equals("NONE");
      if (!(present && none) && !isChecked(at, read)) {
        return false;
      }
    }
    return expectedBadWindows(found, read).isEmpty();
  }

  private Optional<CrcValue> expectedCrc(byte[] found, ByteRange read, ByteRange requested) {
    if (requested.length() == 0
        || requested.offset() < read.offset()
        || requested.end() > read.end()) {
      return Optional.empty();
    }
    List<String> types = new ArrayList<>();
    for (int at = (int) requested.offset(); at < requested.end(); at++) {
      types.add(typeAt(at));
    }
    String all = types.stream().distinct().collect(Collectors.joining(" "));
    if (!all.startsWith("CRC") || all.contains(" ")) {
      return Optional.empty();
    }
    ChecksumAlgorithm algorithm = ChecksumAlgorithms.find(all).orElseThrow();
    StreamingChecksum checksum = algorithm.newChecksum();
    checksum.update(found, (int) requested.offset(), (int) requested.length());
    byte[] bytes = new byte[algorithm.type().checksumLength()];
    checksum.finish(bytes, 0);
    long value = new BigInteger(1, bytes).longValue();
    return Optional.of(CrcValue.of(algorithm, value, requested.length()));
  }
}
