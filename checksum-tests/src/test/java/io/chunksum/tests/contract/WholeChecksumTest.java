// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.compute.WholeChecksum;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.Chunks;
import io.chunksum.tests.FailingCrc32c;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WholeChecksumTest {

  private static final byte[] CONTENT = TestBytes.random(20_91, 50_000);

  private static byte[] reference(ChecksumAlgorithm algorithm, byte[] content) {
    StreamingChecksum checksum = algorithm.newChecksum();
    checksum.update(content, 0, content.length);
    byte[] result = new byte[algorithm.type().checksumLength()];
    checksum.finish(result, 0);
    return result;
  }

  private static CRC32C crc(byte[] content, int from, int count) {
    CRC32C crc = new CRC32C();
    crc.update(content, from, count);
    return crc;
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void everyWayToHandBytesOverGivesTheSameForEveryType(BufferKind kind) {
    for (ChecksumAlgorithm algorithm : ChecksumAlgorithms.all()) {
      WholeChecksum whole = new WholeChecksum(algorithm);
      assertThat(whole.type()).isEqualTo(algorithm.type());
      byte[] expected = reference(algorithm, CONTENT);
      for (int length : new int[] {1, 777, 9_000, CONTENT.length}) {
        whole.update(Chunks.of(kind, CONTENT, length));
        assertThat(whole.length()).isEqualTo(CONTENT.length);
        assertThat(whole.finish()).as("chunk of %s", algorithm).isEqualTo(expected);
        assertThat(whole.length()).isZero();

        ChunkBuffer chunk = Chunks.of(kind, CONTENT, 5_000);
        for (int at = 0; at < CONTENT.length; at += length) {
          whole.update(chunk, at, Math.min(length, CONTENT.length - at));
        }
        assertThat(whole.length()).isEqualTo(CONTENT.length);
        assertThat(whole.finish()).as("ranges of %s", algorithm).isEqualTo(expected);

        for (byte[] part : Parts.ofLength(CONTENT, length)) {
          ByteBuffer buffer = kind.of(part);
          ByteBuffer before = buffer.duplicate();
          whole.accept(buffer);
          assertThat(buffer.position()).isEqualTo(before.position());
          assertThat(buffer.limit()).isEqualTo(before.limit());
        }
        assertThat(whole.length()).isEqualTo(CONTENT.length);
        assertThat(whole.finish()).as("buffers of %s", algorithm).isEqualTo(expected);

        for (int at = 0; at < CONTENT.length; at += length) {
          whole.accept(CONTENT, at, Math.min(length, CONTENT.length - at));
        }
        assertThat(whole.length()).isEqualTo(CONTENT.length);
        assertThat(whole.finish()).as("arrays of %s", algorithm).isEqualTo(expected);
      }
    }
  }

  @Test
  void theJdkComputesTheSame() throws Exception {
    WholeChecksum sha256 = WholeChecksum.of(ChecksumType.SHA256);
    sha256.update(ChunkBuffer.wrap(CONTENT));
    assertThat(sha256.finish()).isEqualTo(MessageDigest.getInstance("SHA-256").digest(CONTENT));
    WholeChecksum crc32c = WholeChecksum.of(ChecksumType.CRC32C);
    crc32c.accept(CONTENT, 5, 40_000);
    CrcValue value = crc32c.finishCrcValue();
    assertThat(value.crc()).isEqualTo(crc(CONTENT, 5, 40_000).getValue());
    assertThat(value.length()).isEqualTo(40_000);
  }

  @Test
  void noBytesHaveAChecksumToo() {
    for (ChecksumAlgorithm algorithm : ChecksumAlgorithms.all()) {
      WholeChecksum whole = new WholeChecksum(algorithm);
      byte[] expected = reference(algorithm, new byte[0]);
      assertThat(whole.finish()).as("%s", algorithm).isEqualTo(expected);
      whole.update(ChunkBuffer.wrap(new byte[0]));
      whole.update(ChunkBuffer.wrap(CONTENT), 7, 0);
      whole.accept(CONTENT, CONTENT.length, 0);
      whole.accept(ByteBuffer.allocateDirect(0));
      assertThat(whole.finish()).as("%s", algorithm).isEqualTo(expected);
      if (algorithm.combiner().isPresent()) {
        assertThat(whole.finishCrcValue()).isEqualTo(CrcValue.empty(algorithm));
      }
    }
    assertThat(WholeChecksum.of(ChecksumType.NONE).finish()).isEmpty();
  }

  @Test
  void moreBytesThanAWindowCanHave() {
    int pieceBytes = 32 * 1024 * 1024;
    byte[] bytes = TestBytes.random(20_91, pieceBytes);
    ByteBuffer piece = ByteBuffer.allocateDirect(pieceBytes).put(bytes).flip();
    ChunkBuffer chunk = ChunkBuffer.wrap(Collections.nCopies(96, piece));
    WholeChecksum whole = WholeChecksum.of(ChecksumType.CRC32C);
    whole.update(chunk);
    assertThat(whole.length()).isEqualTo(3L << 30);
    CRC32C expected = new CRC32C();
    for (int i = 0; i < 96; i++) {
      expected.update(bytes);
    }
    CrcValue crc = whole.finishCrcValue();
    assertThat(crc.crc()).isEqualTo(expected.getValue());
    assertThat(crc.length()).isEqualTo(3L << 30);
    assertThat(whole.bytesCopied()).isEqualTo(CopiedBytes.NONE);

    whole.update(chunk, (1L << 31) + 9, 1_000);
    assertThat(whole.finishCrcValue().crc()).isEqualTo(crc(bytes, 9, 1_000).getValue());
  }

  @Test
  void whatTheAlgorithmCannotReadInPlaceIsCountedByItsMemory() {
    ByteBuffer direct = ByteBuffer.allocateDirect(20_000);
    ByteBuffer readOnly = ByteBuffer.wrap(CONTENT).asReadOnlyBuffer();
    for (ChecksumType type : List.of(ChecksumType.CRC32C, ChecksumType.MD5)) {
      WholeChecksum whole = WholeChecksum.of(type);
      whole.accept(ByteBuffer.wrap(CONTENT));
      whole.update(ChunkBuffer.wrap(CONTENT));
      assertThat(whole.bytesCopied()).isEqualTo(CopiedBytes.NONE);
      whole.accept(direct);
      whole.reset();
      whole.update(ChunkBuffer.wrap(readOnly), 0, 30_000);
      assertThat(whole.bytesCopied())
          .isEqualTo(new CopiedBytes(type.equals(ChecksumType.MD5) ? 20_000 : 0, 30_000));
    }
  }

  @Test
  void whatDoesNotFitChangesNothing() {
    WholeChecksum md5 = WholeChecksum.of(ChecksumType.MD5);
    md5.accept(CONTENT, 0, CONTENT.length);
    assertThatThrownBy(() -> md5.finish(new byte[17], 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> md5.finish(new byte[17], -1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> md5.accept(CONTENT, 1, CONTENT.length))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> md5.update(ChunkBuffer.wrap(CONTENT), 1, CONTENT.length))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(md5::finishCrcValue)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("MD5 checksums have no CrcValue");
    assertThat(md5.length()).isEqualTo(CONTENT.length);
    byte[] target = new byte[18];
    md5.finish(target, 2);
    byte[] expected = reference(ChecksumAlgorithms.of(ChecksumType.MD5), CONTENT);
    assertThat(target).startsWith(0, 0).endsWith(expected);
  }

  private static final ChecksumAlgorithm FAILING = new FailingCrc32c();

  @Test
  void aCallThatFailsMidwayLosesTheChecksumUntilAReset() {
    WholeChecksum whole = new WholeChecksum(FAILING);
    byte[] gone = {(byte) 0xEE, 1};
    ByteBuffer direct = BufferKind.DIRECT_POSITION.of(gone);
    int position = direct.position();
    ChunkBuffer half = ChunkBuffer.wrap(List.of(ByteBuffer.wrap(CONTENT), ByteBuffer.wrap(gone)));
    for (Runnable failing :
        List.<Runnable>of(
            () -> whole.update(half), () -> whole.accept(gone, 0, 2), () -> whole.accept(direct))) {
      whole.accept(CONTENT, 0, 100);
      assertThatThrownBy(failing::run).hasMessage("gone");
      assertThat(whole.length()).isEqualTo(100);
      assertThat(direct.position()).isEqualTo(position);
      assertThat(direct.remaining()).isEqualTo(2);
      for (Runnable next :
          List.<Runnable>of(
              whole::finish,
              whole::finishCrcValue,
              () -> whole.finish(new byte[4], 0),
              () -> whole.update(half),
              () -> whole.accept(CONTENT, 0, 1),
              () -> whole.accept(ByteBuffer.allocateDirect(1)))) {
        assertThatThrownBy(next::run)
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("a call has failed midway: the checksum is lost");
      }
      whole.reset();
      assertThat(whole.length()).isZero();
      whole.accept(CONTENT, 0, 200);
      assertThat(whole.finishCrcValue().crc()).isEqualTo(crc(CONTENT, 0, 200).getValue());
    }
  }
}
