// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code verify --from md5sum}, {@code sha256sum} and {@code cksum}. */
class ListVerificationTest {

  private static final byte[] DIGITS = "123456789".getBytes(StandardCharsets.US_ASCII);

  @TempDir private Path folder;

  private Path good;
  private Path bad;

  @BeforeEach
  void writeFiles() {
    good = Cli.write(folder.resolve("good"), DIGITS);
    bad = Cli.write(folder.resolve("bad"), new byte[3_000_000]);
  }

  private static String digest(String algorithm) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(DIGITS));
  }

  private Cli.Outcome verify(String form, String... lines) throws IOException {
    Path list = Cli.write(folder.resolve("list"), bytes(lines));
    return Cli.run("verify", "--from", form, "--format", "json", list.toString());
  }

  private static byte[] bytes(String... lines) {
    return (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({"md5sum, MD5, MD5", "sha256sum, SHA-256, SHA256"})
  void eachListedFileIsAnObjectALine(String form, String algorithm, String type) throws Exception {
    String digest = digest(algorithm);
    Cli.Outcome outcome =
        verify(form, digest + "  " + good, digest + " *" + bad, digest + "  " + folder + "/none");
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.errorLines())
        .containsExactly("chunksum: of 3 files, 1 mismatched, 1 could not be checked");
    assertThat(outcome.json()).hasSize(3);
    assertThat(outcome.json().get(0))
        .containsEntry("file", good.toString())
        .containsEntry("length", 9L)
        .containsEntry("expectedLength", 9L)
        .containsEntry("type", type)
        .containsEntry("bytesPerChecksum", null)
        .containsEntry("windows", 1L)
        .containsEntry("ok", true);
    assertThat(outcome.json().get(1))
        .containsEntry("file", bad.toString())
        .containsEntry("ok", false)
        .containsEntry("mismatchCount", 1L);
    assertThat(outcome.json().get(1).get("mismatches"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .first(InstanceOfAssertFactories.MAP)
        .containsEntry("window", 0L)
        .containsEntry("offset", 0L)
        .containsEntry("length", 3_000_000L)
        .containsEntry("expected", digest)
        .doesNotContainEntry("actual", digest);
    assertThat(outcome.json().get(2))
        .isEqualTo(Map.of("file", folder + "/none", "ok", false, "error", "no such file"));
  }

  @Test
  void theStatusIsThatOfTheWorstFile() throws Exception {
    String digest = digest("MD5");
    assertThat(verify("md5sum", digest + "  " + good).status()).isZero();
    assertThat(verify("md5sum", digest + "  " + good, digest + "  " + folder).status())
        .isEqualTo(3);
    assertThat(verify("md5sum", digest + "  " + bad, digest + "  " + folder).status()).isEqualTo(1);
  }

  @Test
  void namesAreRelativeToTheWorkingDirectory() throws Exception {
    Path here = Path.of("").toAbsolutePath();
    String relative = here.relativize(good.toAbsolutePath()).toString();
    Cli.Outcome outcome = verify("md5sum", "MD5 (" + relative + ") = " + digest("MD5"));
    assertThat(outcome.status()).isZero();
    assertThat(outcome.json().get(0)).containsEntry("file", relative);
  }

  @Test
  void listsOfCksumHaveCrcsAndTags() throws Exception {
    Cli.Outcome outcome =
        verify(
            "cksum",
            "930766865 9 " + good,
            "930766865 8 " + good,
            "SHA256 (" + good + ") = " + digest("SHA-256"));
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.json())
        .extracting(file -> file.get("ok"))
        .containsExactly(true, false, true);
    assertThat(outcome.json().get(1))
        .containsEntry("type", "CRC-32/CKSUM")
        .containsEntry("length", 9L)
        .containsEntry("expectedLength", 8L);
  }

  @Test
  void malformedLinesAreCountedOnStandardError() throws Exception {
    Cli.Outcome outcome = verify("md5sum", "", "# x", "x", "y", digest("MD5") + "  " + good);
    assertThat(outcome.status()).isZero();
    assertThat(outcome.json()).hasSize(1);
    assertThat(outcome.errorLines())
        .containsExactly("chunksum: " + folder.resolve("list") + ": malformed lines: 2");
  }

  @Test
  void ofFilesThatAreMissingNothingIsSaidIfTheyAreIgnored() throws Exception {
    String digest = digest("MD5");
    String here = digest + "  " + good;
    String none = digest + "  " + folder + "/none";
    Path list = Cli.write(folder.resolve("list"), bytes(none, here, none));
    String[] ignoring = {"verify", "--from=md5sum", "--ignore-missing", list.toString()};
    assertThat(Cli.run(ignoring))
        .isEqualTo(new Cli.Outcome(0, good + ": OK (MD5, 1 window)\n", ""));

    Cli.write(list, bytes(none, digest + "  " + bad, none));
    assertThat(Cli.run(ignoring).status()).isEqualTo(1);

    Cli.write(list, bytes(here, digest + "  " + folder));
    assertThat(Cli.run(ignoring).errorLines())
        .containsExactly(
            "chunksum: " + folder + ": is a directory",
            "chunksum: of 2 files, 0 mismatched, 1 could not be checked");

    Cli.write(list, bytes(none, none));
    Cli.Outcome nothing = Cli.run(ignoring);
    assertThat(nothing.status()).isEqualTo(3);
    assertThat(nothing.errorLines())
        .containsExactly("chunksum: " + list + ": none of the files that it names is there");
  }

  @Test
  void aNameThatNoFileHereCanHaveIsAnError() throws Exception {
    String digest = digest("MD5");
    String lines = "MD5 () = " + digest + "\n" + digest + "  caf\u00e9\n" + digest + "  " + good;
    Path list = Cli.write(folder.resolve("list"), lines.getBytes(StandardCharsets.ISO_8859_1));
    Cli.Outcome outcome = Cli.run("verify", "--from=md5sum", "--format=json", list.toString());
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.errorLines())
        .containsExactly("chunksum: of 3 files, 0 mismatched, 2 could not be checked");
    assertThat(outcome.json()).hasSize(3);
    assertThat(outcome.json().get(0))
        .isEqualTo(Map.of("file", "", "ok", false, "error", "the name is empty"));
    assertThat(outcome.json().get(1))
        .containsEntry("file", "caf\udce9")
        .containsEntry("ok", false)
        .containsKey("error");
    assertThat(outcome.json().get(2)).containsEntry("ok", true);
    assertThat(Cli.run("verify", "--from=md5sum", list.toString()).status()).isEqualTo(3);
  }

  /** On the command line, the JVM puts it where it cannot read a name; in a list, it is one. */
  @Test
  void aNameMayContainTheReplacementCharacter() throws Exception {
    Cli.assumeRepresented("\uFFFD");
    Path file = Cli.write(folder.resolve("caf\uFFFD"), DIGITS);
    Path list = Cli.write(folder.resolve("list"), bytes(digest("MD5") + "  " + file));
    Cli.Outcome outcome = Cli.run("verify", "--from=md5sum", list.toString());
    assertThat(outcome.errorLines()).isEmpty();
    assertThat(outcome.lines()).containsExactly(file + ": OK (MD5, 1 window)");
    assertThat(outcome.status()).isZero();
  }

  /** Of an encoder, all that is not UTF-8 would become question marks. */
  @Test
  void namesThatAreNotUtf8CanBeToldApart() throws Exception {
    String digest = digest("MD5") + "  ";
    byte[] lines = bytes(digest + "caf?", digest + "caf\u00e9", digest + "\ud83d\udc80\"#");
    Path list = Cli.write(folder.resolve("list"), lines);
    for (int i = 0; i < lines.length; i++) {
      lines[i] = lines[i] == '#' ? (byte) 0x80 : lines[i];
      lines[i] = lines[i] == (byte) 0xa9 ? (byte) 'x' : lines[i]; // Half of the accented letter.
    }
    Cli.write(list, lines);
    Cli.Outcome json = Cli.run("verify", "--from=md5sum", "--format=json", list.toString());
    assertThat(json.status()).isEqualTo(3);
    assertThat(json.lines().get(0)).startsWith("{\"file\":\"caf?\",");
    assertThat(json.lines().get(1)).startsWith("{\"file\":\"caf\\udcc3x\",");
    assertThat(json.lines().get(2)).startsWith("{\"file\":\"\ud83d\udc80\\\"\\udc80\",");
    assertThat(json.json())
        .extracting(object -> object.get("file"))
        .containsExactly("caf?", "caf\udcc3x", "\ud83d\udc80\"\udc80");
    assertThat(Cli.run("verify", "--from=md5sum", list.toString()).errorLines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("chunksum: caf?: "),
            line -> assertThat(line).startsWith("chunksum: caf\\xc3x: "),
            line -> assertThat(line).startsWith("chunksum: \ud83d\udc80\"\\x80: "),
            line ->
                assertThat(line)
                    .isEqualTo("chunksum: of 3 files, 0 mismatched, 3 could not be checked"));
  }

  @Test
  void standardInputIsAListOnlyOnce() throws Exception {
    Path list = Cli.write(folder.resolve("list"), bytes(digest("MD5") + "  " + good));
    try (InputStream in = Files.newInputStream(list)) {
      assertAListOnlyOnce(in);
    }
    try (InputStream in = new FileInputStream(list.toFile())) {
      assertAListOnlyOnce(in);
    }
  }

  private void assertAListOnlyOnce(InputStream in) {
    Cli.Outcome outcome = Cli.run(in, "verify", "--from=md5sum", "-", "-");
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.lines()).containsExactly(good + ": OK (MD5, 1 window)");
    assertThat(outcome.errorLines()).containsExactly("chunksum: -: it has been read and closed");
  }

  @Test
  void aListWithoutAProperLineIsAnError() throws Exception {
    Cli.Outcome outcome = verify("sha256sum", digest("MD5") + "  " + good);
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.json())
        .containsExactly(
            Map.of(
                "file",
                folder.resolve("list").toString(),
                "ok",
                false,
                "error",
                "no lines in sha256sum format"));
    Cli.Outcome missing =
        Cli.run("verify", "--from=md5sum", "--format=json", folder + "/none", good.toString());
    assertThat(missing.status()).isEqualTo(3);
    assertThat(missing.json().get(0)).containsEntry("error", "no such file");
    assertThat(missing.json()).hasSize(2);
    assertThat(Cli.run("verify", "--from=md5sum", folder.toString()).status()).isEqualTo(3);
  }

  @Test
  void standardInputIsTheListOrAFileOfIt() throws Exception {
    String digest = digest("MD5");
    Cli.Outcome list =
        Cli.run(
            bytes(digest + "  " + good, digest + "  -"),
            "verify",
            "--from=md5sum",
            "--format=json",
            "-");
    assertThat(list.status()).isEqualTo(3);
    assertThat(list.json().get(0)).containsEntry("ok", true);
    assertThat(list.json().get(1))
        .containsEntry("file", "-")
        .containsEntry("error", "standard input is the list itself");
    Path file = Cli.write(folder.resolve("list"), bytes(digest + "  -"));
    Cli.Outcome listed =
        Cli.run(DIGITS, "verify", "--from=md5sum", "--format=json", file.toString());
    assertThat(listed.status()).isZero();
    assertThat(listed.json().get(0)).containsEntry("file", "-").containsEntry("length", 9L);
  }

  @Test
  void textNamesTheFilesOfTheList() throws Exception {
    Path list =
        Cli.write(
            folder.resolve("list"), bytes(digest("MD5") + "  " + good, digest("MD5") + "  " + bad));
    Cli.Outcome outcome = Cli.run("verify", "--from", "md5sum", list.toString());
    assertThat(outcome.lines())
        .hasSize(3)
        .startsWith(good + ": OK (MD5, 1 window)")
        .endsWith(bad + ": FAILED (MD5, 1 window, 1 mismatched)");
  }

  @Test
  void rightCrcOfAnotherLengthSaysThatItIsTheLength() throws IOException {
    Path list = Cli.write(folder.resolve("list"), bytes("930766865 10 " + good));
    assertThat(Cli.run("verify", "--from", "cksum", list.toString()).lines().get(0))
        .contains("expected 377a6011, found 377a6011 for a different number of bytes");
  }

  @Test
  void bytesBeyondTheRecordedLengthAreAMismatchOfTheirOwn() throws IOException {
    Path list =
        Cli.write(
            folder.resolve("list"),
            bytes("4294967295 0 " + good, "930766865 9 " + bad, "1 8 " + good));
    Cli.Outcome outcome = Cli.run("verify", "--from=cksum", "--format=json", list.toString());
    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.lines().get(0))
        .contains("\"length\":9,\"expectedLength\":0,")
        .endsWith(
            "\"mismatchCount\":1,\"mismatches\":[{\"window\":1,\"offset\":0,\"length\":9,"
                + "\"expected\":null,\"actual\":null,\"diagnosis\":null}]}");
    assertThat(outcome.lines().get(1))
        .contains("\"mismatchCount\":2,\"mismatches\":[{\"window\":0,\"offset\":0,\"length\":9,")
        .contains("{\"window\":1,\"offset\":9,\"length\":2999991,\"expected\":null");
    assertThat(outcome.lines().get(2))
        .contains("{\"window\":0,\"offset\":0,\"length\":8,\"expected\":\"00000001\"")
        .contains("{\"window\":1,\"offset\":8,\"length\":1,");
  }

  @Test
  void emptyFileHasNoRangeOfBytes() throws IOException {
    Path empty = Cli.write(folder.resolve("empty"), new byte[0]);
    Path list = Cli.write(folder.resolve("list"), bytes("0".repeat(32) + "  " + empty));
    assertThat(Cli.run("verify", "--from", "md5sum", list.toString()).lines().get(0))
        .contains("window 0, no bytes: expected 0000");
  }
}
