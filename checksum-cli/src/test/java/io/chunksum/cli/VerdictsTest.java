// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.scan.FileResult;
import io.chunksum.verify.Mismatch;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A mismatch that was found counts, whatever happens afterwards. */
class VerdictsTest {

  @TempDir private Path directory;
  private Path data;
  private Path later;
  private Path list;

  @BeforeEach
  void makeFiles() throws IOException {
    data = Cli.summed(directory.resolve("data"), new byte[1000], "CRC32C", 1000);
    later = Cli.summed(directory.resolve("later"), new byte[1000], "CRC32C", 1000);
    byte[] content = new byte[1000];
    content[5] = 1;
    Cli.write(data, content);
    list = directory.resolve("list");
    Files.write(list, List.of(line(data), line(later), line(Path.of("-"))));
  }

  private static String line(Path file) {
    return "0".repeat(32) + "  " + file;
  }

  /** Runs the command with files; memory runs out when it has printed so many lines. */
  private static Cli.Outcome runOutOfMemory(int lines, List<Path> files, String command) {
    ByteArrayOutputStream out =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] bytes, int offset, int length) {
            if (toString(UTF_8).lines().count() >= lines) {
              throw new OutOfMemoryError("Java heap space");
            }
            super.write(bytes, offset, length);
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(InputStream.nullInputStream(), out, err);
    int status = Main.run(console, Cli.args(files, command.split(" ")));
    assertThat(err.toString(UTF_8)).startsWith("chunksum: not enough memory (");
    return new Cli.Outcome(status, out.toString(UTF_8), err.toString(UTF_8));
  }

  /** When the second file is reported: the first has two lines. */
  @ParameterizedTest
  @ValueSource(strings = {"scan", "verify", "verify --from md5sum"})
  void countsWhereMemoryEndsTheCommand(String command) {
    List<Path> files =
        switch (command) {
          case "scan" -> List.of(directory);
          case "verify" -> List.of(data, later);
          default -> List.of(list);
        };
    Cli.Outcome outcome = runOutOfMemory(2, files, command);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out()).contains("data: FAILED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"scan", "verify", "verify --from md5sum"})
  void countsWhereItCannotBePrintedItself(String command) {
    List<Path> files =
        switch (command) {
          case "scan" -> List.of(directory);
          case "verify" -> List.of(data);
          default -> List.of(list);
        };
    Cli.Outcome outcome = runOutOfMemory(0, files, command);
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"scan", "verify"})
  void whatWasNotVerifiedForWantOfMemoryCountsWhereAllElseIsGood(String command) {
    Cli.write(data, new byte[1000]);
    List<Path> files = command.equals("scan") ? List.of(directory) : List.of(data, later);
    Cli.Outcome outcome = runOutOfMemory(1, files, command);
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.lines()).containsExactly(data + ": OK (CRC32C, 1 window)");
  }

  /** Adler-32 does not see the damage, and its result is the one that cannot be printed. */
  @Test
  void countsForAnyTypeBeforeAnythingIsPrinted() {
    Path both = Cli.summed(directory.resolve("both"), new byte[] {2, 2, 2}, "ADLER32,CRC32C", 1000);
    Cli.write(both, new byte[] {3, 0, 3});
    assertThat(Cli.run("verify", both.toString()).lines().get(0)).contains(": OK (ADLER32,");
    assertThat(runOutOfMemory(0, List.of(both), "verify").status()).isEqualTo(1);
  }

  /** As an added algorithm may that is written in another language. */
  @Test
  void countsWhereSomethingThrowsWhatItDoesNotDeclare() throws IOException {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(InputStream.nullInputStream(), OutputStream.nullOutputStream(), err);
    Verdicts verdicts = new Verdicts(OutputFormat.TEXT.report(console), result -> true);
    FileResult bad =
        new FileResult(
            "data",
            1,
            0,
            ChecksumType.CRC32C,
            OptionalInt.of(4),
            0,
            1,
            List.of(Mismatch.surplus(0, 0, 1)),
            null);
    verdicts.check(
        "data",
        results -> {
          results.add(bad);
          throw VerdictsTest.<RuntimeException>undeclared(new TimeoutException("no answer"));
        });
    assertThat(verdicts.status()).isEqualTo(1);
    assertThat(err.toString(UTF_8).lines())
        .containsExactly("chunksum: data: TimeoutException: no answer");
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E undeclared(Exception thrown) throws E {
    throw (E) thrown;
  }

  /** Standard input that cannot be closed. */
  private static InputStream unclosable(byte[] content) {
    return new ByteArrayInputStream(content) {
      @Override
      public void close() throws IOException {
        throw new IOException("cable pulled");
      }
    };
  }

  private static void assertFailedAndSaid(String file, Cli.Outcome outcome, String... errors) {
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out()).contains(file + ": FAILED (");
    assertThat(outcome.errorLines()).containsExactly(errors);
  }

  @Test
  void countsWhereAFileCannotBeClosed() throws IOException {
    byte[] content = Files.readAllBytes(data);
    String sums = Cli.sidecar(data).toString();
    assertFailedAndSaid(
        "-",
        Cli.run(unclosable(content), "verify", "--checksums", sums, "-"),
        "chunksum: -: cable pulled");
    assertFailedAndSaid(
        "-",
        Cli.run(unclosable(content), "verify", "--from", "md5sum", list.toString()),
        "chunksum: -: cable pulled",
        "chunksum: of 3 files, 3 mismatched, 1 could not be checked");

    byte[] good = new byte[1000];
    Cli.Outcome outcome = Cli.run(unclosable(good), "verify", "--checksums", sums, "-");
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.lines()).containsExactly("-: OK (CRC32C, 1 window)");
    assertThat(outcome.errorLines()).containsExactly("chunksum: -: cable pulled");
  }

  @Test
  void countsWhereAListCannotBeClosed() {
    byte[] lines = (line(data) + "\n").getBytes(UTF_8);
    assertFailedAndSaid(
        data.toString(),
        Cli.run(unclosable(lines), "verify", "--from", "md5sum", "-"),
        "chunksum: -: cable pulled");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json"})
  void theLastLineTellsHowManyOfSeveralFilesAreNotAllRight(String format) {
    Path twice = Cli.summed(directory.resolve("twice"), new byte[9], "CRC32C,MD5", 4);
    Cli.write(twice, new byte[8]);
    Path gone = directory.resolve("gone");
    List<Path> files = List.of(data, later, gone, twice, gone);
    Cli.Outcome outcome = Cli.run(Cli.args(files, "verify", "-q", "--format", format));
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.errorLines())
        .endsWith("chunksum: of 5 files, 2 mismatched, 2 could not be checked");

    for (List<Path> none : List.of(List.of(data), List.of(later, later), List.of(gone))) {
      assertThat(Cli.run(Cli.args(none, "verify", "--format", format)).err())
          .doesNotContain("mismatched, ");
    }
  }

  /** Its files are, however many lists there are. */
  @Test
  void aListIsNoneOfTheFiles() throws IOException {
    Files.write(list, List.of(line(data)));
    Path empty = Cli.write(directory.resolve("empty"), new byte[0]);
    Cli.Outcome one = Cli.run("verify", "--from=md5sum", list.toString(), empty.toString());
    assertThat(one.errorLines())
        .containsExactly("chunksum: " + empty + ": no lines in md5sum format");
    Cli.Outcome two = Cli.run("verify", "--from=md5sum", list.toString(), list.toString());
    assertThat(two.errorLines())
        .containsExactly("chunksum: of 2 files, 2 mismatched, 0 could not be checked");
  }
}
