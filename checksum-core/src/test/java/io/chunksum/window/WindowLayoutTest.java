// SPDX-License-Identifier: Apache-2.0

package io.chunksum.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WindowLayoutTest {

  /** Walks the windows by hand: the arithmetic must place every byte in the same window. */
  @Test
  void everyByteIsInTheWindowThatCountingFinds() {
    for (int length = 0; length <= 40; length++) {
      for (int window = 1; window <= length + 2; window++) {
        WindowLayout layout = new WindowLayout(length, window);
        long count = 0;
        for (int start = 0; start < length; start += window, count++) {
          int end = Math.min(start + window, length);
          assertThat(layout.windowOffset(count)).as("%s", layout).isEqualTo(start);
          assertThat(layout.windowLength(count)).as("%s", layout).isEqualTo(end - start);
          for (int offset = start; offset < end; offset++) {
            assertThat(layout.windowAt(offset)).as("%s", layout).isEqualTo(count);
          }
        }
        assertThat(layout.windowCount()).as("%s", layout).isEqualTo(count);
      }
    }
  }

  @Test
  void anAlignedRangeIsTheSmallestOneOfWholeWindows() {
    WindowLayout layout = new WindowLayout(100, 20);
    // The example of Ozone's ChunkInputStream: of 0 to 49, 60 bytes have to be read.
    assertThat(layout.align(0, 50)).isEqualTo(new ByteRange(0, 60));
    assertThat(layout.align(20, 20)).isEqualTo(new ByteRange(20, 20));
    assertThat(layout.align(19, 2)).isEqualTo(new ByteRange(0, 40));
    assertThat(layout.align(99, 1)).isEqualTo(new ByteRange(80, 20));
    assertThat(layout.align(0, 100)).isEqualTo(new ByteRange(0, 100));
    assertThat(layout.align(45, 0)).isEqualTo(new ByteRange(40, 0));
    assertThat(layout.align(100, 0)).isEqualTo(new ByteRange(100, 0));
    assertThat(new WindowLayout(95, 20).align(90, 2)).isEqualTo(new ByteRange(80, 15));
    assertThat(new WindowLayout(0, 20).align(0, 0)).isEqualTo(new ByteRange(0, 0));
  }

  @Test
  void sizesBeyondAnIntAreExact() {
    WindowLayout layout = new WindowLayout(Long.MAX_VALUE, 16 * 1024);
    assertThat(layout.windowCount()).isEqualTo(1L << 49);
    assertThat(layout.windowLength((1L << 49) - 1)).isEqualTo(16 * 1024 - 1);
    assertThat(layout.align(Long.MAX_VALUE - 1, 1).end()).isEqualTo(Long.MAX_VALUE);
    assertThat(new WindowLayout(Long.MAX_VALUE, 1).windowOffset(Long.MAX_VALUE - 1))
        .isEqualTo(Long.MAX_VALUE - 1);
    assertThat(new WindowLayout(1L << 33, Integer.MAX_VALUE).windowLength(4)).isEqualTo(4);
  }

  @Test
  void whatIsNotThereIsRefused() {
    WindowLayout layout = new WindowLayout(100, 20);
    assertThatThrownBy(() -> layout.windowOffset(5)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> layout.windowLength(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> layout.windowAt(100)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> layout.align(90, 11)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> layout.align(1, Long.MAX_VALUE))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> new WindowLayout(-1, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new WindowLayout(1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ByteRange(1, Long.MAX_VALUE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ByteRange(-1, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ByteRange(1, -1)).isInstanceOf(IllegalArgumentException.class);
  }
}
