// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.VerifyResult;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Chunks over 2 GiB, made of one piece of memory many times. */
class LargeChunkTest {

  private static final int PIECE = 32 * 1024 * 1024;
  private static final int PIECES = 70;
  private static final long LENGTH = (long) PIECE * PIECES;

  private static List<ByteBuffer> pieces() {
    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE).put(TestBytes.random(20_08, PIECE)).flip();
    return new ArrayList<>(Collections.nCopies(PIECES, piece));
  }

  @Test
  void lengthsOffsetsAndWindowsGoBeyondAnInt() {
    List<ByteBuffer> pieces = pieces();
    ChunkBuffer chunk = ChunkBuffer.wrap(pieces);
    assertThat(chunk.length()).isEqualTo(LENGTH).isGreaterThan(Integer.MAX_VALUE);

    ChunkChecksum largest = ChunkChecksum.of(ChecksumType.CRC32C, Integer.MAX_VALUE);
    ChecksumData sums = largest.compute(chunk);
    CRC32C first = new CRC32C();
    CRC32C second = new CRC32C();
    long left = Integer.MAX_VALUE;
    for (ByteBuffer piece : pieces) {
      int count = (int) Math.min(left, PIECE);
      first.update(piece.slice(0, count));
      second.update(piece.slice(count, PIECE - count));
      left -= count;
    }
    assertThat(sums.count()).isEqualTo(2);
    assertThat(sums.crc(0)).isEqualTo((int) first.getValue());
    assertThat(sums.crc(1)).isEqualTo((int) second.getValue());

    byte[] tail = new byte[8];
    chunk.read(LENGTH - 8, tail, 0, 8);
    byte[] expected = new byte[8];
    pieces.get(0).get(PIECE - 8, expected);
    assertThat(tail).isEqualTo(expected);
    assertThat(chunk.slice(LENGTH - 5, 5).length()).isEqualTo(5);
  }

  @Test
  void aBadWindowBeyondAnIntIsLocated() {
    List<ByteBuffer> pieces = pieces();
    int window = 1024 * 1024;
    ChunkChecksum crc32c = ChunkChecksum.of(ChecksumType.CRC32C, window);
    ChecksumData sums = crc32c.compute(ChunkBuffer.wrap(pieces));
    ByteBuffer damaged = ByteBuffer.allocateDirect(PIECE).put(pieces.get(0).duplicate()).flip();
    damaged.put(PIECE - 1, (byte) ~damaged.get(PIECE - 1));
    pieces.set(PIECES - 1, damaged);
    VerifyResult result = crc32c.verify(ChunkBuffer.wrap(pieces), sums);
    assertThat(result.mismatchCount()).isEqualTo(1);
    Mismatch mismatch = result.mismatches().get(0);
    assertThat(mismatch.offset()).isEqualTo(LENGTH - window).isGreaterThan(Integer.MAX_VALUE);
    assertThat(mismatch.window()).isEqualTo(LENGTH / window - 1);
  }

  @Test
  void moreWindowsThanAnArrayHoldsAreRefusedBeforeAnythingIsRead() {
    ByteBuffer piece = ByteBuffer.allocateDirect(1 << 20);
    ChunkBuffer chunk = ChunkBuffer.wrap(Collections.nCopies(1024, piece));
    assertThatThrownBy(() -> ChunkChecksum.of(ChecksumType.CRC32C, 1).compute(chunk))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1073741824 windows");
  }

  /** Each window of a byte has 4 bytes of checksum; an array has at most 2^31 − 9 bytes. */
  @Test
  void theMostWindowsThatAnArrayHoldsAreOnlyRefusedForLackOfRoom() {
    ChecksumCalculator calculator = ChunkChecksum.of(ChecksumType.CRC32C, 1).newCalculator();
    ByteBuffer noRoom = ByteBuffer.allocate(0);
    int most = (Integer.MAX_VALUE - 8) / 4;
    ChunkBuffer chunk = ChunkBuffer.wrap(pieces());
    assertThatThrownBy(() -> calculator.compute(chunk.slice(0, most), noRoom))
        .hasMessageContaining("take " + 4 * most + " writable bytes");
    assertThatThrownBy(() -> calculator.compute(chunk.slice(0, most + 1L), noRoom))
        .hasMessageContaining("536870910 windows are too many");
    ChunkBuffer half = chunk.slice(0, most / 2);
    assertThatThrownBy(() -> calculator.compute(List.of(half, half), noRoom))
        .hasMessageContaining("take " + 4 * (most - 1) + " writable bytes");
    ChunkBuffer more = chunk.slice(0, most / 2 + 1);
    assertThatThrownBy(() -> calculator.compute(List.of(half, more, more), noRoom))
        .hasMessageContaining("bytes of checksums are too many");
  }
}
