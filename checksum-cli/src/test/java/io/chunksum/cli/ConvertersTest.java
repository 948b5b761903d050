// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.window.ByteRange;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

class ConvertersTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "512, 512",
    "007, 7",
    "010, 10",
    "1KiB, 1024",
    "16KiB, 16384",
    "1MiB, 1048576",
    "3GiB, 3221225472",
    "2TiB, 2199023255552",
    "8388607TiB, 9223370937343148032",
    "9223372036854775807, 9223372036854775807"
  })
  void sizeIsANumberOfBytesWithOrWithoutUnit(String text, long bytes) {
    assertThat(Converters.size(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-1",
        "+1",
        "1 KiB",
        "1kib",
        "1KB",
        "1K",
        "KiB",
        "1.5MiB",
        "0x10",
        "1_000",
        "1e3",
        "16KiBx",
        "x16KiB",
        "１",
        "8388608TiB",
        "9223372036854775808",
        "9999999999999999999",
        "10000000000000000000"
      })
  void sizeThatIsNoneIsRefused(String text) {
    assertThatThrownBy(() -> Converters.size(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"8388608TiB", "9223372036854775808", "10000000000000000000KiB"})
  void sizeOver63BitsIsTooLarge(String text) {
    assertThatThrownBy(() -> Converters.size(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessage("'" + text + "' is too large");
  }

  @Test
  void builtInTypesAreThoseThatAreNotAdded() {
    List<ChecksumType> found =
        ChecksumAlgorithms.all().stream().map(ChecksumAlgorithm::type).toList();
    assertThat(found.subList(0, found.size() - 1)).isEqualTo(Converters.Types.BUILT_IN);
    assertThat(found.get(found.size() - 1)).isEqualTo(new ByteSumAlgorithm().type());
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "2147483647, 2147483647", "2097151KiB, 2147482624"})
  void windowSizeIsAnInt(String text, int bytes) {
    assertThat(new Converters.WindowSize().convert(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2147483648", "2GiB", "2097152KiB", "4294967296", "4294967808"})
  void windowSizeOver31BitsIsRefused(String text) {
    assertThatThrownBy(() -> new Converters.WindowSize().convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessage("'" + text + "' is too large: at most 2147483647 bytes");
  }

  /** They would be written to files of other names. */
  @Test
  void namesThatTheLocaleCannotRepresentAreRefused() {
    for (ITypeConverter<Path> converter :
        List.of(new Converters.NewFile(), new Converters.OldFile())) {
      for (String name : List.of("\uFFFD", "a\uFFFDb/c")) {
        assertThatThrownBy(() -> converter.convert(name))
            .isInstanceOf(TypeConversionException.class)
            .hasMessageContaining("which stands for what this locale cannot represent");
      }
      assertThatThrownBy(() -> converter.convert("")).isInstanceOf(TypeConversionException.class);
    }
    Cli.assumeRepresented("é中");
    assertThat(new Converters.NewFile().convert("é中")).isEqualTo(Path.of("é中"));
    assertThat(new Converters.OldFile().convert("é中/")).isEqualTo(Path.of("é中"));
  }

  @ParameterizedTest
  @CsvSource({"0:1, 0, 1", "5:7, 5, 7", "1KiB:2MiB, 1024, 2097152"})
  void rangeIsOffsetAndLength(String text, long offset, long length) {
    assertThat(new Converters.Range().convert(text)).isEqualTo(new ByteRange(offset, length));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1:9223372036854775807",
        "9223372036854775807:1",
        "9223372036854775807:9223372036854775807",
        "9223372036854775806:1"
      })
  void rangeThatReachesBeyondAllFilesEndsAtTheLastOffsetAndIsNotEmpty(String text) {
    ByteRange range = new Converters.Range().convert(text);
    assertThat(range.end()).isEqualTo(Long.MAX_VALUE);
    assertThat(range.length()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":", "1", "1:", ":1", "1:2:", "1:2:3", "1:0", "-1:1", "1:-1", "a:1"})
  void rangeThatIsNoneIsRefused(String text) {
    assertThatThrownBy(() -> new Converters.Range().convert(text))
        .isInstanceOf(TypeConversionException.class);
  }

  @Test
  void typesKeepTheirOrder() {
    assertThat(new Converters.Types().convert("MD5,none,crc32C,byte-Sum/24").list())
        .extracting(ChecksumAlgorithm::type)
        .containsExactly(
            ChecksumType.MD5,
            ChecksumType.NONE,
            ChecksumType.CRC32C,
            new ByteSumAlgorithm().type());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ",", "MD5,", ",MD5", "MD5,,CRC32", "MD5 ,CRC32", "SHA-256", "crc"})
  void typeThatNobodyKnowsIsRefused(String text) {
    assertThatThrownBy(() -> new Converters.Types().convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("is not one of [NONE, CRC32, ");
  }
}
