// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.proto.wire.ChunksumProtos;
import org.junit.jupiter.api.Test;

class TypeNumbersTest {

  private static final ChecksumType PRIVATE = ChecksumType.of("PRIVATE", 8);
  private static final ChecksumType OTHER = ChecksumType.of("OTHER", 2);

  @Test
  void ozoneNumbersAreThoseOfItsProtocol() {
    for (ChecksumType type : Sums.ALL_TYPES) {
      assertThat(TypeNumbers.OZONE.numberOf(type)).as("%s", type).isEqualTo(Sums.numberOf(type));
      assertThat(TypeNumbers.OZONE.typeOf(Sums.numberOf(type))).contains(type);
      assertThat(type.wireNumber()).hasValue(Sums.numberOf(type));
    }
  }

  @Test
  void ozoneNumbersAreThoseOfTheGeneratedEnum() {
    for (ChunksumProtos.ChecksumType generated : ChunksumProtos.ChecksumType.values()) {
      assertThat(TypeNumbers.OZONE.typeOf(generated.getNumber()))
          .hasValueSatisfying(type -> assertThat(type.name()).isEqualTo(generated.name()));
    }
    assertThat(ChunksumProtos.ChecksumType.values()).hasSize(5);
  }

  @Test
  void otherNumbersStandForNothing() {
    for (int number : new int[] {Integer.MIN_VALUE, -1, 0, 6, 7, 100, Integer.MAX_VALUE}) {
      assertThat(TypeNumbers.OZONE.typeOf(number)).as("number %d", number).isEmpty();
    }
  }

  @Test
  void typeWithoutNumberIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TypeNumbers.OZONE.numberOf(PRIVATE))
        .withMessage(
            "PRIVATE has no wire number among {1=NONE, 2=CRC32, 3=CRC32C, 4=SHA256, 5=MD5}");
  }

  @Test
  void privateNumberIsAddedToTheOthers() {
    TypeNumbers numbers = TypeNumbers.OZONE.with(100, PRIVATE).with(6, OTHER);
    assertThat(numbers.numberOf(PRIVATE)).isEqualTo(100);
    assertThat(numbers.typeOf(100)).contains(PRIVATE);
    assertThat(numbers.numberOf(OTHER)).isEqualTo(6);
    assertThat(numbers.typeOf(6)).contains(OTHER);
    for (ChecksumType type : Sums.ALL_TYPES) {
      assertThat(numbers.typeOf(Sums.numberOf(type))).contains(type);
    }
  }

  @Test
  void addingLeavesTheFirstNumbersAsTheyWere() {
    TypeNumbers more = TypeNumbers.OZONE.with(100, PRIVATE);
    assertThat(more).isNotSameAs(TypeNumbers.OZONE);
    assertThat(TypeNumbers.OZONE.typeOf(100)).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> TypeNumbers.OZONE.numberOf(PRIVATE));
  }

  @Test
  void numberOrTypeThatIsTakenIsRefused() {
    TypeNumbers numbers = TypeNumbers.OZONE.with(100, PRIVATE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> numbers.with(3, OTHER))
        .withMessage(
            "cannot add number 3 for OTHER to "
                + "{1=NONE, 2=CRC32, 3=CRC32C, 4=SHA256, 5=MD5, 100=PRIVATE}");
    assertThatIllegalArgumentException().isThrownBy(() -> numbers.with(100, OTHER));
    assertThatIllegalArgumentException().isThrownBy(() -> numbers.with(101, PRIVATE));
    assertThatIllegalArgumentException().isThrownBy(() -> numbers.with(101, ChecksumType.MD5));
    // A type of the same name and length is the same type.
    assertThatIllegalArgumentException()
        .isThrownBy(() -> numbers.with(101, ChecksumType.of("PRIVATE", 8)));
  }

  @Test
  void numberThatIsNotPositiveIsRefused() {
    for (int number : new int[] {0, -1, Integer.MIN_VALUE}) {
      assertThatIllegalArgumentException()
          .as("number %d", number)
          .isThrownBy(() -> TypeNumbers.OZONE.with(number, PRIVATE));
    }
  }
}
