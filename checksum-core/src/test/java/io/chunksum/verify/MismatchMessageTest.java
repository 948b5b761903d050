// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the one line about a damaged chunk says. */
class MismatchMessageTest {

  private static final int WINDOW = 8;
  private static final byte[] CONTENT = "ten bytes!".repeat(5).getBytes(StandardCharsets.US_ASCII);
  private static final ChunkChecksum CRC32C = ChunkChecksum.of(ChecksumType.CRC32C, WINDOW);
  private static final ChecksumData SUMS = CRC32C.compute(ChunkBuffer.wrap(CONTENT));
  private static final ChunkInfo INFO = new ChunkInfo("chunk_1", 0, CONTENT.length, SUMS);

  private static byte[] damaged() {
    byte[] content = CONTENT.clone();
    content[2] ^= 0x10;
    return content;
  }

  @Test
  void everyVerifierNamesTheChunkIfItsRecordHasAName() {
    ChunkBuffer bad = ChunkBuffer.wrap(damaged());
    ChunkBuffer run = ChunkBuffer.wrap(damaged(), 0, WINDOW);
    ChunkVerifier byParts = CRC32C.newVerifier();
    byParts.begin(INFO, 0, SUMS.count());
    byParts.update(bad);
    IOException brokenOff = byParts.breakOff(new IOException("disk"));
    Map<String, VerifyResult> results =
        Map.of(
            "checksum",
            CRC32C.verify(bad, INFO),
            "run of windows",
            CRC32C.verifyWindows(run, INFO, 0, 1),
            "batch",
            CRC32C.newBatchVerifier().verifyRecorded(List.of(bad), List.of(INFO)).get(0),
            "parallel",
            CRC32C.newParallelVerifier(Runnable::run, 2).verify(bad, INFO),
            "receiver",
            new ChunkReceiver(ReceivePolicy.always(), 0, 1).receive(bad, INFO),
            "read",
            new ReadVerifier(ReadPolicy.always()).verify("key", bad, INFO),
            "broken off",
            ((ChecksumMismatchException) brokenOff).result());
    results.forEach((by, result) ->
        assertThat(result.toString())
            .as(by)
            .startsWith("CRC32C mismatch in chunk chunk_1: window 0, bytes 0 to 7: expected "));
  }

  @Test
  void withoutANameNoneIsSaid() {
    ChunkBuffer bad = ChunkBuffer.wrap(damaged());
    ChunkInfo unnamed = new ChunkInfo("", 0, CONTENT.length, SUMS);
    ChunkVerifier verifier = CRC32C.newVerifier();
    assertThat(verifier.verify(bad, INFO).toString()).contains("chunk_1");
    for (VerifyResult result :
        List.of(
            verifier.verify(bad, unnamed),
            verifier.verify(bad, SUMS),
            CRC32C.newParallelVerifier(Runnable::run, 2).verify(bad, SUMS),
            CRC32C.newParallelVerifier(Runnable::run, 2).verify(bad, unnamed))) {
      assertThat(result.toString()).startsWith("CRC32C mismatch: window 0, bytes 0 to 7: ");
    }
  }

  @Test
  void checksumsOfAnotherKindAreThoseOfANamedChunk() {
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT);
    assertThat(ChunkChecksum.of(ChecksumType.CRC32, WINDOW).verify(chunk, INFO))
        .hasToString("the stored checksums of chunk chunk_1 are CRC32C, not CRC32");
    assertThat(ChunkChecksum.of(ChecksumType.CRC32C, 9).verify(chunk, INFO))
        .hasToString("the stored checksums of chunk chunk_1 are over windows of 8 bytes, not 9");
  }

  @Test
  void aCallerCanSayWhereTheDataIs() {
    VerifyResult bad = CRC32C.verify(ChunkBuffer.wrap(damaged()), INFO);
    VerifyResult good = CRC32C.verify(ChunkBuffer.wrap(CONTENT), INFO);
    assertThatCode(() -> good.orThrowIn("/data/5.block")).doesNotThrowAnyException();
    assertThatThrownBy(() -> bad.orThrowIn("/data/5.block"))
        .isInstanceOfSatisfying(
            ChecksumMismatchException.class, e -> assertThat(e.result()).isSameAs(bad))
        .hasMessage("/data/5.block: " + bad);
  }

  /** A name is whatever somebody recorded. */
  @Test
  void theMessageIsOneLineWhateverTheNameOfTheChunk() {
    ChunkChecksum crc = ChunkChecksum.of(ChecksumType.CRC32C, 8);
    ChecksumData sums = crc.compute(ChunkBuffer.wrap(new byte[8]));
    ChunkInfo info = new ChunkInfo("a\nERROR b\r\u2028c\u0085", 0, 8, sums);
    assertThat(crc.verify(ChunkBuffer.wrap(new byte[] {1, 0, 0, 0, 0, 0, 0, 0}), info).toString())
        .startsWith("CRC32C mismatch in chunk a?ERROR b??c?: window 0");
  }
}
