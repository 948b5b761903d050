// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/**
 * Windows whose bytes lie in one array or not, as it happens: at each call anew, and each time at
 * another place between bytes of others. Refuses what lies outside a window.
 */
final class ScatteredWindows implements WindowSource {

  private static final int MOST_OTHERS = 20;

  private final List<byte[]> windows;
  private final Random random;

  ScatteredWindows(Random random, List<byte[]> windows) {
    this.random = random;
    this.windows = windows;
  }

  @Override
  public int length(int window) {
    return windows.get(window).length;
  }

  @Override
  public boolean locate(int window, int offset, int length, RangeConsumer consumer) {
    byte[] content = windows.get(window);
    Objects.checkFromIndexSize(offset, length, content.length);
    if (random.nextBoolean()) {
      return false;
    }
    int place = random.nextInt(MOST_OTHERS);
    byte[] array = new byte[place + length + random.nextInt(MOST_OTHERS)];
    Arrays.fill(array, (byte) 0xA5);
    System.arraycopy(content, offset, array, place, length);
    consumer.accept(array, place, length);
    return true;
  }

  @Override
  public void read(int window, int offset, int length, byte[] target, int targetOffset) {
    System.arraycopy(windows.get(window), offset, target, targetOffset, length);
  }
}
