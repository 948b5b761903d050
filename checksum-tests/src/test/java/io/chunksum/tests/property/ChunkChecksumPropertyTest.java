// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.property;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.VerifyResult;
import io.chunksum.window.ByteRange;
import io.chunksum.window.WindowLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** The equations of the library over random shapes. jqwik prints the seed of a failure. */
class ChunkChecksumPropertyTest {

  private static final int LONGEST = 5_000;

  @Provide
  Arbitrary<ChecksumType> types() {
    return Arbitraries.of(
        ChecksumType.CRC32, ChecksumType.CRC32C, ChecksumType.SHA256, ChecksumType.MD5);
  }

  /** A chunk of random pieces of random kinds, empty ones among them. */
  private static ChunkBuffer chunk(byte[] content, Random random) {
    int[] cuts = random.ints(random.nextInt(8), 0, content.length + 1).sorted().toArray();
    List<ByteBuffer> pieces = new ArrayList<>();
    for (byte[] part : Parts.cut(content, cuts)) {
      BufferKind[] kinds = BufferKind.values();
      pieces.add(kinds[random.nextInt(kinds.length)].of(part));
    }
    return ChunkBuffer.wrap(pieces);
  }

  @Property(tries = 500)
  void piecesDoNotMatter(
      @ForAll("types") ChecksumType type,
      @ForAll @IntRange(max = LONGEST) int length,
      @ForAll @IntRange(min = 1, max = LONGEST + 10) int window,
      @ForAll long seed) {
    byte[] content = TestBytes.random(seed, length);
    ChunkChecksum checksum = ChunkChecksum.of(type, window);
    ChecksumData whole = checksum.compute(ChunkBuffer.wrap(content));
    ChunkBuffer chunk = chunk(content, new Random(seed));
    assertThat(checksum.compute(chunk)).isEqualTo(whole);
    assertThat(checksum.verify(chunk, whole).ok()).isTrue();
    assertThat(checksum.verify(chunk, new ChunkInfo("c", 0, length, whole)).ok()).isTrue();
  }

  @Property(tries = 500)
  void damagedBytesAreReportedInExactlyTheirWindows(
      @ForAll("types") ChecksumType type,
      @ForAll @IntRange(min = 1, max = LONGEST) int length,
      @ForAll @IntRange(min = 1, max = 700) int window,
      @ForAll @IntRange(min = 1, max = 20) int damages,
      @ForAll long seed) {
    Random random = new Random(seed);
    byte[] content = TestBytes.random(seed, length);
    ChunkChecksum checksum = ChunkChecksum.of(type, window);
    ChecksumData sums = checksum.compute(ChunkBuffer.wrap(content));
    long[] bad =
        random
            .ints(damages, 0, length)
            .distinct()
            .peek(i -> content[i] ^= (byte) (1 << random.nextInt(8)))
            .mapToLong(i -> i / window)
            .distinct()
            .sorted()
            .toArray();
    VerifyResult result = checksum.verify(chunk(content, random), sums);
    assertThat(result.mismatches().stream().mapToLong(Mismatch::window)).containsExactly(box(bad));
    assertThat(result.mismatchCount()).isEqualTo(bad.length);
  }

  @Property(tries = 500)
  void aLostOrAddedTailIsReported(
      @ForAll("types") ChecksumType type,
      @ForAll @IntRange(min = 1, max = LONGEST) int length,
      @ForAll @IntRange(min = 1, max = 700) int window,
      @ForAll @IntRange(max = LONGEST + 700) int otherLength,
      @ForAll long seed) {
    byte[] content = TestBytes.random(seed, LONGEST + 700);
    ChunkChecksum checksum = ChunkChecksum.of(type, window);
    byte[] chunkBytes = Arrays.copyOf(content, length);
    ChecksumData sums = checksum.compute(ChunkBuffer.wrap(chunkBytes));
    ChunkBuffer other = chunk(Arrays.copyOf(content, otherLength), new Random(seed));
    assertThat(checksum.verify(other, sums).ok()).isEqualTo(length == otherLength);
    assertThat(checksum.verify(other, new ChunkInfo("c", 0, length, sums)).ok())
        .isEqualTo(length == otherLength);
  }

  @Property
  void anAlignedRangeCoversTheRangeWithWholeWindowsAndNoMore(
      @ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long length,
      @ForAll @IntRange(min = 1, max = Integer.MAX_VALUE) int window,
      @ForAll @LongRange(min = 0) long a,
      @ForAll @LongRange(min = 0) long b) {
    long from = Math.min(a % length, b % length);
    long to = Math.max(a % length, b % length) + 1;
    WindowLayout layout = new WindowLayout(length, window);
    ByteRange aligned = layout.align(from, to - from);
    assertThat(aligned.offset() % window).isZero();
    assertThat(aligned.end() % window == 0 || aligned.end() == length).isTrue();
    assertThat(aligned.offset()).isLessThanOrEqualTo(from);
    assertThat(aligned.end()).isGreaterThanOrEqualTo(to);
    assertThat(from - aligned.offset()).isLessThan(window);
    assertThat(aligned.end() - to).isLessThan(window);
  }

  private static Long[] box(long[] values) {
    return Arrays.stream(values).boxed().toArray(Long[]::new);
  }
}
