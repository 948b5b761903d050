// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.diagnosis.CauseKind;
import io.chunksum.verify.diagnosis.Diagnosis;
import io.chunksum.verify.diagnosis.Diagnostician;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the examples of docs/diagnosis.md. */
class DiagnosisPageTest {

  private static final Path PAGE = Path.of("docs", "diagnosis.md");
  private static final int WINDOW = 4096;

  @TempDir private Path folder;

  private byte[] data = TestBytes.random(52_01, 32 * WINDOW);
  private ChecksumData sums = sums(WINDOW, ChecksumType.CRC32C);

  private ChecksumData sums(int bytesPerChecksum, ChecksumType type) {
    return ChunkChecksum.of(type, bytesPerChecksum).compute(ChunkBuffer.wrap(data));
  }

  /** Makes the damage that the page describes. */
  private void damage(CauseKind kind) {
    byte[] good = data.clone();
    switch (kind) {
      case BIT_FLIP -> data[9000] ^= 0x20;
      case CHECKSUM_BIT_FLIP -> store(sums, bytes -> bytes[2 * 4 + 1] ^= 0x04);
      case ZERO_FILLED -> Arrays.fill(data, 2 * WINDOW + 1024, 3 * WINDOW, (byte) 0);
      case OTHER_WINDOW -> System.arraycopy(good, 5 * WINDOW, data, 2 * WINDOW, WINDOW);
      case SHIFTED -> System.arraycopy(good, 9000, data, 9100, good.length - 9100);
      case WRONG_ALGORITHM -> store(sums(WINDOW, ChecksumType.CRC32), bytes -> {});
      case WRONG_BYTE_ORDER ->
          store(sums, bytes -> ByteBuffer.wrap(bytes).putInt(8, Integer.reverseBytes(sums.crc(2))));
      case WRONG_WINDOW_SIZE -> store(sums(16 * 1024, ChecksumType.CRC32C), bytes -> {});
      case BURST -> data[9000] ^= 0x2C;
      case UNKNOWN -> Arrays.fill(data, 9000, 9100, (byte) 'x');
    }
  }

  private interface Change {
    void of(byte[] packed);
  }

  private void store(ChecksumData other, Change change) {
    byte[] packed = other.toByteArray();
    change.of(packed);
    sums = ChecksumData.of(ChecksumType.CRC32C, WINDOW, packed);
  }

  @ParameterizedTest
  @EnumSource
  void everyVerdictIsShown(CauseKind kind) throws Exception {
    damage(kind);
    ChunkBuffer chunk = ChunkBuffer.wrap(data);
    Mismatch mismatch =
        ChunkChecksum.like(sums).verify(chunk, sums).mismatches().stream()
            .filter(each -> each.window() == 2)
            .findFirst()
            .orElseThrow();
    Diagnosis diagnosis = new Diagnostician(chunk, sums).diagnose(mismatch);
    assertThat(diagnosis.cause().kind()).isEqualTo(kind);
    assertThat(Files.readString(Path.of("..").resolve(PAGE)))
        .contains("## `" + kind + "`")
        .contains("\n" + mismatch + ": " + diagnosis + "\n");
  }

  @Test
  void thePageHasASectionForEachVerdictInOrder() throws Exception {
    String sections =
        Files.readAllLines(Path.of("..").resolve(PAGE)).stream()
            .filter(line -> line.startsWith("## `"))
            .collect(Collectors.joining("\n"));
    String expected =
        Stream.of(CauseKind.values())
            .map(kind -> "## `" + kind + "`")
            .collect(Collectors.joining("\n"));
    assertThat(sections).isEqualTo(expected);
  }

  @Test
  void theExampleReportsWhatHappened() throws Exception {
    data[9000] ^= 0x20;
    ChunkBuffer chunk = ChunkBuffer.wrap(data);
    Map<String, String> sources = Map.of("Suspect", Examples.in(PAGE).get(0));
    try (Compiled compiled = Examples.compile(folder, sources)) {
      assertThat((List<?>) compiled.call("Suspect", "explain", chunk, sums))
          .hasSize(1)
          .first()
          .asString()
          .endsWith("bit 5 of byte 9000 is flipped");
    }
  }
}
