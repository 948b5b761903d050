// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.list;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.file.ByteReader;
import io.chunksum.format.list.FileSum;
import io.chunksum.format.list.ListForm;
import io.chunksum.format.list.ListReader;
import io.chunksum.format.list.ListedFile;
import io.chunksum.tests.TestBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists that the programs of GNU coreutils write are read, and ours are read by them. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class GnuOracleTest {

  private static final List<String> NAMES =
      List.of(
          "plain",
          " leading blank",
          "*star",
          "two  blanks ",
          "back\\slash",
          "line\nbreak",
          "return\rhere",
          "MD5 (tag) = not",
          "paren)thesis (",
          "-dash",
          "#hash",
          "a = b");

  private static final int[] LENGTHS = {0, 1, 255, 256, 65_536, 3_000_001};

  @TempDir private Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    for (int i = 0; i < NAMES.size(); i++) {
      Files.write(folder.resolve(NAMES.get(i)), TestBytes.random(i, LENGTHS[i % LENGTHS.length]));
    }
  }

  private ListedFile sum(String name, ChecksumType type) throws IOException {
    FileSum sum = new FileSum(type);
    try (FileChannel channel = FileChannel.open(folder.resolve(name))) {
      new ByteReader().read(channel, 0, Long.MAX_VALUE, sum);
    }
    return sum.finish(name);
  }

  private List<ListedFile> sums(ChecksumType type) throws IOException {
    List<ListedFile> sums = new ArrayList<>();
    for (String name : NAMES) {
      sums.add(sum(name, type));
    }
    return sums;
  }

  private static List<ListedFile> read(ListForm form, String list) throws IOException {
    List<ListedFile> files = new ArrayList<>();
    try (ListReader reader =
        new ListReader(form, new ByteArrayInputStream(list.getBytes(StandardCharsets.UTF_8)))) {
      for (Optional<ListedFile> next = reader.next(); next.isPresent(); next = reader.next()) {
        files.add(next.get());
      }
      assertThat(reader.malformedLines()).isZero();
    }
    return files;
  }

  private static void assertMatch(List<ListedFile> listed, List<ListedFile> actual) {
    assertThat(listed).extracting(ListedFile::name).containsExactlyElementsOf(NAMES);
    for (int i = 0; i < NAMES.size(); i++) {
      assertThat(listed.get(i).matches(actual.get(i))).as(NAMES.get(i)).isTrue();
    }
  }

  private static List<String> args(String... options) {
    List<String> args = new ArrayList<>();
    for (String option : options) {
      args.addAll(List.of(option.split(" ")));
    }
    args.add("--");
    args.addAll(NAMES);
    return args;
  }

  @ParameterizedTest
  @CsvSource({
    "md5sum, -t, MD5SUM", "md5sum, -b, MD5SUM", "md5sum, --tag, MD5SUM",
    "sha256sum, -t, SHA256SUM", "sha256sum, -b, SHA256SUM", "sha256sum, --tag, SHA256SUM",
    "cksum, -a md5, CKSUM", "cksum, -a sha256, CKSUM"
  })
  void theirListsAreRead(String program, String option, ListForm form) throws Exception {
    GnuTool tool = new GnuTool(program).assumeInstalled(folder);
    String list = tool.run(folder, args(option)).out();
    ChecksumType type =
        form == ListForm.MD5SUM || option.endsWith("md5") ? ChecksumType.MD5 : ChecksumType.SHA256;
    assertMatch(read(form, list), sums(type));
  }

  @ParameterizedTest
  @CsvSource({"md5sum, MD5", "sha256sum, SHA256"})
  void ourListsAreReadByThem(String program, String typeName) throws Exception {
    GnuTool tool = new GnuTool(program).assumeInstalled(folder);
    ChecksumType type = typeName.equals("MD5") ? ChecksumType.MD5 : ChecksumType.SHA256;
    List<ListedFile> sums = sums(type);
    String lines = sums.stream().map(sum -> sum.toLine() + "\n").collect(Collectors.joining());
    String tagged =
        sums.stream().map(sum -> sum.toTaggedLine() + "\n").collect(Collectors.joining());
    assertThat(tool.run(folder, args("-t")).out()).isEqualTo(lines);
    assertThat(tool.run(folder, args("--tag")).out()).isEqualTo(tagged);
    for (String list : List.of(lines, tagged, lines.replace("\n", "\r\n"))) {
      Path file = Files.writeString(folder.resolve("list"), list);
      GnuTool.Outcome checked = tool.run(folder, List.of("-c", "--strict", file.toString()));
      assertThat(checked.status()).as(checked.err()).isZero();
    }
  }

  @Test
  void theCrcOfCksumIsReadAndWritten() throws Exception {
    GnuTool tool = new GnuTool("cksum").assumeInstalled(folder);
    // There is no escape for line breaks in this form.
    for (String name : NAMES) {
      if (!name.contains("\n")) {
        String line = tool.run(folder, List.of("--", name)).out();
        ListedFile sum = sum(name, FileSum.CKSUM);
        assertThat(sum.toLine() + "\n").isEqualTo(line);
        if (!name.contains("\r")) {
          assertThat(read(ListForm.CKSUM, line)).containsExactly(sum);
        }
      }
    }
  }

  /** Of each of these lines, either both read the same or neither reads anything. */
  @Test
  void linesAreProperOrMalformedAsTheyAreForThem() throws Exception {
    GnuTool tool = new GnuTool("md5sum").assumeInstalled(folder);
    String digest = sum("plain", ChecksumType.MD5).checksum();
    for (String line : linesLikeThoseOf(digest)) {
      Path list = Files.writeString(folder.resolve("list"), line + "\n" + digest + "  plain\n");
      GnuTool.Outcome theirs = tool.run(folder, List.of("-c", list.toString()));
      long theirOk = theirs.out().lines().filter("plain: OK"::equals).count();
      long theirMalformed = theirs.err().contains("improperly formatted") ? 1 : 0;
      long ourOk = 0;
      try (ListReader reader = new ListReader(ListForm.MD5SUM, Files.newInputStream(list))) {
        for (Optional<ListedFile> next = reader.next(); next.isPresent(); next = reader.next()) {
          ourOk +=
              next.get().name().equals("plain") && next.get().checksum().equals(digest) ? 1 : 0;
        }
        assertThat(ourOk).as(line).isEqualTo(theirOk);
        assertThat(reader.malformedLines()).as(line).isEqualTo(theirMalformed);
      }
    }
  }

  private static List<String> linesLikeThoseOf(String digest) {
    return List.of(
        digest + "  plain",
        digest + " *plain",
        digest + " plain",
        digest + "\tplain",
        digest + "\t plain",
        "  " + digest + "  plain",
        "\t" + digest + "  plain",
        digest.toUpperCase(Locale.ROOT) + "  plain",
        digest + "  plain\r",
        digest.substring(1) + "  plain",
        digest + "0  plain",
        digest + "plain",
        digest + "  ",
        digest + " ",
        digest,
        "g" + digest.substring(1) + "  plain",
        "\\" + digest + "  plain",
        "\\" + digest + "  pla\\in",
        "\\" + digest + "  plain\\",
        "\\" + digest + "  \\\\plain",
        "MD5 (plain) = " + digest,
        "MD5(plain)=" + digest,
        "MD5  (plain) = " + digest,
        "MD5 (plain)\t=\t" + digest,
        "MD5 (plain = " + digest,
        "MD5 (plain) " + digest,
        "MD5 plain",
        "MD5 () = " + digest,
        "MD5 (plain) = " + digest + "0",
        "MD5 (plain) = " + digest.substring(2),
        "SHA256 (plain) = " + digest,
        "\\MD5 (plain) = " + digest,
        " MD5 (plain) = " + digest,
        "# " + digest + "  plain",
        " # " + digest + "  plain",
        "d41d8cd98f00b204e9800998ecf8427f  plain",
        "x");
  }
}
