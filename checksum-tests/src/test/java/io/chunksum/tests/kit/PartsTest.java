// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.chunksum.tests.Parts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartsTest {

  private static final byte[] CONTENT = {1, 2, 3, 4, 5};

  @Test
  void contentIsCutWhereAsked() {
    assertThat(Parts.cut(CONTENT, 0, 2, 2, 5))
        .containsExactly(
            new byte[0], new byte[] {1, 2}, new byte[0], new byte[] {3, 4, 5}, new byte[0]);
    assertThat(Parts.cut(CONTENT)).containsExactly(CONTENT);
  }

  @Test
  void contentIsNotCutOutsideOrBackwards() {
    for (int[] cuts : new int[][] {{-1}, {6}, {6, 9}, {3, 2}, {Integer.MAX_VALUE}}) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .as("%s", cuts)
          .isThrownBy(() -> Parts.cut(CONTENT, cuts));
    }
  }

  @Test
  void onlyTheLastOfPartsOfOneLengthIsShorter() {
    assertThat(Parts.ofLength(CONTENT, 2))
        .containsExactly(new byte[] {1, 2}, new byte[] {3, 4}, new byte[] {5});
    assertThat(Parts.ofLength(CONTENT, 5)).containsExactly(CONTENT);
    assertThat(Parts.ofLength(CONTENT, Integer.MAX_VALUE)).containsExactly(CONTENT);
    assertThat(Parts.ofLength(new byte[0], 1)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0})
  void partsHaveBytes(int partBytes) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Parts.ofLength(CONTENT, partBytes))
        .withMessage("partBytes must be at least 1: " + partBytes);
  }
}
