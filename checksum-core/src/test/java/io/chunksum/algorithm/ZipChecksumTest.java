// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.data.ChecksumData;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.junit.jupiter.api.Test;

class ZipChecksumTest {

  /** Does with every buffer what JDK 22 to 24 do with one over a shared memory segment. */
  private static final class Refusing implements Checksum {
    private final CRC32C crc = new CRC32C();

    @Override
    public void update(int b) {
      crc.update(b);
    }

    @Override
    public void update(byte[] b, int off, int len) {
      crc.update(b, off, len);
    }

    @Override
    public void update(ByteBuffer buffer) {
      throw new UnsupportedOperationException("ByteBuffer derived from closeable shared sessions");
    }

    @Override
    public long getValue() {
      return crc.getValue();
    }

    @Override
    public void reset() {
      crc.reset();
    }
  }

  private static final ChecksumAlgorithm REFUSING =
      new ChecksumAlgorithm() {
        @Override
        public ChecksumType type() {
          return ChecksumType.CRC32C;
        }

        @Override
        public StreamingChecksum newChecksum() {
          return new ZipChecksum(ChecksumType.CRC32C, new Refusing());
        }
      };

  @Test
  void buffersThatTheJdkRefusesGoThroughTheScratchArrayAndAreCounted() {
    ByteBuffer direct = ByteBuffer.allocateDirect(20_000);
    for (int i = 0; i < direct.capacity(); i++) {
      direct.put(i, (byte) (i * 31));
    }
    ChunkBuffer chunk = ChunkBuffer.wrap(direct);
    ChecksumData expected =
        new ChecksumCalculator(ChecksumAlgorithms.of(ChecksumType.CRC32C), 3_000).compute(chunk);
    ChecksumCalculator calculator = new ChecksumCalculator(REFUSING, 3_000);
    assertThat(calculator.compute(chunk)).isEqualTo(expected);
    assertThat(calculator.bytesCopied().total()).isEqualTo(20_000);

    StreamingChecksum checksum = REFUSING.newChecksum();
    byte[] result = new byte[4];
    assertThat(checksum.finishEachInPlace(direct.duplicate(), 20_000, 1, result, 0)).isFalse();
    checksum.update(direct);
    checksum.finish(result, 0);
    CRC32C whole = new CRC32C();
    whole.update(direct.duplicate());
    assertThat(ByteBuffer.wrap(result).getInt()).isEqualTo((int) whole.getValue());
  }

  @Test
  void directMemoryIsReadInPlaceAndNoOtherBuffer() {
    StreamingChecksum checksum = ChecksumAlgorithms.of(ChecksumType.CRC32).newChecksum();
    ByteBuffer direct = ByteBuffer.allocateDirect(500);
    assertThat(checksum.updateInPlace(direct.duplicate())).isTrue();
    assertThat(checksum.updateInPlace(direct.asReadOnlyBuffer())).isTrue();
    ByteBuffer heap = ByteBuffer.allocate(500).asReadOnlyBuffer();
    assertThat(checksum.updateInPlace(heap)).isFalse();
    assertThat(heap.position()).isZero();
  }

  @Test
  void runsInDirectMemoryAreReadInPlaceIfThereIsRoomForAllResults() {
    ByteBuffer direct = ByteBuffer.allocateDirect(500);
    StreamingChecksum checksum = ChecksumAlgorithms.of(ChecksumType.CRC32C).newChecksum();
    assertThatThrownBy(() -> checksum.finishEachInPlace(direct, 100, 5, new byte[19], 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(direct.position()).isZero();
    byte[] results = new byte[20];
    assertThat(checksum.finishEachInPlace(direct, 100, 5, results, 0)).isTrue();
    CRC32C zeros = new CRC32C();
    zeros.update(new byte[100]);
    assertThat(ByteBuffer.wrap(results).getInt(16)).isEqualTo((int) zeros.getValue());
    ByteBuffer heap = ByteBuffer.allocate(500).asReadOnlyBuffer();
    assertThat(checksum.finishEachInPlace(heap, 100, 5, results, 0)).isFalse();
    assertThat(heap.position()).isZero();
  }
}
