// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.format.list.FileSum;
import io.chunksum.format.list.ListForm;
import io.chunksum.format.list.ListReader;
import io.chunksum.format.list.ListedFile;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.FreedMemory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists and their lines, where no program is there to compare with. */
class ListReaderTest {

  private static final String MD5 = "d41d8cd98f00b204e9800998ecf8427e";

  private long malformed;
  private long lines;

  private List<ListedFile> read(ListForm form, byte[] list) throws IOException {
    List<ListedFile> files = new ArrayList<>();
    try (ListReader reader = new ListReader(form, new ByteArrayInputStream(list))) {
      for (Optional<ListedFile> next = reader.next(); next.isPresent(); next = reader.next()) {
        files.add(next.get());
      }
      malformed = reader.malformedLines();
      lines = reader.lines();
    }
    return files;
  }

  private List<String> names(ListForm form, String list) throws IOException {
    return read(form, list.getBytes(StandardCharsets.UTF_8)).stream()
        .map(ListedFile::name)
        .toList();
  }

  @Test
  void closesTheListWithIt() throws IOException {
    AtomicInteger closed = new AtomicInteger();
    InputStream list =
        new ByteArrayInputStream(new byte[0]) {
          @Override
          public void close() {
            closed.incrementAndGet();
          }
        };
    new ListReader(ListForm.MD5SUM, list).close();
    assertThat(closed).hasValue(1);
  }

  /** Not even what it has read ahead. */
  @Test
  void aClosedListIsNotReadAnyFurther() throws IOException {
    byte[] list = (MD5 + "  a\n" + MD5 + "  b\n").getBytes(StandardCharsets.UTF_8);
    ListReader reader = new ListReader(ListForm.MD5SUM, new ByteArrayInputStream(list));
    assertThat(reader.next()).isPresent();
    reader.close();
    assertThatThrownBy(reader::next)
        .isInstanceOf(IOException.class)
        .hasMessage("the list is closed");
  }

  @Test
  void commentsEmptyLinesAndCarriageReturnsAreLeftOut() throws IOException {
    assertThat(names(ListForm.MD5SUM, "# x\n\n\r\n" + MD5 + "  a\r\n" + MD5 + " *b "))
        .containsExactly("a", "b ");
    assertThat(malformed).isZero();
    assertThat(lines).isEqualTo(5);
    assertThat(names(ListForm.MD5SUM, "")).isEmpty();
    assertThat(lines).isZero();
  }

  @Test
  void oneBlankAndTwoAreNotMixed() throws IOException {
    assertThat(names(ListForm.MD5SUM, MD5 + " a\n" + MD5 + "  b\n" + MD5 + " *c\n"))
        .containsExactly("a", " b", "*c");
    assertThat(malformed).isZero();
    assertThat(names(ListForm.MD5SUM, MD5 + "  a\n" + MD5 + " b\n" + MD5 + "  c\n"))
        .containsExactly("a", "c");
    assertThat(malformed).isEqualTo(1);
  }

  @Test
  void blanksBeforeALineDoNotCountAndThoseOfANameDo() throws IOException {
    assertThat(names(ListForm.MD5SUM, " \t" + MD5 + "  a\n")).containsExactly("a");
    assertThat(names(ListForm.MD5SUM, MD5 + " ab\n")).containsExactly("ab");
    assertThat(names(ListForm.MD5SUM, MD5 + "  \n")).containsExactly(" ");
    assertThat(malformed).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "   ",
        MD5,
        MD5 + " ",
        "\\" + MD5 + "  a\\",
        "\\" + MD5 + "  a\\t",
        "0" + MD5 + "  a"
      })
  void whatIsNoLineOfMd5sumIsMalformed(String line) throws IOException {
    assertThat(names(ListForm.MD5SUM, line)).isEmpty();
    assertThat(malformed).isEqualTo(1);
  }

  @Test
  void namesThatNoFileCanHaveAreStillNames() throws IOException {
    assertThat(names(ListForm.MD5SUM, MD5 + "  Grüße 文件\n")).containsExactly("Grüße 文件");
    byte[] latin = (MD5 + "  caf\u00e9 \u00c3\n1 2 \u00ff\n").getBytes(StandardCharsets.ISO_8859_1);
    assertThat(read(ListForm.MD5SUM, latin))
        .extracting(ListedFile::name)
        .containsExactly("caf\udce9 \udcc3");
    assertThat(malformed).isEqualTo(1);
    assertThat(read(ListForm.CKSUM, latin)).extracting(ListedFile::name).containsExactly("\udcff");
    assertThat(malformed).isEqualTo(1);
    assertThat(names(ListForm.MD5SUM, "MD5 () = " + MD5 + "\n" + MD5 + "  a\0b\n"))
        .containsExactly("", "a\0b");
    assertThat(malformed).isZero();
  }

  @Test
  void aLineWithoutAnEndTakesNoMemory() throws IOException {
    String longest = "a".repeat(64 * 1024 - 34);
    assertThat(names(ListForm.MD5SUM, MD5 + "  " + longest + "\n" + MD5 + "  b\n"))
        .containsExactly(longest, "b");
    assertThat(names(ListForm.MD5SUM, MD5 + "  " + longest + "a\n" + MD5 + "  b\n"))
        .containsExactly("b");
    assertThat(malformed).isEqualTo(1);
  }

  @Test
  void aListOfCksumMayHaveTagsAndCrcs() throws IOException {
    String sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    String list =
        "4294967295 0  a b\nMD5 (m) = "
            + MD5
            + "\n\\SHA256 (s\\n) = "
            + sha256.toUpperCase(Locale.ROOT)
            + "\n"
            + MD5
            + "  x\n";
    assertThat(read(ListForm.CKSUM, list.getBytes(StandardCharsets.UTF_8)))
        .containsExactly(
            new ListedFile(" a b", FileSum.CKSUM, "ffffffff", OptionalLong.of(0)),
            new ListedFile("m", ChecksumType.MD5, MD5, OptionalLong.empty()),
            new ListedFile("s\n", ChecksumType.SHA256, sha256, OptionalLong.empty()));
    assertThat(malformed).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "4294967296 1 a",
        "1 9223372036854775808 a",
        "1 1 ",
        "1 1",
        "-1 1 a",
        "1 -1 a",
        " 1 1 a",
        "1  1 a",
        "99999999999 1 a",
        "SHA1 (a) = da39a3ee5e6b4b0d3255bfef95601890afd80709"
      })
  void whatIsNoLineOfCksumIsMalformed(String line) throws IOException {
    assertThat(names(ListForm.CKSUM, line)).isEmpty();
    assertThat(malformed).isEqualTo(1);
  }

  /** The values are those of POSIX cksum; the first one covers nothing, not even a length. */
  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void theCrcCoversTheLength(BufferKind kind) {
    FileSum sum = new FileSum(FileSum.CKSUM);
    assertThat(sum.finish("a").toLine()).isEqualTo("4294967295 0 a");
    byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
    sum.accept(ChunkBuffer.wrap(kind.of(digits)));
    assertThat(sum.finish("b").toLine()).isEqualTo("930766865 9 b");
    sum.accept(ChunkBuffer.wrap(kind.of(digits)));
    assertThat(sum.finish("b").toLine()).as("after the last").isEqualTo("930766865 9 b");
  }

  @Test
  void aTaggedLineIsReadBack() throws IOException {
    assertThat(new FileSum(ChecksumType.MD5).finish("a").toTaggedLine())
        .isEqualTo("MD5 (a) = " + MD5);
    String escaped = new FileSum(ChecksumType.MD5).finish("a) = \n").toTaggedLine();
    assertThat(escaped).isEqualTo("\\MD5 (a) = \\n) = " + MD5);
    assertThat(names(ListForm.MD5SUM, escaped)).containsExactly("a) = \n");
  }

  @Test
  void whatADigestCouldNotReadInPlaceIsCounted() {
    FileSum sum = new FileSum(ChecksumType.MD5);
    sum.accept(ChunkBuffer.wrap(ByteBuffer.allocateDirect(10)));
    sum.accept(ChunkBuffer.wrap(new byte[5]));
    sum.finish("a");
    assertThat(sum.bytesCopied()).isEqualTo(new CopiedBytes(10, 0));
  }

  @Test
  void aListedFileMatchesWhatHasTheSameChecksumAndLength() {
    FileSum sum = new FileSum(ChecksumType.MD5);
    ListedFile empty = sum.finish("a");
    assertThat(empty).isEqualTo(new ListedFile("a", ChecksumType.MD5, MD5, OptionalLong.of(0)));
    assertThat(new ListedFile("b", ChecksumType.MD5, MD5, OptionalLong.empty()).matches(empty))
        .isTrue();
    assertThat(new ListedFile("a", ChecksumType.MD5, MD5, OptionalLong.of(1)).matches(empty))
        .isFalse();
    assertThat(
            new ListedFile("a", ChecksumType.MD5, MD5.replace('4', '5'), OptionalLong.empty())
                .matches(empty))
        .isFalse();
    assertThat(
            new ListedFile("a", ChecksumType.of("MD5x", 16), MD5, OptionalLong.empty())
                .matches(empty))
        .isFalse();
  }

  @Test
  void withoutANameNothingIsListedAndNoByteIsLost() {
    assertThatNullPointerException()
        .isThrownBy(() -> new ListedFile(null, ChecksumType.MD5, MD5, OptionalLong.empty()));
    FileSum sum = new FileSum(ChecksumType.MD5);
    sum.accept(ChunkBuffer.wrap(new byte[5]));
    assertThatNullPointerException().isThrownBy(() -> sum.finish(null));
    assertThat(sum.finish("a").length()).hasValue(5);
  }

  @Test
  void upperCaseDigitsAreTheSameChecksum() {
    ListedFile upper =
        new ListedFile("a", ChecksumType.MD5, MD5.toUpperCase(Locale.ROOT), OptionalLong.empty());
    assertThat(upper.matches(new FileSum(ChecksumType.MD5).finish("a"))).isTrue();
    assertThat(upper.toLine()).isEqualTo(MD5 + "  a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "d41d", MD5 + "00", "g41d8cd98f00b204e9800998ecf8427e"})
  void whatIsNoChecksumOfTheTypeIsRefused(String checksum) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ListedFile("a", ChecksumType.MD5, checksum, OptionalLong.empty()))
        .withMessage("not a checksum of type MD5: " + checksum);
  }

  @Test
  void noLineHasTypeNone() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ListedFile("a", ChecksumType.NONE, "", OptionalLong.empty()))
        .withMessage("a list has no lines of type NONE");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FileSum(ChecksumType.NONE))
        .withMessage("a list has no lines of type NONE");
  }

  @Test
  void aNegativeLengthIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ListedFile("a", ChecksumType.MD5, MD5, OptionalLong.of(-1)))
        .withMessage("length must not be negative: -1");
  }

  @Test
  void whatHasNoLineIsRefused() {
    ListedFile crc = new ListedFile("a\nb", FileSum.CKSUM, "00000001", OptionalLong.of(1));
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(crc::toLine);
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(crc::toTaggedLine);
    // The reader takes it for a part of the end of the line.
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(new ListedFile("a\r", FileSum.CKSUM, "00000001", OptionalLong.of(1))::toLine);
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(new ListedFile("a", FileSum.CKSUM, "00000001", OptionalLong.empty())::toLine);
    // The reader wants at least one character.
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(new FileSum(FileSum.CKSUM).finish("")::toLine);
    // The reader would take the second blank for the name, and the marker of later lines too.
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(new FileSum(ChecksumType.MD5).finish("")::toLine)
        .withMessageContaining("without a name");
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_22)
  void aSumIsLostWithAnyOfItsBytes() throws Exception {
    FreedMemory memory = FreedMemory.allocate(100);
    ChunkBuffer gone = ChunkBuffer.wrap(List.of(ByteBuffer.allocate(20), memory.buffer()));
    memory.free();
    ChunkBuffer good = ChunkBuffer.wrap(new byte[100]);
    for (ChecksumType type : List.of(FileSum.CKSUM, ChecksumType.CRC32C, ChecksumType.MD5)) {
      FileSum sum = new FileSum(type);
      sum.accept(good);
      assertThatIllegalStateException().isThrownBy(() -> sum.accept(gone));
      assertThatIllegalStateException()
          .isThrownBy(() -> sum.accept(good))
          .withMessageContaining("failed midway");
      assertThatIllegalStateException()
          .isThrownBy(() -> sum.finish("a"))
          .withMessageContaining("failed midway");
    }
  }

  /** As for GNU coreutils: it may be of any form. */
  @Test
  void lineWithoutADigestSettlesNothing() throws IOException {
    String none = MD5.replace('d', 'g');
    assertThat(names(ListForm.MD5SUM, none + "  a\n" + MD5 + " b\n")).containsExactly("b");
    assertThat(names(ListForm.MD5SUM, none + " a\n" + MD5 + "  b\n")).containsExactly("b");
    assertThat(malformed).isEqualTo(1);
  }

  /** As for GNU coreutils: the digest and what follows it settle the form. */
  @Test
  void lineWithABadNameStillSettlesHowManyBlanksThereAre() throws IOException {
    assertThat(names(ListForm.MD5SUM, "\\" + MD5 + "  \\b\n" + MD5 + " -d\n")).isEmpty();
    assertThat(malformed).isEqualTo(2);
  }
}
