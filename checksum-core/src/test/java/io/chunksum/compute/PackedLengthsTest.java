// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checksums that fill the longest array, or nearly, and more than that. */
class PackedLengthsTest {

  private static final int LONGEST = Integer.MAX_VALUE - 8;

  @Test
  void theChecksumsOfAChunkMayFillAnArray() {
    PackedLengths ofOneByte = new PackedLengths(ChecksumType.of("BYTE", 1), 10);
    assertThat(ofOneByte.of(10L * LONGEST)).isEqualTo(LONGEST);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ofOneByte.of(10L * LONGEST + 1))
        .withMessage("2147483640 windows are too many for one array of BYTE checksums");
    PackedLengths ofFourBytes = new PackedLengths(ChecksumType.CRC32C, 1);
    assertThat(ofFourBytes.of(LONGEST / 4)).isEqualTo(LONGEST - 3);
    assertThatIllegalArgumentException().isThrownBy(() -> ofFourBytes.of(LONGEST / 4 + 1));
  }

  @Test
  void theChecksumsOfSeveralChunksMayFillAnArrayTogether() {
    PackedLengths lengths = new PackedLengths(ChecksumType.of("BYTE", 1), 1);
    ByteBuffer piece = ByteBuffer.allocate(1 << 20);
    ChunkBuffer chunk = ChunkBuffer.wrap(Collections.nCopies(1 << 10, piece));
    ChunkBuffer rest = chunk.slice(0, LONGEST - chunk.length());
    assertThat(lengths.of(List.of(chunk, rest))).isEqualTo(LONGEST);
    ChunkBuffer oneMore = ChunkBuffer.wrap(new byte[1]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lengths.of(List.of(chunk, rest, oneMore)))
        .withMessage("2147483640 bytes of checksums are too many for one array");
  }
}
