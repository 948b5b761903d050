// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Mismatches by themselves, as made by code that verifies elsewhere. */
class MismatchTest {

  private static final ByteBuffer EXPECTED = ByteBuffer.wrap(new byte[] {9, 1, 2, 3, 4}, 1, 4);
  private static final ByteBuffer ACTUAL = ByteBuffer.wrap(new byte[] {5, 6, 7, 8});

  private static Mismatch mismatch() {
    return Mismatch.of(2, 20, 10, EXPECTED, ACTUAL);
  }

  @Test
  void theChecksumsAreCopiedFromBetweenPositionAndLimit() {
    ByteBuffer actual = ByteBuffer.allocate(4).put(ACTUAL.duplicate()).flip();
    Mismatch mismatch = Mismatch.of(2, 20, 10, EXPECTED, actual);
    actual.put(0, (byte) 0);
    assertThat(mismatch.expected()).isEqualTo(EXPECTED);
    assertThat(mismatch.actual()).isEqualTo(ACTUAL);
    assertThat(EXPECTED.position()).isEqualTo(1);
    assertThat(mismatch).hasToString("window 2, bytes 20 to 29: expected 01020304, found 05060708");
  }

  @Test
  void missingBytesHaveNoActualChecksum() {
    Mismatch missing = Mismatch.of(2, 20, 10, EXPECTED, null);
    assertThat(missing.expected()).isEqualTo(EXPECTED);
    assertThat(missing.actual()).isNull();
    assertThat(missing)
        .hasToString("window 2, bytes 20 to 29: expected 01020304, but they are missing");
  }

  @Test
  void surplusHasNoChecksums() {
    Mismatch surplus = Mismatch.surplus(3, 30, 7);
    assertThat(surplus.window()).isEqualTo(3);
    assertThat(surplus.expected()).isNull();
    assertThat(surplus.actual()).isNull();
    assertThat(surplus).hasToString("bytes 30 to 36 have no checksum");
  }

  @Test
  void missingBytesOfTypeNoneHaveNoWindowInTheText() {
    ChunkInfo none = new ChunkInfo("c", 0, 10, ChecksumData.none(0));
    VerifyResult result =
        new ChunkReceiver(ReceivePolicy.always(), 0, 1)
            .receive(ChunkBuffer.wrap(new byte[4]), none);
    Mismatch missing = result.mismatches().get(0);
    assertThat(missing).isEqualTo(Mismatch.missingUnchecked(0, 4, 6));
    assertThat(missing).hasToString("bytes 4 to 9 are missing");
    assertThat(missing.expected()).isEqualTo(ByteBuffer.allocate(0));
    assertThat(missing.expectedHex()).isNull();
    assertThat(missing.actual()).isNull();
  }

  @Test
  void offsetByCountsFromTheStartOfWhatTheChunkIsAPartOf() {
    assertThat(mismatch().offsetBy(0, 0)).isEqualTo(mismatch());
    assertThat(mismatch().offsetBy(100, 1_000))
        .isEqualTo(Mismatch.of(102, 1_020, 10, EXPECTED, ACTUAL));
    assertThatThrownBy(() -> mismatch().offsetBy(Long.MAX_VALUE, 0))
        .isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> mismatch().offsetBy(0, Long.MAX_VALUE))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void equalityLooksAtEverythingItReports() {
    assertThat(mismatch()).isEqualTo(mismatch()).hasSameHashCodeAs(mismatch());
    List<Mismatch> others =
        List.of(
            Mismatch.of(3, 20, 10, EXPECTED, ACTUAL),
            Mismatch.of(2, 21, 10, EXPECTED, ACTUAL),
            Mismatch.of(2, 20, 11, EXPECTED, ACTUAL),
            Mismatch.of(2, 20, 10, ACTUAL, ACTUAL),
            Mismatch.of(2, 20, 10, EXPECTED, EXPECTED),
            Mismatch.surplus(2, 20, 10),
            mismatch().in(ChunkBuffer.wrap(new byte[30]), 0));
    for (Mismatch other : others) {
      assertThat(mismatch()).isNotEqualTo(other);
      assertThat(other).isNotEqualTo(mismatch());
    }
    assertThat(mismatch()).isNotEqualTo("window 2");
    assertThat(others.subList(0, 3))
        .extracting(Mismatch::hashCode)
        .doesNotContain(mismatch().hashCode())
        .doesNotHaveDuplicates();
  }

  @Test
  void mismatchesOfTheSameDamageInTheSamePiecesAreEqual() {
    ChunkChecksum crc32 = ChunkChecksum.of(ChecksumType.CRC32, 10);
    ChecksumData sums = crc32.compute(ChunkBuffer.wrap(new byte[30]));
    byte[] damaged = new byte[30];
    damaged[25] = 1;
    List<ByteBuffer> pieces =
        List.of(ByteBuffer.wrap(damaged, 0, 5), ByteBuffer.wrap(damaged, 5, 25));
    Mismatch inOne = crc32.verify(ChunkBuffer.wrap(damaged), sums).mismatches().get(0);
    Mismatch inTwo = crc32.verify(ChunkBuffer.wrap(pieces), sums).mismatches().get(0);
    assertThat(inOne).isEqualTo(crc32.verify(ChunkBuffer.wrap(damaged), sums).mismatches().get(0));
    assertThat(inOne).isNotEqualTo(inTwo);
  }
}
