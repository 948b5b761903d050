// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Command lines that are wrong, names that are odd, and output that cannot be written. Long,
 * because each of these command lines is written out.
 */
class UsageTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bogus",
        "help bogus",
        "SUM",
        "su",
        "--bogus",
        "sum",
        "verify",
        "sum --",
        "sum --bogus FILE",
        "verify --bogus FILE",
        "verify -t CRC32 FILE",
        "verify -b 512 FILE",
        "sum --range 0:1 FILE",
        "sum --checksums x FILE",
        "sum FILE -t",
        "sum FILE -b",
        "sum FILE -o",
        "sum FILE --format",
        "sum -t FOO FILE",
        "sum -t= FILE",
        "sum -t CRC32,CRC32 FILE",
        "sum -t crc32,CRC32 FILE",
        "sum -t CRC32, FILE",
        "sum -t ,CRC32 FILE",
        "sum -t CRC32,,MD5 FILE",
        "sum -t MD5 -t MD5 FILE",
        "sum -b 0 FILE",
        "sum -b -1 FILE",
        "sum -b=-1 FILE",
        "sum -b= FILE",
        "sum -b 2147483648 FILE",
        "sum -b 2GiB FILE",
        "sum -b 99999999999999999999 FILE",
        "sum -b 16kib FILE",
        "sum -b 16K FILE",
        "sum -b 1.5KiB FILE",
        "sum -b 512 -b 512 FILE",
        "sum -t NONE,MD5 -b 0 FILE",
        "sum --format xml FILE",
        "sum --format= FILE",
        "sum -o x FILE FILE",
        "sum -o FILE.d/ FILE",
        "sum -o= FILE",
        "sum --bogus",
        "scan --bogus",
        "scan FILE\uFFFD",
        "verify --checksums= FILE",
        "verify --checksums FILE\uFFFD FILE",
        "sum -",
        "sum - FILE",
        "sum FILE -",
        "verify -",
        "verify FILE -",
        "verify --checksums x FILE FILE",
        "verify --checksums x - -",
        "verify --from bogus FILE",
        "verify --from ozone-blockdata FILE",
        "verify --from hdfs-meta --checksums x -",
        "verify --from hdfs-meta --checksums x FILE FILE",
        "verify --from hadoop-crc -",
        "verify --from hadoop-crc --checksums x -",
        "sum --to bogus FILE",
        "sum --to HADOOP-CRC FILE",
        "sum --to hadoop-crc -t CRC32C FILE",
        "sum --to hadoop-crc -t CRC32,CRC32C FILE",
        "sum --to hadoop-crc -t NONE FILE",
        "sum --to hadoop-crc -b 0 FILE",
        "sum --to hadoop-crc -",
        "sum --to hdfs-meta -t SHA256 FILE",
        "sum --to hdfs-meta -t CRC32,CRC32C FILE",
        "sum --to hdfs-meta -t NONE -b 0 FILE",
        "sum --to hdfs-meta -o x FILE FILE",
        "composite",
        "composite -",
        "composite FILE -",
        "composite -t CRC32 FILE",
        "inspect",
        "inspect FILE FILE",
        "inspect --format xml FILE",
        "verify --from ozone-blockdata FILE",
        "verify --from ozone-blockdata --checksums S FILE FILE",
        "verify --from aeron -",
        "verify --from aeron -t MD5 FILE",
        "verify --from aeron -t NONE FILE",
        "verify --from aeron -t CRC32,CRC32C FILE",
        "verify --from aeron --range 0:1 FILE",
        "verify --from md5sum -t MD5 FILE",
        "verify --from md5sum --checksums x FILE",
        "verify --from cksum --diagnose FILE",
        "verify --ignore-missing FILE",
        "verify --from aeron --ignore-missing FILE",
        "sum --quiet FILE",
        "doctor FILE",
        "doctor --format json",
        "doctor -t MD5"
      })
  void wrongUsageIsStatus2AndOneLine(String line) throws IOException {
    Path file = Cli.write(directory.resolve("data"), new byte[3]);
    String[] args = line.split(" ");
    Arrays.asList(args).replaceAll(arg -> arg.equals("FILE") ? file.toString() : arg);
    Cli.Outcome outcome = Cli.run(args);
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.errorLines()).hasSize(1);
    assertThat(outcome.err())
        .startsWith("chunksum: ")
        .containsPattern(
            "\\(try 'chunksum( sum| verify| scan| composite| inspect| doctor)? --help'\\)")
        .doesNotContain("Exception");
    assertThat(Cli.names(directory)).containsExactly("data");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "sum --format xml FILE | 'xml' is not one of [text, json] (",
        "sum --to bogus FILE | 'bogus' is not one of [chunksum, hadoop-crc, hdfs-meta] (",
        "sum -t CRC32,SHA-1 FILE | 'SHA-1' is not one of [NONE, CRC32, CRC32C, SHA256, MD5,"
            + " CRC64NVME, ADLER32], nor an added type (",
        "sum -b 0 FILE | CRC32C needs at least 1 byte per checksum (",
        "sum --to hadoop-crc -b 0 FILE | hadoop-crc needs at least 1 byte per checksum ("
      })
  void wrongValueIsToldWithWhatIsAllowed(String line, String problem) {
    Cli.Outcome outcome = Cli.run(line.split(" "));
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains(": " + problem);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "-h",
        "sum --help",
        "sum -h",
        "verify --help",
        "verify -h",
        "composite -h",
        "doctor -h",
        "help",
        "help sum"
      })
  void helpIsPrintedOnRequest(String line) {
    Cli.Outcome outcome = Cli.run(line.split(" "));
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out()).startsWith("Usage: chunksum");
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void helpOnACommandIsThatOfItsOption() {
    assertThat(Cli.run("help", "scan").out()).isEqualTo(Cli.run("scan", "--help").out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "-V", "sum --version", "verify -V"})
  void versionIsThatOfTheBuild(String line) {
    Cli.Outcome outcome = Cli.run(line.split(" "));
    assertThat(outcome.status()).isZero();
    assertThat(outcome.lines()).hasSize(1);
    assertThat(outcome.out()).matches("chunksum [0-9]+\\.[0-9]+\\.[0-9]+\\S*\\R");
  }

  @Test
  void withoutArgumentsUsageGoesToStandardError() {
    Cli.Outcome outcome = Cli.run();
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).startsWith("Usage: chunksum");
  }

  @Test
  void helpNamesEveryFormatAndTheDefault() {
    assertThat(help("verify"))
        .contains(" chunksum (the default)")
        .contains(Stream.of(ChecksumFormat.values()).map(format -> " " + format).toList());
    for (String command : List.of("sum", "scan")) {
      assertThat(help(command))
          .contains(" chunksum (the default)")
          .contains(Stream.of(SumFormat.values()).map(format -> " " + format).toList());
    }
  }

  /** In one line, as words may be anywhere in theirs. */
  private static String help(String command) {
    return Cli.run(command, "--help").out().replaceAll("\\s+", " ");
  }

  @Test
  void helpNamesTheExitStatuses() {
    assertThat(Cli.run("--help").out()).contains("Exit status: 0").contains("1 if data mismatched");
  }

  @Test
  void helpSaysWhichFormatsGoWithWhat() {
    assertThat(help("verify"))
        .contains("required with - unless that is a list.")
        .contains("The last four exclude --checksums, --range and --diagnose; aeron, hadoop-crc")
        .contains("exclude a FILE of -.");
    assertThat(help("sum")).contains("looks for blk_ID_GENERATION.meta: name it with -o.");
  }

  @Test
  void formatMayBeInAnyCase() {
    Path file = Cli.write(directory.resolve("data"), new byte[3]);
    assertThat(Cli.run("sum", "--format", "JSON", file.toString()).json()).hasSize(1);
  }

  @Test
  void optionsMayFollowFiles() {
    Path file = Cli.write(directory.resolve("data"), new byte[3]);
    assertThat(Cli.run("sum", file.toString(), "-t", "MD5", "--format=json").json().get(0))
        .containsEntry("type", "MD5");
  }

  @Test
  void nameThatBeginsWithAnAtSignIsAName() throws IOException {
    // Such arguments are often taken for files with further arguments in them.
    Path named = Cli.write(directory.resolve("list"), "--help".getBytes(StandardCharsets.UTF_8));
    Cli.Outcome outcome = Cli.run("sum", "@" + named);
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines()).containsExactly("chunksum: @" + named + ": no such file");
  }

  @Test
  void whatFollowsTwoDashesIsAName() {
    Cli.Outcome outcome = Cli.run("verify", "--format", "json", "--", "--format", "-x");
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.json())
        .extracting(object -> object.get("file"))
        .containsExactly("--format", "-x");
  }

  @Test
  void anUnknownOptionIsNotAMissingFile() {
    assertThat(Cli.run("scan", "-x").errorLines())
        .containsExactly("chunksum: Unknown option: '-x' (try 'chunksum scan --help')");
    assertThat(Cli.run("sum", "-x").err()).contains(" Unknown option: '-x' ");
    assertThat(Cli.run("scan", "-j", "2").err()).contains(" Missing required parameter: 'DIR' ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          foo                  | unknown command 'foo' (try 'chunksum --help')
          scan -r 5MiB .       | Unknown option: '-r' (try 'chunksum scan --help')
          scan . x             | 'x' is one argument too many (try 'chunksum scan --help')
          scan --max-rate 0 .  | '0' is less than 1 byte per second (try
          scan -j 0 .          | '0' is not a number of threads from 1 to 1024 (try
          scan -j 1025 .       | '1025' is not a number of threads from 1 to 1024 (try
          scan -j x .          | 'x' is not a number of threads from 1 to 1024 (try
          scan -j 99999999999 .| '99999999999' is not a number of threads from 1 to 1024 (try
          """)
  void whatIsWrongIsSaidInTermsOfWhatWasTyped(String line, String message) {
    Cli.Outcome outcome = Cli.run(line.split(" "));
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.errorLines()).singleElement().asString().contains(message);
  }

  /** The JVM also makes such a name of other bytes that are not in the locale's encoding. */
  @ParameterizedTest
  @ValueSource(strings = {"verify", "verify --from md5sum", "verify --from aeron", "composite"})
  void aNameThatMayStandForAnotherIsRefused(String line) {
    List<String> args = new ArrayList<>(List.of(line.split(" ")));
    args.addAll(List.of("--format", "json", directory + "/\uFFFD", ""));
    Cli.Outcome outcome = Cli.run(args.toArray(String[]::new));
    assertThat(outcome.status()).isEqualTo(ExitStatus.ERROR);
    assertThat(outcome.json())
        .extracting(object -> object.get("error"))
        .containsExactly(
            "contains U+FFFD, which stands for what this locale cannot represent",
            "the name is empty");
  }

  /** As where the locale is C: there, no path can be made of U+FFFD, as of a NUL anywhere. */
  @Test
  void sumNamesTheLocaleAsTheReason() {
    assertThat(Cli.run("sum", "\uFFFD\0").errorLines())
        .singleElement()
        .asString()
        .endsWith("contains U+FFFD, which stands for what this locale cannot represent");
  }

  @Test
  void emptyNameIsAFileThatCannotBeChecked() {
    Cli.Outcome outcome = Cli.run("verify", "");
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"with space", "ümläut €", "quote'\"", "back\\slash", "%d%s", "${HOME}"})
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "not all such names are allowed there")
  void oddNamesAreNames(String name) throws IOException {
    // The launcher picks a locale that has all of them; the tests run in that of the build.
    Cli.assumeRepresented(name);
    Path file = Cli.write(directory.resolve(name), Oracle.random(1, 100));
    assertThat(Cli.run("sum", "--format", "json", file.toString()).json().get(0))
        .containsEntry("file", file.toString());
    assertThat(Cli.names(directory)).containsExactly(name, name + ".chunksum");
    assertThat(Cli.run("verify", file.toString()).lines())
        .containsExactly(file + ": OK (CRC32C, 1 window)");
    Cli.write(file, new byte[100]);
    assertThat(Cli.run("verify", "--format", "json", file.toString()).json().get(0))
        .containsEntry("file", file.toString())
        .containsEntry("ok", false);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "not all such names are allowed there")
  void nameWithControlCharactersStaysOnOneLine() {
    Path file = Cli.write(directory.resolve("two\nlines\u001b[2J"), new byte[3]);
    String shown = directory + "/two\\x0alines\\x1b[2J";
    Cli.Outcome sum = Cli.run("sum", file.toString());
    assertThat(sum.lines()).hasSize(1);
    assertThat(sum.out()).startsWith(shown + ": CRC32C of 3 bytes");
    assertThat(Cli.run("verify", file.toString()).lines())
        .containsExactly(shown + ": OK (CRC32C, 1 window)");
    Cli.write(file, new byte[2]);
    assertThat(Cli.run("verify", file.toString()).lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith(shown + ": "));
    assertThat(Cli.run("verify", file + "?").errorLines())
        .containsExactly("chunksum: " + shown + "?: no such file");
    // JSON has its own escapes.
    assertThat(Cli.run("verify", "--format", "json", file.toString()).json().get(0))
        .containsEntry("file", file.toString());
  }

  @Test
  void outputThatCannotBeWrittenIsStatus3() {
    Path file = Cli.summed(directory.resolve("data"), new byte[3], "CRC32C", 4);
    for (List<String> line :
        List.of(
            List.of("sum", file.toString()),
            List.of("sum", "--format", "json", file.toString()),
            List.of("verify", file.toString()),
            List.of("verify", "--format", "json", file.toString()),
            List.of("--help"),
            List.of("--version"))) {
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      int status = Main.run(new Console(empty(), new FullDisk(), err), line.toArray(new String[0]));
      assertThat(status).as("%s", line).isEqualTo(3);
      assertThat(err.toString(StandardCharsets.UTF_8))
          .isEqualToNormalizingNewlines(
              "chunksum: cannot write to standard output: No space left on device\n");
    }
  }

  @Test
  void mismatchIsStatus1EvenIfItCannotBePrinted() {
    Path file = Cli.summed(directory.resolve("data"), new byte[3], "CRC32C", 4);
    Cli.write(file, new byte[2]);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(empty(), new FullDisk(), err);
    assertThat(Main.run(console, "verify", file.toString())).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("cannot write");
  }

  @Test
  void bugInAnInputIsOneLineAndStatus3() throws IOException {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() {
            throw new IllegalStateException("not\n  meant to be");
          }

          @Override
          public int read(byte[] target, int offset, int length) {
            return read();
          }
        };
    Path sums = directory.resolve("sums");
    Cli.Outcome outcome = Cli.run(broken, "sum", "-o", sums.toString(), "-");
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines()).containsExactly("chunksum: -: not; meant to be");
    assertThat(Files.exists(sums)).isFalse();
    assertThat(Cli.names(directory)).isEmpty();
  }

  private static InputStream empty() {
    return new ByteArrayInputStream(new byte[0]);
  }

  private static final class FullDisk extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      throw new IOException("No space left on device");
    }
  }
}
