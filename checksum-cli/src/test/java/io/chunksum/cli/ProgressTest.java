// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.cli.sidecar.SidecarFormat;
import io.chunksum.format.FileRecord;
import io.chunksum.format.RecordFormat;
import io.chunksum.scan.FileScanner;
import io.chunksum.scan.FileTree;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressTest {

  private static final int MIB = 1024 * 1024;

  @TempDir private Path directory;

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final StringWriter terminal = new StringWriter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1073741824   | 4294967296    | 1000   | 25% of 4.0 GiB, 1024 MiB/s, 0:03 left
          4294967295   | 4294967296    | 4000   | 99% of 4.0 GiB, 1024 MiB/s, 0:01 left
          4294967296   | 4294967296    | 4000   | 100% of 4.0 GiB, 1024 MiB/s, 0:00 left
          104857600    | 104857600     | 98     | 100% of 100.0 MiB, 0:00 left
          1536         | 10240         | 1500   | 15% of 10.0 KiB, 1 KiB/s, 0:09 left
          1048576      | 3774873600    | 1000   | 0% of 3.5 GiB, 1 MiB/s, 59:59 left
          1048576      | 3775922176    | 1000   | 0% of 3.5 GiB, 1 MiB/s, 1:00:00 left
          104857600    | 1099511627776 | 10000  | 0% of 1.0 TiB, 10 MiB/s, 29:07:28 left
          2251799813685248 | 4503599627370496 | 1000 | 50% of 4096.0 TiB, 0:01 left
          0            | 1125899906842624 | 2000 | 0% of 1024.0 TiB
          104857600    | 1099511627776 | 11000  | 0% of 1.0 TiB, 9 MiB/s, 32:02:13 left
          104857600    | 1099511627776 | 110000 | 0% of 1.0 TiB, 320:22:04 left
          0            | 18000000      | 1000   | 0% of 17.2 MiB
          307200       | 18000000      | 1000   | 1% of 17.2 MiB, 300 KiB/s, 0:58 left
          1            | 18000000      | 10000  | 0% of 17.2 MiB, 49999:59:50 left
          209715200    | -1            | 2000   | 200.0 MiB, 100 MiB/s
          2097152      | 1048576       | 2000   | 2.0 MiB, 1 MiB/s
          0            | 0             | 0      | 0.0 KiB
          0            | -1            | 2000   | 0.0 KiB
          """)
  void textTellsHowFarItIs(long done, long total, long millis, String text) {
    assertThat(Progress.text(done, total, TimeUnit.MILLISECONDS.toNanos(millis))).isEqualTo(text);
    assertThat(text.length()).isLessThan(40);
  }

  private void passes(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private List<String> drawn() {
    return Arrays.asList(terminal.toString().split("\r", -1));
  }

  @Test
  void lineAppearsAfterASecondIsDrawnFiveTimesASecondAndErased() {
    Progress progress = new Progress(new PrintWriter(terminal), nanos::get, 100 * MIB);
    passes(999);
    progress.add(9 * MIB);
    assertThat(terminal.toString()).isEmpty();
    passes(1);
    progress.add(MIB);
    passes(199);
    progress.add(10 * MIB);
    String first = "10% of 100.0 MiB, 10 MiB/s, 0:09 left";
    assertThat(drawn()).containsExactly("", first);
    passes(1);
    progress.add(4 * MIB);
    String second = "24% of 100.0 MiB, 20 MiB/s, 0:04 left";
    assertThat(drawn()).containsExactly("", first, second);
    passes(1000);
    progress.total(Progress.UNKNOWN);
    progress.add(20 * MIB);
    String third = "44.0 MiB, 20 MiB/s";
    assertThat(drawn().get(3).stripTrailing()).isEqualTo(third);
    assertThat(drawn().get(3)).hasSameSizeAs(second);
    progress.close();
    assertThat(drawn()).hasSize(6).endsWith(" ".repeat(third.length()), "");
  }

  @Test
  void whatTakesLessThanASecondShowsNothing() {
    try (Progress progress = new Progress(new PrintWriter(terminal), nanos::get, 100)) {
      passes(500);
      progress.add(100);
    }
    assertThat(terminal.toString()).isEmpty();
  }

  /** Runs the command on a terminal, with a clock that advances by 700 ms at each look. */
  private static Cli.Outcome onATerminal(InputStream in, String... args) {
    AtomicLong nanos = new AtomicLong();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(in, out, err);
    console.showProgress(() -> nanos.addAndGet(700_000_000));
    int status = Main.run(console, args);
    return new Cli.Outcome(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void sumShowsBytesAndVerifyShowsPercentAndBothErase() throws IOException {
    byte[] content = Oracle.random(1, 3 * MIB);
    String sums = directory.resolve("sums").toString();
    Cli.Outcome sum = onATerminal(new ByteArrayInputStream(content), "sum", "-o", sums, "-");
    assertThat(sum.status()).isZero();
    assertThat(sum.err()).startsWith("\r").contains("3.0 MiB, 1 MiB/s").endsWith(" \r");
    assertThat(sum.err()).doesNotContain("\n");

    Cli.Outcome verify =
        onATerminal(new ByteArrayInputStream(content), "verify", "--checksums", sums, "-");
    assertThat(verify.status()).isZero();
    assertThat(verify.err()).contains("100% of 3.0 MiB").endsWith(" \r");

    Cli.Outcome range =
        onATerminal(
            new ByteArrayInputStream(content),
            "verify",
            "--range",
            "1MiB:1536KiB",
            "--checksums",
            sums,
            "-");
    assertThat(range.status()).isZero();
    assertThat(range.err()).contains("100% of 1.5 MiB");
  }

  @Test
  void diagnosisShowsHowManyOfTheBadWindowsItHasDone() throws IOException {
    byte[] content = Oracle.random(2, 3 * MIB);
    Path file = Cli.summed(directory.resolve("f"), content, "SHA256", MIB / 2);
    for (int window = 0; window < 4; window++) {
      content[window * MIB / 2 + 7] ^= 1;
    }
    Cli.write(file, content);
    Cli.Outcome outcome =
        onATerminal(InputStream.nullInputStream(), "verify", "--diagnose", file.toString());
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.err()).contains("50% of 2.0 MiB", "100% of 2.0 MiB").endsWith(" \r");
  }

  @Test
  void lineIsErasedBeforeAProblemIsTold() {
    InputStream broken = new BrokenInput(100);
    String sums = directory.resolve("sums").toString();
    Cli.Outcome outcome = onATerminal(broken, "sum", "-b", "1", "-o", sums, "-");
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.err())
        .startsWith("\r128.0 KiB, ")
        .endsWith(" \rchunksum: -: cable pulled\n");
  }

  /** A file without checksums is not read. */
  @Test
  void scanShowsPercentOfWhatItReads() throws Exception {
    for (String name : List.of("a", "b")) {
      Cli.summed(directory.resolve(name), new byte[MIB], "CRC32C", MIB);
    }
    Cli.write(directory.resolve("c"), new byte[MIB]);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(InputStream.nullInputStream(), OutputStream.nullOutputStream(), err);
    console.showProgress(() -> nanos.addAndGet(TimeUnit.SECONDS.toNanos(2)));
    try (ScanProgress progress = ScanProgress.of(console, directory, new SidecarFormat(), "")) {
      for (Thread thread : Thread.getAllStackTraces().keySet()) {
        if (thread.getName().equals("chunksum-scan-size")) {
          thread.join();
        }
      }
      progress.show(MIB);
      progress.show(2 * MIB);
    }
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("50% of 2.0 MiB, ", "100% of 2.0 MiB, ");
  }

  /** A format of which only the sizes of files are added up. */
  private abstract static class SizesOnly implements RecordFormat {
    @Override
    public FileRecord open(Path record, Path file) throws IOException {
      throw new IOException("not opened to add up sizes");
    }
  }

  private Console silentConsole() {
    Console console =
        new Console(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream());
    console.showProgress(nanos::get);
    return console;
  }

  /** A thread that fails would print a stack trace over the line. */
  @Test
  void sizesThatCannotBeAddedUpAreUnknown() throws Exception {
    List<Throwable> uncaught = new CopyOnWriteArrayList<>();
    CompletableFuture<Thread> adding = new CompletableFuture<>();
    RecordFormat format =
        new SizesOnly() {
          @Override
          public Optional<String> recordedFile(String name) {
            Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
            adding.complete(Thread.currentThread());
            throw new OutOfMemoryError("Java heap space");
          }
        };
    Cli.write(directory.resolve("f"), new byte[1]);
    Console console = silentConsole();
    try (ScanProgress progress = ScanProgress.of(console, directory, format, "")) {
      adding.get(60, TimeUnit.SECONDS).join();
      progress.show(MIB);
    }
    assertThat(uncaught).isEmpty();
  }

  /** A tree may have millions of files. */
  @Test
  void sizesAreNotAddedUpAnyFurtherOnceTheScanHasEnded() throws Exception {
    for (String folder : List.of("a", "b", "c")) {
      Cli.write(Files.createDirectory(directory.resolve(folder)).resolve("file"), new byte[1]);
    }
    CompletableFuture<Thread> adding = new CompletableFuture<>();
    CompletableFuture<Void> ended = new CompletableFuture<>();
    AtomicInteger looks = new AtomicInteger();
    RecordFormat format =
        new SizesOnly() {
          @Override
          public Optional<String> recordedFile(String name) {
            adding.complete(Thread.currentThread());
            ended.join();
            looks.addAndGet(name.equals("file") ? 1 : 0);
            return Optional.empty();
          }
        };
    Console console = silentConsole();
    Thread thread;
    try (ScanProgress progress = ScanProgress.of(console, directory, format, "")) {
      thread = adding.get(60, TimeUnit.SECONDS);
      assertThat(thread.isDaemon()).isTrue();
      progress.show(0);
    }
    ended.complete(null);
    thread.join();
    assertThat(looks).hasValueLessThan(3);
  }

  @Test
  void whatIsNotReadOfAFileIsNotLeftToRead() throws Exception {
    Path longer = Cli.summed(directory.resolve("a"), Oracle.random(3, 100), "CRC32C", 16);
    Cli.write(longer, Oracle.random(3, MIB));
    Path damaged = Cli.summed(directory.resolve("b"), Oracle.random(4, 2 * MIB), "CRC32C", MIB);
    Cli.write(Cli.sidecar(damaged), new byte[100]);
    Cli.summed(directory.resolve("c"), Oracle.random(5, MIB), "CRC32C", MIB);
    CompletableFuture<Thread> adding = new CompletableFuture<>();
    SidecarFormat sidecars = new SidecarFormat();
    RecordFormat format =
        new RecordFormat() {
          @Override
          public Optional<String> recordedFile(String name) {
            adding.complete(Thread.currentThread());
            return sidecars.recordedFile(name);
          }

          @Override
          public FileRecord open(Path record, Path file) throws IOException {
            return sidecars.open(record, file);
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(InputStream.nullInputStream(), OutputStream.nullOutputStream(), err);
    console.showProgress(() -> nanos.addAndGet(TimeUnit.SECONDS.toNanos(2)));
    try (ScanProgress progress = ScanProgress.of(console, directory, format, "")) {
      adding.get(60, TimeUnit.SECONDS).join();
      ScanReporter reporter =
          new ScanReporter(console, new TextReport(console), result -> true, progress, null);
      FileScanner.of(1).scan(new FileTree(directory, format, ""), reporter);
      assertThat(reporter.status()).isEqualTo(1);
    }
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("100% of 1.0 MiB, ");
  }

  @Test
  void withoutATerminalNothingIsShown() {
    byte[] content = Oracle.random(1, 3 * MIB);
    String sums = directory.resolve("sums").toString();
    assertThat(Cli.run(content, "sum", "-o", sums, "-").err()).isEmpty();
    assertThat(Cli.run(content, "verify", "--checksums", sums, "-").err()).isEmpty();
  }
}
