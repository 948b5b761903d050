// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Collections.nCopies;
import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.cli.sidecar.SidecarFormat;
import io.chunksum.cli.sidecar.SidecarWriter;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.FileReplacement;
import io.chunksum.scan.ScanCheckpoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command without enough room on the disk or in memory. */
class FaultTest {

  @TempDir private Path directory;
  private Path data;
  private Path sidecar;

  /** An old sidecar. */
  private byte[] old;

  @BeforeEach
  void writeTheFile() throws IOException {
    data = Cli.summed(directory.resolve("data"), new byte[10], "MD5", 16);
    sidecar = Cli.sidecar(data);
    old = Files.readAllBytes(sidecar);
    Cli.write(data, new byte[1_000_000]);
  }

  /** Limits files to a length, in blocks of 512 bytes; like a full disk to a writer. */
  private static List<String> filesOf(int blocks) {
    return List.of("sh", "-c", "ulimit -f " + blocks + "; exec \"$@\"", "sh");
  }

  private Cli.Outcome run(List<String> before, String jvmOption, String... args) throws Exception {
    return run(before, jvmOption, Main.class, args);
  }

  private Cli.Outcome run(List<String> before, String jvmOption, Class<?> main, String... args)
      throws Exception {
    List<String> command = new ArrayList<>(before);
    List<String> options = new ArrayList<>(ChildJvm.QUIET);
    options.add(jvmOption);
    command.addAll(ChildJvm.command(options, main, args));
    Path out = Files.createTempFile("chunksum", ".out");
    try {
      ChildJvm.Ended ended = ChildJvm.run(command, out);
      return new Cli.Outcome(ended.status(), Files.readString(out), ended.err());
    } finally {
      Files.delete(out);
    }
  }

  private void assertNothingIsLost() throws IOException {
    assertThat(Files.readAllBytes(sidecar)).isEqualTo(old);
    assertThat(Cli.names(directory)).containsExactly("data", "data.chunksum");
  }

  /** While a chunk is written, and when the rest is written at the end. */
  @ParameterizedTest
  @CsvSource({"128, 16", "1, 1024"})
  @EnabledOnOs(OS.LINUX)
  void sidecarThatFindsNoRoomLeavesTheOldOneAndNothingElse(int blocks, String window)
      throws Exception {
    Cli.Outcome outcome = run(filesOf(blocks), "-Xmx64m", "sum", "-b", window, data.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines())
        .containsExactly(
            "chunksum: %s: cannot write checksums to %s: File too large".formatted(data, sidecar));
    assertNothingIsLost();
  }

  /** Neither in a chunk nor at the end: what was written in part would be followed by the same. */
  @ParameterizedTest
  @ValueSource(strings = {"sidecar", "hadoop-crc"})
  @EnabledOnOs(OS.LINUX)
  void recordThatCouldNotBeWrittenIsNotContinued(String form) throws Exception {
    String failed = "writing the record has failed";
    assertThat(writing(form, 1 << 20, 64))
        .containsExactly("File too large", failed, failed, failed);
    assertThat(writing(form, 16_000, 1)).containsExactly("done", "File too large", failed, failed);
    assertNothingIsLost();
  }

  private List<String> writing(String form, int bytes, int blocks) throws Exception {
    Cli.Outcome outcome =
        run(
            filesOf(blocks),
            "-Xmx64m",
            FailedWriterProbe.class,
            form,
            sidecar.toString(),
            "" + bytes);
    assertThat(outcome.err()).isEmpty();
    return outcome.lines();
  }

  @Test
  void folderThatTakesNoFileIsTold() throws IOException {
    Path under = data.resolve("sums");
    Cli.Outcome outcome = Cli.run("sum", "-o", under.toString(), data.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err()).contains("cannot write checksums to " + under);
    assertNothingIsLost();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void checkpointThatFindsNoRoomIsToldAndTheScanIsDone() throws Exception {
    Cli.summed(data, new byte[1_000_000], "CRC32C", 16384);
    Path checkpoint = directory.resolve("checkpoint");
    Cli.Outcome outcome =
        run(
            filesOf(1),
            "-Xmx64m",
            "scan",
            "--checkpoint",
            checkpoint.toString(),
            directory.toString());
    assertThat(outcome.out()).contains("OK (CRC32C, 62 windows)");
    assertThat(outcome.err()).contains("cannot write the checkpoint: File too large");
    assertThat(outcome.status()).isEqualTo(3);
  }

  /** There is room for the header and one place, but not for the next one a second later. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aScanThatRanToItsEndLeavesNoCheckpointToResumeFrom() throws Exception {
    Path tree = Files.createDirectory(directory.resolve("tree"));
    for (String name : List.of("a", "b", "c")) {
      Cli.summed(tree.resolve(name), new byte[1 << 20], "CRC32C", 16384);
    }
    String checkpoint = directory.resolve("checkpoint").toString();
    String[] scan = {"scan", "-j", "1", "--checkpoint", checkpoint, tree.toString()};
    List<String> slow = new ArrayList<>(List.of(scan));
    slow.addAll(1, List.of("--max-rate", "700KiB"));
    Cli.Outcome first = run(filesOf(40), "-Xmx64m", slow.toArray(String[]::new));
    assertThat(first.lines()).hasSize(3);
    assertThat(first.errorLines())
        .containsExactly("chunksum: cannot write the checkpoint: File too large");
    assertThat(first.status()).isEqualTo(3);

    Cli.Outcome next = Cli.run(scan);
    assertThat(next.err()).isEmpty();
    assertThat(next.lines()).hasSize(3);
  }

  /** The name of the folder is longer than the file may be. The lines have that of the link. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aCheckpointThatIsBegunInPartDoesNotKeepTheNextScanFromBeginning() throws Exception {
    String name = "x".repeat(250);
    Path deep = Files.createDirectories(directory.resolve(String.join("/", nCopies(5, name))));
    Cli.summed(deep.resolve("a"), new byte[1], "CRC32C", 16384);
    Path link = Files.createSymbolicLink(directory.resolve("link"), deep);
    Path checkpoint = directory.resolve("checkpoint");
    String[] scan = {"scan", "--checkpoint", checkpoint.toString(), link.toString()};
    Cli.Outcome first = run(filesOf(1), "-Xmx64m", scan);
    assertThat(first.lines()).containsExactly(link + "/a: OK (CRC32C, 1 window)");
    assertThat(first.errorLines())
        .containsExactly(
            "chunksum: scanning without checkpoint " + checkpoint + ": File too large");
    assertThat(first.status()).isEqualTo(3);

    Cli.Outcome next = Cli.run(scan);
    assertThat(next.err()).isEmpty();
    assertThat(next.out()).isEqualTo(first.out());
    assertThat(next.status()).isZero();
    assertThat(checkpoint).doesNotExist();
  }

  @Test
  void aCheckpointThatCannotBeEmptiedIsTold() throws IOException {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(InputStream.nullInputStream(), OutputStream.nullOutputStream(), err);
    ScanCheckpoint checkpoint = ScanCheckpoint.open(directory.resolve("checkpoint"), "");
    checkpoint.close();
    SidecarFormat format = new SidecarFormat();
    try (ScanProgress progress = ScanProgress.of(console, directory, format, "")) {
      ScanReporter reporter =
          new ScanReporter(console, new TextReport(console), result -> true, progress, checkpoint);
      assertThat(reporter.end()).isEqualTo(3);
    }
    assertThat(err.toString(UTF_8))
        .contains("unless it is removed, the next scan resumes from it: ");
  }

  @Test
  void withoutDirectMemoryThereIsOneLineAndTheOldSidecar() throws Exception {
    Cli.Outcome outcome = run(List.of(), "-XX:MaxDirectMemorySize=256k", "sum", data.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err()).startsWith("chunksum: " + data + ": not enough memory (");
    assertNothingIsLost();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum", "aeron", "sha256sum"})
  void whereMemoryRunsOutEachFileHasItsObject(String what) throws Exception {
    Path other = directory.resolve("other");
    // The header of a frame of data as Aeron records it, without which no frame would be read.
    ByteBuffer frame = ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN);
    frame.putInt(0, frame.capacity()).putShort(6, (short) 1);
    for (Path file : List.of(data, other)) {
      Cli.summed(file, frame.array(), "CRC32C", 16);
    }
    List<String> args = new ArrayList<>();
    List<String> files = List.of(data.toString(), other.toString());
    switch (what) {
      case "aeron" -> args.addAll(List.of("verify", "--from", "aeron"));
      case "sha256sum" -> {
        String line = "0".repeat(64) + "  ";
        Path list = directory.resolve("list");
        Files.writeString(list, line + data + "\n" + line + other + "\n");
        args.addAll(List.of("verify", "--from", "sha256sum", list.toString()));
      }
      default -> args.add(what);
    }
    args.addAll(1, List.of("--format", "json"));
    args.addAll(what.equals("sha256sum") ? List.of() : files);
    assertEachHasNoMemory(
        files, run(List.of(), "-XX:MaxDirectMemorySize=256k", args.toArray(String[]::new)));
  }

  /** The records of a chunk are read at once. */
  @ParameterizedTest
  @ValueSource(strings = {"composite", "inspect"})
  void whereRecordsAreLargerThanMemoryEachFileHasItsObject(String what) throws Exception {
    boolean inspect = what.equals("inspect"); // It takes one file.
    List<String> files = new ArrayList<>();
    for (Path file : inspect ? List.of(data) : List.of(data, directory.resolve("other"))) {
      Cli.write(file, new byte[0]);
      writeLargeRecords(Cli.sidecar(file));
      files.add((inspect ? Cli.sidecar(file) : file).toString());
    }
    List<String> args = new ArrayList<>(List.of(what, "--format", "json"));
    args.addAll(files);
    assertEachHasNoMemory(files, run(List.of(), "-Xmx32m", args.toArray(String[]::new)));
  }

  /** A small one, and two of 17 MB, the most that is not malformed. */
  private static void writeLargeRecords(Path sidecar) throws IOException {
    int windows = 64 * 1024;
    List<ChecksumType> types =
        List.of(
            ChecksumType.CRC32C, ChecksumType.of("LONG-1", 255), ChecksumType.of("LONG-2", 255));
    try (SidecarWriter writer = new SidecarWriter(new FileReplacement(sidecar), types, 1)) {
      for (ChecksumType type : types) {
        ChecksumData sums = ChecksumData.of(type, 1, new byte[windows * type.checksumLength()]);
        writer.write(new ChunkInfo("chunk_1", 0, windows, sums));
      }
      writer.commit(windows);
    }
  }

  private static void assertEachHasNoMemory(List<String> files, Cli.Outcome outcome) {
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.json()).extracting(object -> object.get("file")).isEqualTo(files);
    assertThat(outcome.json())
        .allSatisfy(
            object -> assertThat((String) object.get("error")).startsWith("not enough memory ("));
  }

  /** A window of 16 MiB is diagnosed together with as much on either side. */
  @Test
  void aDiagnosisThatTakesTooMuchMemoryCostsNothingElse() throws Exception {
    byte[] content = new byte[40 << 20];
    Path large = Cli.summed(directory.resolve("large"), content, "CRC32C", 16 << 20);
    content[17 << 20] = 1;
    content[18 << 20] = 1;
    Cli.write(large, content);
    Cli.summed(data, new byte[1_000_000], "CRC32C", 16384);
    Cli.Outcome outcome =
        run(List.of(), "-Xmx40m", "verify", "--diagnose", large.toString(), data.toString());
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.errorLines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith("chunksum: " + large + ": no diagnosis: not enough memory ("),
            line ->
                assertThat(line)
                    .isEqualTo("chunksum: of 2 files, 1 mismatched, 0 could not be checked"));
    assertThat(outcome.out())
        .contains(
            large + ": FAILED (CRC32C, 3 windows, 1 mismatched)",
            data + ": OK (CRC32C, 62 windows)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum", "verify", "scan", "composite", "inspect"})
  void digitsAreThoseOfProgramsInEveryLocale(String command) throws Exception {
    assertThat(String.format(Locale.forLanguageTag("fa"), "%d", 1)).isNotEqualTo("1");
    Cli.summed(data, new byte[1_000_000], "CRC32C", 16384);
    Cli.write(data, new byte[1_000_001]);
    String[] args = {
      command,
      switch (command) {
        case "scan" -> directory.toString();
        case "inspect" -> sidecar.toString();
        default -> data.toString();
      }
    };
    Cli.Outcome here = Cli.run(args);
    assertThat(here.out() + here.err()).containsPattern("[0-9]");
    assertThat(run(List.of(), "-Duser.language=fa", args)).isEqualTo(here);
  }
}
