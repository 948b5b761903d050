// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.format.aeron.ArchiveCatalog;
import io.chunksum.format.aeron.BadFrame;
import io.chunksum.format.aeron.FrameOutcome;
import io.chunksum.format.aeron.FrameVerifier;
import io.chunksum.format.aeron.SegmentResult;
import io.chunksum.format.aeron.SegmentVerifier;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.Parts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** The files of an Aeron archive, and frames in memory. */
class AeronFuzzTest {

  private static final ScratchFile FILE = new ScratchFile();
  private static final SegmentVerifier SEGMENTS = new SegmentVerifier(ChecksumType.CRC32C);
  private static final FrameVerifier FRAMES = new FrameVerifier(ChecksumType.CRC32C);

  @FuzzTest
  void catalog(byte[] input) throws IOException {
    FILE.holding(input);
    Decoding.attack(input, bytes -> ArchiveCatalog.read(FILE.path()));
  }

  @FuzzTest
  void segment(byte[] input) throws IOException {
    FILE.holding(input);
    Optional<SegmentResult> result = Decoding.attack(input, bytes -> SEGMENTS.verify(FILE.path()));
    if (result.isPresent()) {
      assertFits(result.get(), input.length);
    }
  }

  private static void assertFits(SegmentResult result, int length) {
    assertThat(result.length()).isEqualTo(length);
    assertThat(result.start()).isBetween(0L, result.end());
    assertThat(result.end()).isLessThanOrEqualTo(length);
    assertThat(result.badCount()).isGreaterThanOrEqualTo(result.badFrames().size());
    long free = 0;
    for (BadFrame bad : result.badFrames()) {
      assertThat(bad.offset()).isGreaterThanOrEqualTo(free);
      assertThat(bad.length()).isPositive();
      free = bad.end();
    }
    assertThat(free).isLessThanOrEqualTo(length);
  }

  /** However the bytes lie in memory, the verdict is the same. */
  @FuzzTest
  void frames(byte[] input) throws IOException {
    String expected = verdict(input, ChunkBuffer.wrap(input));
    List<ByteBuffer> parts =
        Parts.ofLength(input, 13).stream().map(BufferKind.READ_ONLY_HEAP::of).toList();
    assertThat(verdict(input, ChunkBuffer.wrap(parts))).isEqualTo(expected);
    ChunkBuffer direct = ChunkBuffer.wrap(BufferKind.DIRECT_POSITION.of(input));
    assertThat(verdict(input, direct)).isEqualTo(expected);
  }

  private static String verdict(byte[] input, ChunkBuffer batch) throws IOException {
    return Decoding.attack(
            input,
            bytes -> {
              long end = FRAMES.verify(batch);
              FrameOutcome outcome = FRAMES.outcome();
              boolean bad = outcome == FrameOutcome.MISMATCH || outcome == FrameOutcome.MALFORMED;
              assertThat(end).isBetween(0L, batch.length());
              assertThat(outcome == FrameOutcome.GOOD).isEqualTo(end == batch.length());
              return outcome
                  + " up to "
                  + end
                  + " of "
                  + FRAMES.dataFrames()
                  + (bad ? FRAMES.badFrame() : "");
            })
        .orElseThrow();
  }
}
