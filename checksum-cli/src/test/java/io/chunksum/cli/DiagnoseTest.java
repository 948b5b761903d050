// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.cli.sidecar.SidecarFormat;
import io.chunksum.cli.sidecar.SidecarReader;
import io.chunksum.cli.sidecar.SidecarWriter;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.FileReplacement;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code verify --diagnose}. */
class DiagnoseTest {

  private static final int WINDOW = 4096;
  private static final byte[] GOOD = Oracle.random(61, 40 * WINDOW + 77);

  @TempDir private Path directory;

  private Path damaged(String types, byte[] now) {
    return Cli.write(Cli.summed(directory.resolve("file"), GOOD, types, WINDOW), now);
  }

  private static Map<String, @Nullable Object> diagnosis(Path file, int line, int mismatch) {
    Cli.Outcome outcome = Cli.run("verify", "--diagnose", "--format", "json", file.toString());
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).isEmpty();
    List<?> mismatches = (List<?>) outcome.json().get(line).get("mismatches");
    Map<?, ?> found = (Map<?, ?>) Objects.requireNonNull(mismatches).get(mismatch);
    @SuppressWarnings("unchecked") // Keys of JSON objects are strings.
    Map<String, @Nullable Object> diagnosis =
        (Map<String, @Nullable Object>) Objects.requireNonNull(found.get("diagnosis"));
    return diagnosis;
  }

  @Test
  void aFlippedBitIsLocatedInTheFile() {
    Path file = damaged("CRC32C", Oracle.flipped(GOOD, 33_333, 6));
    assertThat(diagnosis(file, 0, 0))
        .containsExactlyEntriesOf(
            ordered(
                "verdict",
                "BIT_FLIP",
                "offset",
                33_333L,
                "bit",
                6L,
                "probability",
                WINDOW * 8 / 0x1p32,
                "alternatives",
                List.of()));
  }

  @Test
  void theObjectIsThatOfThePage() throws IOException {
    Path file = damaged("CRC32C", Oracle.flipped(GOOD, 9000, 5));
    String page = Files.readString(Path.of("..", "docs", "diagnosis.md"));
    String object = page.lines().filter(line -> line.startsWith("{")).findFirst().orElseThrow();
    assertThat(Cli.run("verify", "--diagnose", "--format", "json", file.toString()).out())
        .contains("\"diagnosis\":" + object + "}]");
  }

  @Test
  void aBurstHasItsFirstBitAndItsLengthInBits() {
    Path file = damaged("CRC32", Oracle.flipped(Oracle.flipped(GOOD, 33_333, 6), 33_334, 1));
    assertThat(diagnosis(file, 0, 0))
        .containsEntry("verdict", "BURST")
        .containsEntry("offset", 33_333L)
        .containsEntry("bit", 6L)
        .containsEntry("length", 4L);
  }

  @Test
  void aLostWriteHasItsRegion() {
    byte[] now = GOOD.clone();
    Arrays.fill(now, 3 * WINDOW + 512, 4 * WINDOW, (byte) 0);
    assertThat(diagnosis(damaged("SHA256", now), 0, 0))
        .containsEntry("verdict", "ZERO_FILLED")
        .containsEntry("offset", 3 * WINDOW + 512L)
        .containsEntry("length", WINDOW - 512L);
  }

  @Test
  void swappedWindowsNameEachOther() {
    byte[] now = GOOD.clone();
    System.arraycopy(GOOD, 3 * WINDOW, now, 30 * WINDOW, WINDOW);
    System.arraycopy(GOOD, 30 * WINDOW, now, 3 * WINDOW, WINDOW);
    Path file = damaged("MD5", now);
    assertThat(diagnosis(file, 0, 0))
        .containsEntry("verdict", "OTHER_WINDOW")
        .containsEntry("otherWindow", 30L);
    assertThat(diagnosis(file, 0, 1)).containsEntry("otherWindow", 3L);
  }

  @Test
  void lostBytesShiftAllThatFollows() {
    byte[] now = Arrays.copyOf(GOOD, GOOD.length - 10);
    System.arraycopy(GOOD, 3 * WINDOW + 10, now, 3 * WINDOW, now.length - 3 * WINDOW);
    Path file = damaged("CRC32C", now);
    for (int i = 0; i < 38; i++) { // The last window of the file is cut short, but known by now.
      assertThat(diagnosis(file, 0, i))
          .containsEntry("verdict", "SHIFTED")
          .containsEntry("by", -10L);
    }
  }

  @Test
  void checksumsOfAnotherAlgorithmAreToldFromBadData() throws IOException {
    Path file = damaged("CRC32C", GOOD);
    Path sidecar = Cli.sidecar(file);
    relabel(Cli.sidecar(Cli.summed(directory.resolve("other"), GOOD, "CRC32", WINDOW)), sidecar);
    assertThat(diagnosis(file, 0, 5))
        .containsEntry("verdict", "WRONG_ALGORITHM")
        .containsEntry("type", "CRC32");
  }

  /** Stores the checksums of a sidecar in another one, as CRC32C. */
  private static void relabel(Path from, Path to) throws IOException {
    try (SidecarReader sums = new SidecarReader(from);
        SidecarWriter writer =
            new SidecarWriter(new FileReplacement(to), List.of(ChecksumType.CRC32C), WINDOW)) {
      ChunkInfo chunk = sums.nextChunk().get(0);
      byte[] packed = chunk.checksums().toByteArray();
      ChecksumData other = ChecksumData.of(ChecksumType.CRC32C, WINDOW, packed);
      writer.write(new ChunkInfo(chunk.name(), 0, chunk.length(), other));
      writer.commit(chunk.length());
    }
  }

  @Test
  void textHasTheDiagnosisAtTheEndOfTheLine() {
    Path file = damaged("CRC32C", Oracle.flipped(GOOD, 33_333, 6));
    assertThat(Cli.run("verify", "--diagnose", file.toString()).lines().get(0))
        .startsWith(file + ": window 8, bytes 32768 to 36863: expected ")
        .endsWith(": bit 6 of byte 33333 is flipped");
    assertThat(Cli.run("verify", file.toString()).out()).doesNotContain("flipped");
  }

  @Test
  void everyTypeIsDiagnosedForItself() {
    Path file = damaged("MD5,CRC32C", Oracle.flipped(GOOD, 33_333, 6));
    assertThat(diagnosis(file, 0, 0)).containsEntry("verdict", "UNKNOWN");
    assertThat(diagnosis(file, 1, 0)).containsEntry("verdict", "BIT_FLIP");
  }

  @Test
  void missingAndSurplusBytesAreUnknown() {
    Path file = damaged("CRC32C", Arrays.copyOf(GOOD, 20 * WINDOW + 5));
    for (int i = 0; i < 21; i++) {
      assertThat(diagnosis(file, 0, i)).containsEntry("verdict", "UNKNOWN");
    }
    Cli.write(file, Oracle.joined(GOOD, new byte[3]));
    assertThat(diagnosis(file, 0, 0)).containsEntry("verdict", "UNKNOWN");
  }

  @Test
  void aRangeIsDiagnosedWithTheChecksumsOfTheWholeFile() {
    byte[] now = GOOD.clone();
    System.arraycopy(GOOD, 3 * WINDOW, now, 30 * WINDOW, WINDOW);
    Path file = damaged("CRC32C", now);
    String range = 30 * WINDOW + 7 + ":1";
    assertThat(Cli.run("verify", "--diagnose", "--range", range, file.toString()).out())
        .contains("the data is that of window 3\n");
  }

  @Test
  void whatCannotBeReadTwiceIsVerifiedAndNotDiagnosed() {
    Path file = damaged("CRC32C", GOOD);
    String sidecar = Cli.sidecar(file).toString();
    Cli.Outcome outcome =
        Cli.run(
            Oracle.flipped(GOOD, 9, 1),
            "verify",
            "--diagnose",
            "--checksums",
            sidecar,
            "--format",
            "json",
            "-");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out()).contains("\"diagnosis\":null");
    assertThat(outcome.err())
        .isEqualTo("chunksum: -: no diagnosis: it cannot be read twice" + System.lineSeparator());
  }

  /** As if a bit had been flipped on the way, when the file was verified. */
  @Test
  void aFaultOfOneReadingIsNotDiagnosed() throws IOException {
    Path file = damaged("CRC32C", Oracle.flipped(GOOD, 33_333, 6));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(InputStream.nullInputStream(), out, err);
    AtomicInteger asked = new AtomicInteger();
    RecordVerification.RecordPlace place =
        path -> {
          if (asked.incrementAndGet() == 2) { // The file has been verified.
            Cli.write(file, GOOD);
          }
          return SidecarFormat.beside(path);
        };
    RecordVerification verification =
        new RecordVerification(console, new SidecarFormat(), place, null, true);
    Verdicts verdicts = new Verdicts(new JsonReport(console), result -> true);
    verification.verify(file.toString(), verdicts);
    console.flush(verdicts.status());
    assertThat(verdicts.status()).isEqualTo(1);
    assertThat(out.toString(UTF_8)).contains("\"window\":8,").contains("\"diagnosis\":null");
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            "chunksum: " + file + ": no diagnosis: window 8 reads differently the second time");
  }

  @Test
  void aGoodFileNeedsNoDiagnosis() {
    Path file = damaged("CRC32C", GOOD);
    assertThat(Cli.run("verify", "--diagnose", file.toString()).out())
        .isEqualTo(Cli.run("verify", file.toString()).out());
  }

  private static Map<String, Object> ordered(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }
}
