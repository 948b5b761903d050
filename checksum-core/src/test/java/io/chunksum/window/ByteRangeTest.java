// SPDX-License-Identifier: Apache-2.0

package io.chunksum.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ByteRangeTest {

  private static BitSet bytes(ByteRange range) {
    BitSet bytes = new BitSet();
    bytes.set((int) range.offset(), (int) range.end());
    return bytes;
  }

  /** Any two ranges of a few bytes, held to sets of their bytes. */
  @Test
  void anIntersectionHasTheBytesOfBothAndLiesInTheFirst() {
    for (int i = 0; i < 6 * 6 * 6 * 6; i++) {
      ByteRange one = new ByteRange(i % 6, i / 6 % 6);
      ByteRange other = new ByteRange(i / 36 % 6, i / 216);
      BitSet common = bytes(one);
      common.and(bytes(other));
      ByteRange found = one.intersection(other);
      assertThat(bytes(found)).as("%s and %s", one, other).isEqualTo(common);
      assertThat(found.offset()).isBetween(one.offset(), one.end());
      assertThat(found.end()).isBetween(one.offset(), one.end());
    }
  }

  @Test
  void aRangeMayEndAtTheLastOffset() {
    ByteRange all = new ByteRange(0, Long.MAX_VALUE);
    ByteRange last = new ByteRange(Long.MAX_VALUE - 1, 1);
    assertThat(last.end()).isEqualTo(Long.MAX_VALUE);
    assertThat(all.intersection(last)).isEqualTo(last);
    assertThat(last.intersection(all)).isEqualTo(last);
  }

  @ParameterizedTest
  @CsvSource({"-1, 1", "0, -1", "1, 9223372036854775807", "9223372036854775807, 1"})
  void whatIsNegativeOrEndsBeyondIsRefused(long offset, long length) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ByteRange(offset, length))
        .withMessage("no such range: offset " + offset + ", length " + length);
  }
}
