// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.cli.sidecar.SidecarWriter;
import io.chunksum.file.FileReplacement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyCommandTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"CRC32C, 512", "CRC32, 7", "MD5, 1", "SHA256, 16384", "CRC32C, 2147483647"})
  void everyDamageIsReportedWithItsWindow(String type, int bytesPerChecksum) {
    int unit = Math.min(bytesPerChecksum, 1000);
    for (int length : new TreeSet<>(List.of(1, unit, unit + 1, 5 * unit, 5 * unit + unit / 2))) {
      byte[] recorded = Oracle.random(length, length);
      Path sums = Cli.sidecar(Cli.summed(directory.resolve("a"), recorded, type, bytesPerChecksum));
      for (byte[] now : damaged(recorded, unit)) {
        Path file = Cli.write(directory.resolve("b"), now);
        Cli.Outcome outcome =
            Cli.run("verify", "--checksums", sums.toString(), "--format", "json", file.toString());
        assertThat(outcome.json())
            .containsExactly(
                Expected.verify(file.toString(), recorded, now, type, bytesPerChecksum));
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.err()).isEmpty();
      }
    }
  }

  /** Bits flipped, bytes lost and bytes gained, at and around the borders of windows. */
  private static List<byte[]> damaged(byte[] file, int unit) {
    List<byte[]> others = new ArrayList<>();
    int end = file.length;
    for (int index : new TreeSet<>(List.of(0, unit - 1, unit, unit + 1, 2 * unit, end - 1))) {
      if (index < end) {
        others.add(Oracle.flipped(file, index, index % 8));
      }
    }
    for (int cut : new TreeSet<>(List.of(0, 1, unit - 1, unit, unit + 1, end - unit, end - 1))) {
      if (cut >= 0 && cut < end) {
        others.add(Arrays.copyOf(file, cut));
      }
    }
    for (int more : new TreeSet<>(List.of(1, unit, unit + 1, 3 * unit))) {
      others.add(Arrays.copyOf(file, end + more));
    }
    others.add(Oracle.joined(Oracle.flipped(file, 0, 7), new byte[] {1}));
    if (end > 2) {
      others.add(Arrays.copyOf(Oracle.flipped(file, 0, 3), end - 1));
      others.add(Oracle.joined(new byte[] {(byte) ~file[0]}, file));
      others.add(Oracle.flipped(Oracle.flipped(file, 0, 0), end - 1, 0));
    }
    return others;
  }

  @ParameterizedTest
  @ValueSource(ints = {65535, 65536, 131071, 131072, 150_000})
  void damageAtAChunkBorderIsReportedInFileCoordinates(int at) {
    // Chunks have 65536 windows here.
    byte[] recorded = Oracle.random(8, 150_001);
    Path file = Cli.summed(directory.resolve("data"), recorded, "MD5", 1);
    for (byte[] now :
        List.of(
            Oracle.flipped(recorded, at, 0),
            Arrays.copyOf(recorded, at),
            Arrays.copyOf(Oracle.flipped(recorded, 2, 1), at))) {
      Cli.write(file, now);
      Cli.Outcome outcome = Cli.run("verify", "--format", "json", file.toString());
      assertThat(outcome.json())
          .containsExactly(Expected.verify(file.toString(), recorded, now, "MD5", 1));
      assertThat(outcome.status()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"999, 0", "1000, 0", "1000, 1", "1001, 0", "3000, 0", "70000, 5"})
  void first1000MismatchesAreListedAndAllAreCounted(int windows, int surplus) {
    byte[] recorded = Oracle.random(9, windows * 4);
    Path file = Cli.summed(directory.resolve("data"), recorded, "CRC32", 4);
    byte[] now = new byte[recorded.length + surplus];
    for (int i = 0; i < recorded.length; i++) {
      now[i] = (byte) ~recorded[i];
    }
    Cli.write(file, now);
    Map<String, @Nullable Object> object =
        Cli.run("verify", "--format", "json", file.toString()).json().get(0);
    assertThat(object)
        .isEqualTo(Expected.verify(file.toString(), recorded, now, "CRC32", 4))
        .containsEntry("mismatchCount", (long) windows + (surplus > 0 ? 1 : 0));
    assertThat((List<?>) object.get("mismatches"))
        .hasSize(Math.min(windows + (surplus > 0 ? 1 : 0), 1000));
    String last = windows + surplus > 1000 ? " mismatched, the first 1000 listed)" : " mismatched)";
    List<String> lines = Cli.run("verify", file.toString()).lines();
    assertThat(lines.get(lines.size() - 1)).contains(": FAILED (CRC32, ").endsWith(last);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 511, 512, 513, 600_000})
  void intactFileIsOkInEveryType(int length) {
    byte[] content = Oracle.random(10, length);
    Path file = Cli.summed(directory.resolve("data"), content, "MD5,CRC32,SHA256,CRC32C", 512);
    Cli.Outcome outcome = Cli.run("verify", "--format", "json", file.toString());
    String name = file.toString();
    assertThat(outcome.json())
        .containsExactly(
            Expected.verify(name, content, content, "MD5", 512),
            Expected.verify(name, content, content, "CRC32", 512),
            Expected.verify(name, content, content, "SHA256", 512),
            Expected.verify(name, content, content, "CRC32C", 512));
    assertThat(outcome.status()).isZero();
  }

  @Test
  void noneIsNotCheckedAndSaysSo() {
    Path file = Cli.summed(directory.resolve("data"), new byte[100], "NONE,CRC32", 10);
    Cli.write(file, new byte[99]);
    Cli.Outcome json = Cli.run("verify", "--format", "json", file.toString());
    assertThat(json.status()).isEqualTo(1);
    assertThat(json.json().get(0))
        .containsEntry("ok", true)
        .containsEntry("checked", false)
        .containsEntry("windows", 0L)
        .containsEntry("mismatchCount", 0L)
        .containsEntry("mismatches", List.of());
    assertThat(json.json().get(1)).containsEntry("ok", false).doesNotContainKey("checked");
    assertThat(Cli.run("verify", file.toString()).lines().get(0))
        .isEqualTo(file + ": not checked, the checksum type is NONE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json"})
  void quietLeavesOutWhatIsAllRight(String format) {
    Path good = Cli.summed(directory.resolve("good"), new byte[100], "MD5,SHA256", 10);
    Path bad = Cli.summed(directory.resolve("bad"), new byte[100], "NONE,CRC32,MD5", 10);
    Cli.write(bad, new byte[95]);
    Path gone = directory.resolve("gone");
    String[] all = Cli.args(List.of(good, bad, gone), "verify", "--format", format);
    String[] quiet = Cli.args(List.of(good, bad, gone), "verify", "--quiet", "--format", format);
    Cli.Outcome loud = Cli.run(all);
    Cli.Outcome outcome = Cli.run(quiet);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).isEqualTo(loud.err());
    assertThat(loud.lines().subList(0, 2)).allMatch(line -> line.contains(good.toString()));
    assertThat(outcome.lines())
        .isNotEmpty()
        .isEqualTo(loud.lines().subList(2, loud.lines().size()));

    assertThat(Cli.run("verify", "-q", "--format", format, good.toString()))
        .isEqualTo(new Cli.Outcome(0, "", ""));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 16})
  void noneAloneIsStatus0WhateverTheFileHasBecome(int bytesPerChecksum) {
    Path file = Cli.summed(directory.resolve("data"), new byte[100], "NONE", bytesPerChecksum);
    Cli.write(file, new byte[7]);
    Cli.Outcome outcome = Cli.run("verify", "--format", "json", file.toString());
    assertThat(outcome.status()).isZero();
    assertThat(outcome.json().get(0))
        .containsEntry("length", 7L)
        .containsEntry("expectedLength", 100L);
  }

  @Test
  void textNamesEachMismatch() {
    byte[] recorded = Oracle.random(11, 25);
    Path file = Cli.summed(directory.resolve("data"), recorded, "CRC32", 10);
    byte[] now = Oracle.flipped(recorded, 3, 0);
    Cli.write(file, now);
    assertThat(Cli.run("verify", file.toString()).lines())
        .containsExactly(
            "%s: window 0, bytes 0 to 9: expected %s, found %s"
                .formatted(
                    file,
                    Oracle.sum("CRC32", Oracle.window(recorded, 0, 10)),
                    Oracle.sum("CRC32", Oracle.window(now, 0, 10))),
            file + ": FAILED (CRC32, 3 windows, 1 mismatched)");
    byte[] last = Oracle.flipped(recorded, 24, 0);
    Cli.write(file, last);
    assertThat(Cli.run("verify", file.toString()).lines().get(0))
        .isEqualTo(
            "%s: window 2, bytes 20 to 24: expected %s, found %s"
                .formatted(
                    file,
                    Oracle.sum("CRC32", Oracle.window(recorded, 2, 10)),
                    Oracle.sum("CRC32", Oracle.window(last, 2, 10))));
    Cli.write(file, Arrays.copyOf(recorded, 20));
    assertThat(Cli.run("verify", file.toString()).lines().get(0))
        .isEqualTo(
            "%s: window 2, bytes 20 to 24: expected %s, but they are missing"
                .formatted(file, Oracle.sum("CRC32", Oracle.window(recorded, 2, 10))));
    Cli.write(file, Arrays.copyOf(recorded, 28));
    assertThat(Cli.run("verify", file.toString()).lines().get(0))
        .isEqualTo(file + ": bytes 25 to 27: beyond the recorded length");
    Cli.write(file, recorded);
    assertThat(Cli.run("verify", file.toString()).lines())
        .containsExactly(file + ": OK (CRC32, 3 windows)");
  }

  @Test
  void mismatchOutweighsFileThatCannotBeChecked() {
    Path good = Cli.summed(directory.resolve("good"), new byte[10], "CRC32C", 4);
    Path bad = Cli.summed(directory.resolve("bad"), new byte[10], "CRC32C", 4);
    Cli.write(bad, new byte[9]);
    Path missing = directory.resolve("missing");
    assertThat(Cli.run(Cli.args(List.of(good), "verify")).status()).isZero();
    assertThat(Cli.run(Cli.args(List.of(good, missing), "verify")).status()).isEqualTo(3);
    assertThat(Cli.run(Cli.args(List.of(missing, good), "verify")).status()).isEqualTo(3);
    assertThat(Cli.run(Cli.args(List.of(good, bad), "verify")).status()).isEqualTo(1);
    assertThat(Cli.run(Cli.args(List.of(bad, good), "verify")).status()).isEqualTo(1);
    assertThat(Cli.run(Cli.args(List.of(missing, bad), "verify")).status()).isEqualTo(1);
    assertThat(Cli.run(Cli.args(List.of(bad, missing), "verify")).status()).isEqualTo(1);
    Cli.Outcome all = Cli.run(Cli.args(List.of(missing, bad, good), "verify"));
    assertThat(all.status()).isEqualTo(1);
    assertThat(all.errorLines())
        .containsExactly(
            "chunksum: " + missing + ": no such file",
            "chunksum: of 3 files, 1 mismatched, 1 could not be checked");
    assertThat(all.out()).contains(bad + ": FAILED").contains(good + ": OK");
  }

  @Test
  void whatCannotBeCheckedIsSaidInOneLine() throws IOException {
    Path alone = Cli.write(directory.resolve("alone"), new byte[3]);
    Path odd = Cli.write(directory.resolve("odd"), new byte[3]);
    Files.createDirectory(Cli.sidecar(odd));
    Path gone = Cli.summed(directory.resolve("gone"), new byte[3], "CRC32C", 4);
    Files.delete(gone);
    Cli.Outcome outcome = Cli.run(Cli.args(List.of(alone, odd, gone, directory), "verify"));
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.errorLines())
        .containsExactly(
            "chunksum: %s: checksums in %s: no such file".formatted(alone, Cli.sidecar(alone)),
            "chunksum: %s: checksums in %s: is a directory".formatted(odd, Cli.sidecar(odd)),
            "chunksum: %s: no such file".formatted(gone),
            "chunksum: %s: is a directory".formatted(directory),
            "chunksum: of 4 files, 0 mismatched, 4 could not be checked");
  }

  @Test
  void sidecarOfATypeThatNobodyProvidesIsStatus3() throws IOException {
    Path file = Cli.write(directory.resolve("data"), new byte[0]);
    try (SidecarWriter writer =
        new SidecarWriter(
            new FileReplacement(Cli.sidecar(file)), List.of(ChecksumType.of("ABSENT", 2)), 16)) {
      writer.commit(0);
    }
    Cli.Outcome outcome = Cli.run("verify", file.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err()).contains("ABSENT");
  }

  @Test
  void registeredAlgorithmFindsItsMismatch() {
    Path file = Cli.summed(directory.resolve("data"), new byte[] {1, 2, 3, 4, 5}, "byte-Sum/24", 2);
    assertThat(Cli.run("verify", file.toString()).status()).isZero();
    Cli.write(file, new byte[] {1, 2, 3, 5, 5});
    Cli.Outcome outcome = Cli.run("verify", "--format", "json", file.toString());
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.json().get(0))
        .containsEntry("type", "byte-Sum/24")
        .containsEntry("mismatches", List.of(Expected.mismatch(1, 2, 2, "000007", "000008")));
  }

  /** A weak algorithm does not see that a zero is gone; the recorded length does. */
  @Test
  void lastWindowCutShortIsAMismatchEvenIfItsChecksumIsTheSame() {
    Path file = Cli.summed(directory.resolve("data"), new byte[] {1, 2, 3, 0}, "byte-Sum/24", 2);
    Cli.write(file, new byte[] {1, 2, 3});
    Cli.Outcome outcome = Cli.run("verify", "--format", "json", file.toString());
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.json().get(0))
        .containsEntry("mismatches", List.of(Expected.mismatch(1, 2, 2, "000003", "000003")));
  }

  @Test
  void fileThatEndsInsideAWindowIsSaidToEndThere() {
    Path file = Cli.summed(directory.resolve("file"), new byte[2500], "CRC32C", 1000);
    Cli.write(file, new byte[1999]);
    List<String> lines = Cli.run("verify", file.toString()).out().lines().toList();
    assertThat(lines.get(0))
        .startsWith(file + ": window 1, ")
        .endsWith(", missing from byte 1999 onward");
    assertThat(lines.get(1)).endsWith("but they are missing");
  }

  /** A large file that lost its end would otherwise fill the log. */
  @Test
  void windowsThatAreMissingTogetherAreOneLine() {
    Path file = Cli.summed(directory.resolve("file"), Oracle.random(13, 4500), "CRC32C", 1000);
    byte[] cut = Arrays.copyOf(Oracle.random(13, 4500), 1999);
    Cli.write(file, cut);
    List<String> lines = Cli.run("verify", file.toString()).lines();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).endsWith(", missing from byte 1999 onward");
    assertThat(lines.get(1)).isEqualTo(file + ": windows 2 to 4, bytes 2000 to 4499: missing");
    assertThat(lines.get(2)).isEqualTo(file + ": FAILED (CRC32C, 5 windows, 4 mismatched)");
    assertThat(Cli.run("verify", "--diagnose", file.toString()).lines().get(1))
        .isEqualTo(lines.get(1) + ": unknown");
    // Lost from the middle: the data of each window but the last is before its place.
    cut = Oracle.random(13, 4500);
    System.arraycopy(cut, 2500, cut, 1000, 2000);
    Cli.write(file, Arrays.copyOf(cut, 3000));
    lines = Cli.run("verify", "--diagnose", file.toString()).lines();
    assertThat(lines.get(lines.size() - 2)).contains("windows 3 to 4, bytes 3000 to 4499: missing");
  }

  @Test
  void standardInputIsVerifiedLikeAFile() {
    byte[] recorded = Oracle.random(12, 100_001);
    Path file = Cli.summed(directory.resolve("data"), recorded, "CRC32C", 4096);
    for (byte[] now :
        List.of(
            recorded,
            Oracle.flipped(recorded, 50_000, 5),
            Arrays.copyOf(recorded, 99_999),
            Arrays.copyOf(recorded, 300_000),
            new byte[0])) {
      Cli.Outcome outcome =
          Cli.run(now, "verify", "--format", "json", "--checksums", file + ".chunksum", "-");
      assertThat(outcome.json())
          .containsExactly(Expected.verify("-", recorded, now, "CRC32C", 4096));
      assertThat(outcome.status()).isEqualTo(Arrays.equals(recorded, now) ? 0 : 1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 600_000, 599_999, 600_001})
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "pipes are not files there")
  void pipeIsVerifiedLikeAFile(int length) throws Exception {
    byte[] recorded = Oracle.random(13, 600_000);
    Path file = Cli.summed(directory.resolve("data"), recorded, "CRC32C", 512);
    byte[] now = Arrays.copyOf(recorded, length);
    Path pipe = Pipes.make(directory.resolve("pipe"));
    try (Pipes.Feeder feeder = Pipes.feed(pipe, now)) {
      Cli.Outcome outcome =
          Cli.run("verify", "--format", "json", "--checksums", file + ".chunksum", pipe.toString());
      feeder.join();
      assertThat(outcome.json())
          .containsExactly(Expected.verify(pipe.toString(), recorded, now, "CRC32C", 512));
    }
  }

  /** The first claims to be empty, the second to be as large as a page of memory. */
  @ParameterizedTest
  @ValueSource(strings = {"/proc/version", "/sys/devices/system/cpu/online"})
  @EnabledOnOs(OS.LINUX)
  void fileThatClaimsAnotherLengthIsReadToItsEnd(Path file) throws IOException {
    assumeThat(file).exists();
    byte[] content = Files.readAllBytes(file);
    String sums = directory.resolve("sums").toString();
    assertThat(Cli.run("sum", "-b", "16", "-o", sums, file.toString()).status()).isZero();
    assertThat(Cli.run("verify", "--checksums", sums, "--format", "json", file.toString()).json())
        .containsExactly(Expected.verify(file.toString(), content, content, "CRC32C", 16));
    assertThat(content).isNotEmpty();
  }

  @Test
  void verifyingChangesNothing() throws IOException {
    Path file = Cli.summed(directory.resolve("data"), new byte[10], "CRC32C", 4);
    byte[] sidecar = Files.readAllBytes(Cli.sidecar(file));
    Cli.write(file, new byte[8]);
    assertThat(Cli.run("verify", file.toString()).status()).isEqualTo(1);
    assertThat(Cli.names(directory)).containsExactly("data", "data.chunksum");
    assertThat(Files.readAllBytes(file)).isEqualTo(new byte[8]);
    assertThat(Files.readAllBytes(Cli.sidecar(file))).isEqualTo(sidecar);
  }
}
