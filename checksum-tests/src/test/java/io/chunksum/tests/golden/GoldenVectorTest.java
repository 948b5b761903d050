// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.Chunks;
import io.chunksum.tests.GoldenVector;
import io.chunksum.tests.Parts;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The published test vectors, through the API that users call, over chunks in many pieces. */
class GoldenVectorTest {

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(buffer.position(), bytes);
    return bytes;
  }

  private static ChunkBuffer chunk(byte[] content, int pieceBytes) {
    return Chunks.ofAllKinds(Parts.ofLength(content, pieceBytes));
  }

  /** Odd piece lengths; few pieces where there would be a million buffers. */
  private static int[] pieceLengths(byte[] content) {
    return content.length > 1000
        ? new int[] {9_973, 65_536, content.length}
        : new int[] {1, 3, 7, 31, 64, 1000};
  }

  @ParameterizedTest
  @EnumSource(
      value = GoldenVector.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"MD5_EMPTY", "SHA256_EMPTY"})
  void vectorIsTheOnlyWindowOfItsChunk(GoldenVector vector) {
    byte[] content = vector.content();
    for (int pieceBytes : pieceLengths(content)) {
      for (int window : new int[] {content.length, content.length + 1, Integer.MAX_VALUE}) {
        ChecksumData sums =
            ChunkChecksum.of(vector.type(), window).compute(chunk(content, pieceBytes));
        assertThat(sums.count()).isEqualTo(1);
        assertThat(bytes(sums.checksum(0)))
            .as("pieces of %d, windows of %d", pieceBytes, window)
            .isEqualTo(vector.checksum());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = GoldenVector.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"MD5_EMPTY", "SHA256_EMPTY", "SHA256_MILLION_A"})
  void vectorIsTheLastWindowAfterOthers(GoldenVector vector) {
    byte[] content = vector.content();
    int window = 80;
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < 3 * window; i++) {
      all.write(i);
    }
    all.writeBytes(content);
    for (int pieceBytes : pieceLengths(content)) {
      ChecksumData sums =
          ChunkChecksum.of(vector.type(), window).compute(chunk(all.toByteArray(), pieceBytes));
      assertThat(sums.count()).isEqualTo(4);
      assertThat(bytes(sums.checksum(3)))
          .as("pieces of %d", pieceBytes)
          .isEqualTo(vector.checksum());
    }
  }

  /** A chunk of no bytes has no window, so the vectors for no bytes go to the algorithm itself. */
  @ParameterizedTest
  @EnumSource(GoldenVector.class)
  void vectorIsWhatTheAlgorithmGives(GoldenVector vector) {
    StreamingChecksum checksum = ChecksumAlgorithms.of(vector.type()).newChecksum();
    byte[] content = vector.content();
    checksum.update(content, 0, content.length);
    byte[] actual = new byte[vector.type().checksumLength()];
    checksum.finish(actual, 0);
    assertThat(actual).isEqualTo(vector.checksum());
  }

  @Test
  void vectorsOfOneLengthAreTheWindowsOfOneChunk() {
    List<GoldenVector> vectors =
        List.of(
            GoldenVector.CRC32C_ZEROES,
            GoldenVector.CRC32C_ONES,
            GoldenVector.CRC32C_INCREMENTING,
            GoldenVector.CRC32C_DECREMENTING);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (GoldenVector vector : vectors) {
      all.writeBytes(vector.content());
      expected.writeBytes(vector.checksum());
    }
    for (int pieceBytes = 1; pieceBytes <= all.size(); pieceBytes++) {
      ChecksumData sums =
          ChunkChecksum.of(ChecksumType.CRC32C, 32).compute(chunk(all.toByteArray(), pieceBytes));
      assertThat(bytes(sums.packed()))
          .as("pieces of %d", pieceBytes)
          .isEqualTo(expected.toByteArray());
    }
  }

  @Test
  void crcIsTheCheckValueAsANumber() {
    ChunkBuffer digits = chunk(GoldenVector.CRC32_CHECK.content(), 2);
    assertThat(ChunkChecksum.of(ChecksumType.CRC32, 9).compute(digits).crc(0))
        .isEqualTo(0xCBF43926);
    assertThat(ChunkChecksum.of(ChecksumType.CRC32C, 9).compute(digits).crc(0))
        .isEqualTo(0xE3069283);
  }
}
