// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.CrcModel;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** combine(crc(A), crc(B), |B|) equals crc(A‖B), is associative, and has an identity. */
class CrcCombinerTest {

  private static final byte[] CONTENT = TestBytes.random(20_12, 300);

  static List<ChecksumType> types() {
    return List.of(ChecksumType.CRC32, ChecksumType.CRC32C);
  }

  private static Checksum jdk(ChecksumType type) {
    return type.equals(ChecksumType.CRC32) ? new CRC32() : new CRC32C();
  }

  private static int crc(ChecksumType type, byte[] content, int from, int to) {
    Checksum crc = jdk(type);
    crc.update(content, from, to - from);
    return (int) crc.getValue();
  }

  @ParameterizedTest
  @MethodSource("types")
  void everySplitCombinesToTheCrcOfTheWhole(ChecksumType type) {
    CrcCombiner combiner = CrcCombiner.find(type).orElseThrow();
    for (int length = 0; length <= CONTENT.length; length++) {
      int whole = crc(type, CONTENT, 0, length);
      for (int split = 0; split <= length; split++) {
        int a = crc(type, CONTENT, 0, split);
        int b = crc(type, CONTENT, split, length);
        assertThat(combiner.combine(a, b, length - split))
            .as("length %d, split at %d", length, split)
            .isEqualTo(whole);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void anOperatorForOneLengthCombinesToTheCrcOfTheWhole(ChecksumType type) {
    CrcCombiner combiner = CrcCombiner.find(type).orElseThrow();
    for (int length = 0; length <= CONTENT.length; length++) {
      CrcCombiner.FixedLength append = combiner.forLength(length);
      assertThat(append.length()).isEqualTo(length);
      for (int from = 0; from <= CONTENT.length - length; from += 7) {
        int a = crc(type, CONTENT, 0, from);
        int b = crc(type, CONTENT, from, from + length);
        assertThat(append.combine(a, b))
            .as("%d bytes after %d", length, from)
            .isEqualTo(crc(type, CONTENT, 0, from + length));
      }
    }
    for (long length : new long[] {1L << 31, (1L << 32) + 5, Long.MAX_VALUE}) {
      for (int crc : new int[] {0, 1, -1, 1 << 31, 0x12345678}) {
        assertThat(combiner.forLength(length).combine(crc, 42))
            .isEqualTo(combiner.combine(crc, 42, length));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void nothingIsTheIdentityAndCombiningIsAssociative(ChecksumType type) {
    CrcCombiner combiner = CrcCombiner.find(type).orElseThrow();
    int a = crc(type, CONTENT, 0, 17);
    int b = crc(type, CONTENT, 17, 170);
    int c = crc(type, CONTENT, 170, 300);
    assertThat(combiner.combine(a, 0, 0)).isEqualTo(a);
    assertThat(combiner.combine(0, b, 153)).isEqualTo(b);
    int left = combiner.combine(combiner.combine(a, b, 153), c, 130);
    int right = combiner.combine(a, combiner.combine(b, c, 130), 153 + 130);
    assertThat(left).isEqualTo(right).isEqualTo(crc(type, CONTENT, 0, 300));
  }

  /** 3 GiB and 5 bytes: its length has bits beyond an int. */
  @ParameterizedTest
  @MethodSource("types")
  void lengthsGoBeyondAnInt(ChecksumType type) {
    CrcCombiner combiner = CrcCombiner.find(type).orElseThrow();
    byte[] head = TestBytes.random(20_13, 1000);
    ByteBuffer piece = ByteBuffer.allocateDirect(64 << 20).put(7, (byte) 1);
    Checksum whole = jdk(type);
    whole.update(head, 0, head.length);
    Checksum tail = jdk(type);
    for (int i = 0; i < 48; i++) {
      whole.update(piece.clear());
      tail.update(piece.clear());
    }
    whole.update(head, 0, 5);
    tail.update(head, 0, 5);
    long tailLength = 48L * (64 << 20) + 5;
    assertThat(combiner.combine(crc(type, head, 0, 1000), (int) tail.getValue(), tailLength))
        .isEqualTo((int) whole.getValue());
  }

  @ParameterizedTest
  @MethodSource("types")
  void theWindowsOfAChunkCombineToTheCrcOfTheChunk(ChecksumType type) {
    ChecksumData sums = ChunkChecksum.of(type, 64).compute(ChunkBuffer.wrap(CONTENT));
    CrcCombiner combiner = CrcCombiner.find(type).orElseThrow();
    int composite = 0;
    for (int i = 0; i < sums.count(); i++) {
      composite = combiner.combine(composite, sums.crc(i), Math.min(64, 300 - i * 64));
    }
    assertThat(composite).isEqualTo(crc(type, CONTENT, 0, 300));
  }

  @Test
  void whatCannotBeCombinedIsRefused() {
    assertThat(CrcCombiner.find(ChecksumType.MD5)).isEmpty();
    assertThat(CrcCombiner.find(ChecksumType.SHA256)).isEmpty();
    assertThat(CrcCombiner.find(ChecksumType.NONE)).isEmpty();
    assertThatThrownBy(() -> CrcCombiner.CRC32.combine(1, 2, -1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CrcCombiner.CRC32.forLength(-1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Such as those of an int that became a negative long. */
  @Test
  void bitsBeyondThoseOfTheCrcDoNotCount() {
    CrcCombiner crc16 = CrcCombiner.of(new CrcModel(16, 0x8005, 0, true, 0, 0xBB3D));
    for (CrcCombiner combiner : List.of(CrcCombiner.CRC32, CrcCombiner.CRC32C, crc16)) {
      int width = combiner.model().width();
      long a = 0x9234_5678L & (-1L >>> (Long.SIZE - width));
      long b = 0xFEDC_BA98L & (-1L >>> (Long.SIZE - width));
      long right = combiner.combine(a, b, 100L);
      assertThat(right >>> width).isZero();
      for (long surplus : new long[] {-1L << width, 1L << width, Long.MIN_VALUE}) {
        assertThat(combiner.combine(a | surplus, b, 100L)).isEqualTo(right);
        assertThat(combiner.combine(a, b | surplus, 100L)).isEqualTo(right);
        assertThat(combiner.forLength(100).combine(a | surplus, b)).isEqualTo(right);
        assertThat(combiner.forLength(100).combine(a, b | surplus)).isEqualTo(right);
      }
    }
    assertThat(crc16.forLength(3).combine(-1, 0)).isEqualTo(crc16.combine(0xFFFF, 0, 3));
    assertThat(crc16.forLength(3).combine(0, -1)).isEqualTo(crc16.combine(0, 0xFFFF, 3));
    assertThat(CrcCombiner.of(CrcModel.CRC64_NVME).combine(-1L, 0L, 0)).isEqualTo(-1L);
  }

  @Test
  void aCrcOf64BitsIsNoInt() {
    CrcCombiner crc64 = CrcCombiner.of(CrcModel.CRC64_NVME);
    assertThatThrownBy(() -> crc64.combine(1, 2, 3L))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> crc64.forLength(3).combine(1, 2))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
