// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCollector;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.Chunks;
import io.chunksum.tests.FailingCrc32c;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChecksumCollectorTest {

  private static final byte[] CONTENT = TestBytes.random(20_92, 5_003);

  /** One window after the other, copied out and checksummed in one go. */
  private static ChecksumData reference(ChecksumAlgorithm algorithm, int window, byte[] content) {
    StreamingChecksum checksum = algorithm.newChecksum();
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    for (byte[] bytes : Parts.ofLength(content, window)) {
      byte[] sum = new byte[algorithm.type().checksumLength()];
      checksum.update(bytes, 0, bytes.length);
      checksum.finish(sum, 0);
      packed.writeBytes(sum);
    }
    return ChecksumData.of(algorithm.type(), window, packed.toByteArray());
  }

  /** Every collector is used again and again. */
  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void everyWayToHandBytesOverGivesTheSameForEveryType(BufferKind kind) {
    for (ChecksumAlgorithm algorithm : ChecksumAlgorithms.all()) {
      for (int window : new int[] {1, 16, 512, 5_003, 9_000}) {
        ChecksumCollector collector = new ChecksumCollector(algorithm, window);
        ChecksumData expected = reference(algorithm, window, CONTENT);
        for (int length : new int[] {7, 512, 1_200, CONTENT.length}) {
          List<byte[]> parts = Parts.ofLength(CONTENT, length);
          parts.forEach(part -> collector.update(Chunks.of(kind, part, 100)));
          assertThat(collector.length()).isEqualTo(CONTENT.length);
          assertThat(collector.finish()).as("chunks of %s", algorithm).isEqualTo(expected);
          assertThat(collector.length()).isZero();

          for (byte[] part : parts) {
            ByteBuffer view = kind.of(part);
            ByteBuffer before = view.duplicate();
            collector.accept(view);
            assertThat(view.position()).isEqualTo(before.position());
            assertThat(view.limit()).isEqualTo(before.limit());
          }
          assertThat(collector.finish()).as("views of %s", algorithm).isEqualTo(expected);

          ChunkBuffer whole = Chunks.of(kind, CONTENT, 100);
          for (int at = 0; at < CONTENT.length; at += length) {
            collector.update(whole, at, Math.min(length, CONTENT.length - at));
          }
          assertThat(collector.finish()).as("ranges of %s", algorithm).isEqualTo(expected);

          for (int at = 0; at < CONTENT.length; at += length) {
            collector.accept(CONTENT, at, Math.min(length, CONTENT.length - at));
          }
          assertThat(collector.finish()).as("arrays of %s", algorithm).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void noBytesHaveNoChecksums() {
    for (ChecksumAlgorithm algorithm : ChecksumAlgorithms.all()) {
      ChecksumCollector collector = new ChecksumCollector(algorithm, 10);
      for (int i = 0; i < 2; i++) {
        ChecksumData sums = collector.finish();
        assertThat(sums.type()).isEqualTo(algorithm.type());
        assertThat(sums.bytesPerChecksum()).isEqualTo(10);
        assertThat(sums.count()).isZero();
        collector.update(ChunkBuffer.wrap(new byte[0]));
        collector.accept(CONTENT, CONTENT.length, 0);
        collector.accept(ByteBuffer.allocateDirect(0));
      }
    }
  }

  @Test
  void windowSizesAreThoseOfTheFunction() {
    ChecksumCollector none = ChunkChecksum.of(ChecksumType.NONE, 0).newCollector();
    none.accept(CONTENT, 0, 100);
    assertThat(none.length()).isEqualTo(100);
    assertThat(none.finish()).isEqualTo(ChecksumData.none(0));
    ChecksumCollector md5 = ChunkChecksum.of(ChecksumType.MD5, 700).newCollector();
    md5.accept(CONTENT, 0, CONTENT.length);
    assertThat(md5.finish())
        .isEqualTo(reference(ChecksumAlgorithms.of(ChecksumType.MD5), 700, CONTENT));
    ChecksumAlgorithm crc32c = ChecksumAlgorithms.of(ChecksumType.CRC32C);
    assertThatThrownBy(() -> new ChecksumCollector(crc32c, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bytesPerChecksum of CRC32C must be at least 1: 0");
  }

  /** As it would have to be for an answer midway, which this algorithm cannot give. */
  @Test
  void noBytesAreKeptWhateverTheAlgorithm() {
    ChecksumCollector collector = new ChecksumCollector(new XxHash32Algorithm(), 1_000);
    collector.update(ChunkBuffer.wrap(CONTENT));
    assertThat(collector.finish()).isEqualTo(reference(new XxHash32Algorithm(), 1_000, CONTENT));
    collector.accept(ByteBuffer.wrap(CONTENT));
    assertThat(collector.bytesCopied()).isEqualTo(CopiedBytes.NONE);
    collector.accept(ByteBuffer.wrap(CONTENT).asReadOnlyBuffer());
    collector.reset();
    collector.accept(ByteBuffer.allocateDirect(200));
    assertThat(collector.bytesCopied()).isEqualTo(new CopiedBytes(200, CONTENT.length));
  }

  @Test
  void aChunkThatIsGivenUpLeavesNothingBehind() {
    for (ChecksumAlgorithm algorithm : ChecksumAlgorithms.all()) {
      ChecksumCollector collector = new ChecksumCollector(algorithm, 100);
      collector.accept(CONTENT, 0, 250);
      collector.reset();
      assertThat(collector.length()).isZero();
      collector.accept(CONTENT, 0, 330);
      assertThat(collector.finish())
          .isEqualTo(reference(algorithm, 100, Arrays.copyOf(CONTENT, 330)));
    }
  }

  @Test
  void whatDoesNotFitChangesNothing() {
    ChecksumAlgorithm crc32c = ChecksumAlgorithms.of(ChecksumType.CRC32C);
    ChecksumCollector collector = new ChecksumCollector(crc32c, 1);
    collector.accept(CONTENT, 0, 100);
    ByteBuffer piece = ByteBuffer.allocateDirect(1 << 20);
    // With the 100 bytes before, one window more than an array has room for.
    ChunkBuffer chunk = ChunkBuffer.wrap(Collections.nCopies(512, piece)).slice(0, (1 << 29) - 102);
    assertThatThrownBy(() -> collector.update(chunk))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("536870910 windows are too many for one array of CRC32C checksums");
    assertThatThrownBy(() -> collector.accept(CONTENT, 1, CONTENT.length))
        .isInstanceOf(IndexOutOfBoundsException.class);
    for (long[] range : new long[][] {{-1, 1}, {1, CONTENT.length}, {1, Long.MAX_VALUE}, {1, -1}}) {
      assertThatThrownBy(() -> collector.update(ChunkBuffer.wrap(CONTENT), range[0], range[1]))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(collector.length()).isEqualTo(100);
    assertThat(collector.finish()).isEqualTo(reference(crc32c, 1, Arrays.copyOf(CONTENT, 100)));
  }

  @Test
  void aCallThatFailsMidwayLosesTheChecksumsUntilAReset() {
    ChecksumCollector collector = new ChecksumCollector(new FailingCrc32c(), 100);
    byte[] gone = {(byte) 0xEE, 1};
    ChunkBuffer half = ChunkBuffer.wrap(List.of(ByteBuffer.wrap(CONTENT), ByteBuffer.wrap(gone)));
    for (Runnable failing :
        List.<Runnable>of(
            () -> collector.update(half),
            () -> collector.accept(gone, 0, 2),
            () -> collector.accept(BufferKind.DIRECT_POSITION.of(gone)))) {
      collector.accept(CONTENT, 0, 250);
      assertThatThrownBy(failing::run).hasMessage("gone");
      assertThat(collector.length()).isEqualTo(250);
      for (Runnable next :
          List.<Runnable>of(
              collector::finish,
              () -> collector.update(half),
              () -> collector.accept(CONTENT, 0, 1),
              () -> collector.accept(ByteBuffer.allocateDirect(1)))) {
        assertThatThrownBy(next::run)
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("a call has failed midway: the checksums are lost");
      }
      collector.reset();
      collector.accept(CONTENT, 0, 330);
      assertThat(collector.finish())
          .isEqualTo(
              reference(
                  ChecksumAlgorithms.of(ChecksumType.CRC32C), 100, Arrays.copyOf(CONTENT, 330)));
    }
  }
}
