// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.scan.ScanCheckpoint;
import io.chunksum.scan.ScanCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checksums in the formats of Hadoop, written and verified. */
class HadoopFormsTest {

  private static final String META = "hdfs-meta";
  private static final String CRC = "hadoop-crc";

  @TempDir private Path directory;

  /** What Hadoop would have written. */
  private static byte[] sums(String header, String type, byte[] content, int window) {
    return HexFormat.of().parseHex(header + String.join("", Oracle.sums(type, content, window)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 512, 513, 100_000})
  void sideFileIsThatOfHadoop(int length) {
    byte[] content = Oracle.random(31, length);
    Path file = Cli.write(directory.resolve("data"), content);
    Cli.Outcome outcome = Cli.run("sum", "--to", CRC, "--format", "json", file.toString());
    assertThat(outcome.status()).isZero();
    assertThat(outcome.json())
        .containsExactly(Expected.sum(file.toString(), content, "CRC32", 512));
    assertThat(directory.resolve(".data.crc"))
        .hasBinaryContent(sums("6372630000000200", "CRC32", content, 512));
    assertThat(Cli.run("verify", "--from", CRC, "--format", "json", file.toString()).json())
        .containsExactly(Expected.verify(file.toString(), content, content, "CRC32", 512));
  }

  @ParameterizedTest
  @CsvSource({
    "'', 00010200000200, CRC32C, 512",
    "-t CRC32 -b 1KiB, 00010100000400, CRC32, 1024",
    "-t crc32c -b 7, 00010200000007, CRC32C, 7",
    "-t NONE, 00010000000200, NONE, 512"
  })
  void metaFileIsThatOfHdfs(String options, String header, String type, int window) {
    byte[] content = Oracle.random(32, 10_001);
    Path file = Cli.write(directory.resolve("data"), content);
    String line = ("sum --to hdfs-meta --format json " + options).strip();
    Cli.Outcome outcome = Cli.run(Cli.args(List.of(file), line.split(" ")));
    assertThat(outcome.status()).isZero();
    assertThat(outcome.json())
        .containsExactly(Expected.sum(file.toString(), content, type, window));
    Path meta = directory.resolve("data.meta");
    assertThat(meta).hasBinaryContent(sums(header, type, content, window));
    assertThat(verifyMeta(file, meta).status()).isZero();
    Cli.write(file, Oracle.flipped(content, 5000, 1));
    assertThat(verifyMeta(file, meta).status()).isEqualTo(type.equals("NONE") ? 0 : 1);
  }

  private static Cli.Outcome verifyMeta(Path file, Path meta) {
    return Cli.run("verify", "--from", META, "--checksums", meta.toString(), file.toString());
  }

  @Test
  void standardInputIsStoredWhereItIsSaid() {
    byte[] content = Oracle.random(33, 3000);
    Path meta = directory.resolve("sums");
    Cli.Outcome outcome =
        Cli.run(content, "sum", "--to", META, "-o", meta.toString(), "--format", "json", "-");
    assertThat(outcome.json()).containsExactly(Expected.sum("-", content, "CRC32C", 512));
    assertThat(meta).hasBinaryContent(sums("00010200000200", "CRC32C", content, 512));
  }

  /** Missing windows are as long as they may have been: the last one's length is not recorded. */
  @ParameterizedTest
  @ValueSource(ints = {2048, 2049, 2047, 1024, 1000, 1, 0})
  void fileThatIsTooShortHasLostItsLastWindows(int length) throws IOException {
    byte[] recorded = Oracle.random(34, 2500);
    Path file = Cli.write(directory.resolve("data"), recorded);
    Cli.run("sum", "--to", CRC, file.toString());
    byte[] now = Arrays.copyOf(recorded, length);
    Cli.write(file, now);
    Cli.Outcome outcome = Cli.run("verify", "--from", CRC, "--format", "json", file.toString());
    assertThat(outcome.status()).isEqualTo(1);
    // As if the last window had been full, except for its checksum.
    int expectedLength = length > 2048 ? length : 2560;
    assertThat(outcome.json().get(0))
        .containsEntry("length", (long) length)
        .containsEntry("expectedLength", (long) expectedLength)
        .containsEntry("windows", 5L)
        .containsEntry("mismatchCount", 5L - length / 512);
    if (length <= 2048) {
      assertThat(outcome.lines().get(0))
          .contains(
              "{\"window\":4,\"offset\":2048,\"length\":512,\"expected\":\"%s\",\"actual\":null"
                  .formatted(Oracle.sum("CRC32", Oracle.window(recorded, 4, 512))));
    }
  }

  @Test
  void bytesBeyondTheLastFullWindowAreReported() {
    byte[] recorded = Oracle.random(35, 1024);
    Path file = Cli.write(directory.resolve("data"), recorded);
    Cli.run("sum", "--to", CRC, file.toString());
    Cli.write(file, Arrays.copyOf(recorded, 1030));
    Cli.Outcome outcome = Cli.run("verify", "--from", CRC, "--format", "json", file.toString());
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.json().get(0))
        .containsEntry("expectedLength", 1024L)
        .containsEntry("mismatches", List.of(Expected.mismatch(2, 1024, 6, null, null)));
  }

  @Test
  void damageIsDiagnosedAndRangesAreChecked() {
    byte[] recorded = Oracle.random(36, 5000);
    Path file = Cli.write(directory.resolve("data"), recorded);
    Cli.run("sum", "--to", CRC, file.toString());
    Cli.write(file, Oracle.flipped(recorded, 3000, 4));
    assertThat(Cli.run("verify", "--from", CRC, "--diagnose", file.toString()).out())
        .contains("window 5, bytes 2560 to 3071")
        .contains("bit 4 of byte 3000 is flipped");
    Cli.Outcome before = Cli.run("verify", "--from", CRC, "--range", "0:2560", file.toString());
    assertThat(before.status()).isZero();
    assertThat(before.out()).contains("5 windows");
    Cli.Outcome inside = Cli.run("verify", "--from", CRC, "--range", "2560:1", file.toString());
    assertThat(inside.status()).isEqualTo(1);
  }

  @Test
  void malformedOrMissingSumsAreStatus3() throws IOException {
    Path file = Cli.write(directory.resolve("data"), new byte[100]);
    Path crc = directory.resolve(".data.crc");
    assertThat(Cli.run("verify", "--from", CRC, file.toString()).errorLines())
        .containsExactly("chunksum: %s: checksums in %s: no such file".formatted(file, crc));
    Cli.run("sum", "--to", CRC, file.toString());
    Files.write(crc, Arrays.copyOf(Files.readAllBytes(crc), 11));
    Cli.Outcome outcome = Cli.run("verify", "--from", CRC, "--format", "json", file.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.json().get(0))
        .containsOnlyKeys("file", "ok", "error")
        .containsEntry("ok", false)
        .containsEntry(
            "error", "checksums in %s: a checksum is cut short (at byte 8)".formatted(crc));
    assertThat(verifyMeta(file, crc).errorLines())
        .containsExactly(
            "chunksum: %s: checksums in %s: a meta file of unknown version 25458 (at byte 0)"
                .formatted(file, crc));
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "pipes are not files there")
  void pipeHasNoLengthToEndTheLastWindow() throws Exception {
    byte[] content = Oracle.random(37, 1000);
    Path file = Cli.write(directory.resolve("data"), content);
    Cli.run("sum", "--to", CRC, file.toString());
    Path pipe = Pipes.make(directory.resolve("pipe"));
    try (Pipes.Feeder feeder = Pipes.feed(pipe, content)) {
      Cli.Outcome outcome =
          Cli.run(
              "verify",
              "--from",
              CRC,
              "--checksums",
              directory.resolve(".data.crc").toString(),
              pipe.toString());
      feeder.join();
      assertThat(outcome.status()).isEqualTo(3);
      assertThat(outcome.err()).contains("not a regular file");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {CRC, META})
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "pipes are not files there")
  void sumsThatAreNoRegularFileAreRefusedAndNotWaitedFor(String form) throws Exception {
    Path file = Cli.write(directory.resolve("data"), new byte[10]);
    Path pipe = Pipes.make(directory.resolve("pipe"));
    assertThat(verifyFrom(form, pipe, file).errorLines())
        .containsExactly(
            "chunksum: %s: checksums in %s: is not a regular file".formatted(file, pipe));
    assertThat(verifyFrom(form, directory, file).errorLines())
        .containsExactly(
            "chunksum: %s: checksums in %s: is a directory".formatted(file, directory));
  }

  private static Cli.Outcome verifyFrom(String form, Path sums, Path file) {
    return Cli.run("verify", "--from", form, "--checksums", sums.toString(), file.toString());
  }

  @Test
  void severalFilesHaveTheirSumsBesideThem() {
    Path one = Cli.write(directory.resolve("one"), new byte[600]);
    Path other = Cli.write(directory.resolve("other"), new byte[0]);
    assertThat(Cli.run(Cli.args(List.of(one, other), "sum", "--to", CRC)).status()).isZero();
    assertThat(directory.resolve(".one.crc")).hasSize(16);
    assertThat(directory.resolve(".other.crc")).hasSize(8);
    Cli.Outcome outcome = Cli.run(Cli.args(List.of(one, other), "verify", "--from", CRC));
    assertThat(outcome.status()).isZero();
    assertThat(outcome.lines())
        .containsExactly(one + ": OK (CRC32, 2 windows)", other + ": OK (CRC32, 0 windows)");
  }

  @Test
  void scanHoldsFoldersOfHadoopAgainstTheirSums() throws IOException {
    Path local = Files.createDirectories(directory.resolve("local/deep"));
    byte[] content = Oracle.random(38, 3000);
    Path good = Cli.write(local.resolve("good"), content);
    Path bad = Cli.write(local.resolve("bad"), content);
    Cli.run(Cli.args(List.of(good, bad), "sum", "--to", CRC));
    Cli.write(bad, Oracle.flipped(content, 1000, 0));
    Cli.write(local.resolve("none"), content);
    String root = directory.resolve("local").toString();
    Cli.Outcome outcome = Cli.run("scan", "--from", CRC, "--format", "json", root);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.errorLines())
        .containsExactly(
            "chunksum: of 2 files, 1 mismatched, 0 could not be checked",
            "chunksum: 1 file without checksums");
    assertThat(outcome.lines())
        .isEqualTo(
            Cli.run(Cli.args(List.of(bad, good), "verify", "--from", CRC, "--format", "json"))
                .lines());
    assertThat(Cli.run("scan", root).errorLines())
        .containsExactly(
            "chunksum: 5 files without checksums", "chunksum: no file with checksums was found");
  }

  @Test
  void scanHoldsBlocksOfADatanodeAgainstTheirMetaFiles() throws IOException {
    Path folder = Files.createDirectories(directory.resolve("finalized/subdir0"));
    byte[] content = Oracle.random(39, 3000);
    for (String name : List.of("blk_1", "blk_-2")) {
      Path block = Cli.write(folder.resolve(name), content);
      String meta = folder.resolve(name + "_1001.meta").toString();
      Cli.run("sum", "--to", META, "-o", meta, block.toString());
    }
    String root = directory.resolve("finalized").toString();
    assertThat(Cli.run("scan", "--from", META, root).lines())
        .containsExactly(
            folder.resolve("blk_-2") + ": OK (CRC32C, 6 windows)",
            folder.resolve("blk_1") + ": OK (CRC32C, 6 windows)");
    Cli.write(folder.resolve("blk_1"), Arrays.copyOf(content, 1024));
    Files.copy(folder.resolve("blk_-2_1001.meta"), folder.resolve("blk_-2_1002.meta"));
    Cli.Outcome outcome = Cli.run("scan", "--from", META, root);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.errorLines().get(0))
        .isEqualTo(
            "chunksum: %s: has checksums in several files: blk_-2_1001.meta, blk_-2_1002.meta"
                .formatted(folder.resolve("blk_-2")));
  }

  /** The block of each has a name that says nothing of the generation. */
  @Test
  void verifyFindsTheMetaFilesOfBlocksAndThoseThatSumWrote() throws IOException {
    byte[] content = Oracle.random(40, 3000);
    Path block = Cli.write(directory.resolve("blk_1"), content);
    Path summed = Cli.write(directory.resolve("blk_2"), content);
    Path without = Cli.write(directory.resolve("blk_3"), content);
    String meta = directory.resolve("blk_1_1001.meta").toString();
    Cli.run("sum", "--to", META, "-o", meta, block.toString());
    Cli.run("sum", "--to", META, summed.toString());
    Cli.write(block, Oracle.flipped(content, 500, 1));
    String[] verify = {"verify", "--from", META, "--diagnose"};
    Cli.Outcome outcome = Cli.run(Cli.args(List.of(block, summed, without), verify));
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.lines())
        .hasSize(3)
        .contains(
            block + ": FAILED (CRC32C, 6 windows, 1 mismatched)",
            summed + ": OK (CRC32C, 6 windows)");
    assertThat(outcome.lines().get(0))
        .startsWith(block + ": window 0, bytes 0 to 511: ")
        .endsWith(": bit 1 of byte 500 is flipped");
    assertThat(outcome.errorLines())
        .containsExactly(
            "chunksum: " + without + ": has no meta file next to it",
            "chunksum: of 3 files, 1 mismatched, 1 could not be checked");
  }

  @Test
  void checkpointIsOfOneFormOfSums() throws IOException {
    Path tree = Files.createDirectories(directory.resolve("tree"));
    Path checkpoint = directory.resolve("checkpoint");
    String scope = "a scan of " + tree.toRealPath() + " with hadoop-crc";
    String names = System.getProperty("sun.jnu.encoding", "UTF-8");
    if (!names.equals("UTF-8")) { // As in the POSIX locale, and on Windows.
      scope += " and names in " + names;
    }
    try (ScanCheckpoint begun = ScanCheckpoint.open(checkpoint, scope)) {
      begun.advance(new ScanCheckpoint.Place("a", ScanCounts.ZERO));
    }
    String[] scan = {"scan", "--checkpoint", checkpoint.toString(), tree.toString()};
    assertThat(Cli.run(scan).status()).isEqualTo(2);
    scan = new String[] {"scan", "--from", CRC, scan[1], scan[2], scan[3]};
    assertThat(Cli.run(scan).errorLines().get(0)).startsWith("chunksum: resuming after a: ");
  }
}
