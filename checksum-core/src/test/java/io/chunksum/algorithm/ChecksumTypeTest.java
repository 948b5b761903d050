// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChecksumTypeTest {

  private static final List<ChecksumType> BUILT_IN =
      List.of(
          ChecksumType.NONE,
          ChecksumType.CRC32,
          ChecksumType.CRC32C,
          ChecksumType.SHA256,
          ChecksumType.MD5);

  @Test
  void constantsHaveTheNamesLengthsAndNumbersOfOzone() {
    assertThat(BUILT_IN)
        .extracting(ChecksumType::name)
        .containsExactly("NONE", "CRC32", "CRC32C", "SHA256", "MD5");
    assertThat(BUILT_IN).extracting(ChecksumType::checksumLength).containsExactly(0, 4, 4, 32, 16);
    assertThat(BUILT_IN)
        .extracting(type -> type.wireNumber().getAsInt())
        .containsExactly(1, 2, 3, 4, 5);
    assertThat(ChecksumType.numbered()).isEqualTo(BUILT_IN);
    assertThat(BUILT_IN).filteredOn(ChecksumType::isNone).containsExactly(ChecksumType.NONE);
  }

  @Test
  void everyConstantHasAnAlgorithmOfItsType() {
    for (ChecksumType type : BUILT_IN) {
      assertThat(ChecksumAlgorithms.of(type).type()).isSameAs(type);
      assertThat(ChecksumAlgorithms.find(type.name())).contains(ChecksumAlgorithms.of(type));
      assertThat(ChecksumAlgorithms.find(type)).contains(ChecksumAlgorithms.of(type));
      assertThat(ChecksumAlgorithms.of(type).newChecksum().type()).isSameAs(type);
    }
  }

  @Test
  void builtInAlgorithmsAreListedFirst() {
    assertThat(ChecksumAlgorithms.all())
        .extracting(ChecksumAlgorithm::type)
        .startsWith(BUILT_IN.toArray(new ChecksumType[0]))
        .doesNotHaveDuplicates();
  }

  @Test
  void typesOfOthersAreEqualByNameAndLength() {
    ChecksumType type = ChecksumType.of("XXHASH32", 4);
    assertThat(type).isEqualTo(ChecksumType.of("XXHASH32", 4)).hasToString("XXHASH32");
    assertThat(type).hasSameHashCodeAs(ChecksumType.of("XXHASH32", 4));
    assertThat(type).isNotEqualTo(ChecksumType.of("XXHASH32", 8));
    assertThat(type).isNotEqualTo(ChecksumType.of("xxhash32", 4));
    assertThat(type.wireNumber()).isEqualTo(OptionalInt.empty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "A B", "ä", "CRC32", "NONE", "A,B"})
  void namesThatAreTakenOrCannotBeWrittenAreRefused(String name) {
    assertThatThrownBy(() -> ChecksumType.of(name, 4)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anyAsciiLetterOrDigitAndFourSignsMakeANameAndNothingElse() {
    String valid = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./";
    for (char c = 0; c < 256; c++) {
      String name = String.valueOf(c);
      if (valid.contains(name)) {
        assertThat(ChecksumType.of(name, 4)).hasToString(name);
      } else {
        assertThatThrownBy(() -> ChecksumType.of(name, 4))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @Test
  void theErrorOfAnInvalidNameSaysWhatIsValid() {
    assertThatThrownBy(() -> ChecksumType.of("A B", 4))
        .hasMessage(
            "not a name for a checksum type (1 to 64 ASCII letters, digits, '-', '_', '.' or '/'):"
                + " 'A B'");
  }

  @Test
  void theErrorOfALongNameIsShort() {
    assertThatThrownBy(() -> ChecksumType.of("A".repeat(1_000_000), 4))
        .message()
        .hasSizeLessThan(6_000)
        .contains("1000000 characters");
  }

  /** A decoder passes this on to somebody whose file says otherwise. */
  @Test
  void theErrorOfATakenNameSaysWhatItStandsFor() {
    assertThatThrownBy(() -> ChecksumType.of("MD5", 4))
        .hasMessage("MD5 is the name of the built-in checksum type of 16 bytes with the number 5");
  }

  @Test
  void namesAndLengthsOutOfRangeAreRefused() {
    assertThat(ChecksumType.of("X".repeat(64), 255).checksumLength()).isEqualTo(255);
    assertThat(ChecksumType.of("X", 1).checksumLength()).isEqualTo(1);
    assertThatThrownBy(() -> ChecksumType.of("X".repeat(65), 4))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ChecksumType.of("X", 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ChecksumType.of("X", 256))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void typesWithoutAnAlgorithmAreRefused() {
    assertThat(ChecksumAlgorithms.find("NO_SUCH")).isEmpty();
    assertThatThrownBy(() -> ChecksumAlgorithms.of(ChecksumType.of("NO_SUCH", 4)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "no algorithm for type NO_SUCH: none of that name, of 4 bytes, is built in, or"
                + " registered as a service that this thread can see");
  }

  @Test
  void aNameAloneDoesNotMakeAnAlgorithm() {
    ChecksumType longer = ChecksumType.of("ADLER32", 8);
    assertThat(ChecksumAlgorithms.find(longer.name())).isPresent();
    assertThat(ChecksumAlgorithms.find(longer)).isEmpty();
    assertThatThrownBy(() -> ChecksumAlgorithms.of(longer))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
