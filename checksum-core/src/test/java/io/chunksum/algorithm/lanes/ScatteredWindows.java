// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import io.chunksum.buffer.MemoryConsumer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/**
 * Windows whose bytes lie in one array, in a direct buffer or in neither, as it happens: at each
 * call anew, and each time at another place between bytes of others. So do windows of one length
 * side by side. Refuses what lies outside a window.
 */
final class ScatteredWindows implements WindowSource {

  private static final int MAX_OTHERS = 20;

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
  public int contiguousLength(int window, int offset) {
    return 1 + random.nextInt(length(window) - offset);
  }

  @Override
  public boolean locate(int window, int offset, int length, MemoryConsumer consumer) {
    byte[] content = windows.get(window);
    Objects.checkFromIndexSize(offset, length, content.length);
    return show(Arrays.copyOfRange(content, offset, offset + length), consumer);
  }

  @Override
  public boolean locateAll(int first, int count, MemoryConsumer consumer) {
    int length = length(first);
    ByteBuffer all = ByteBuffer.allocate(count * length);
    for (byte[] content : windows.subList(first, first + count)) {
      if (content.length == 0 || content.length != length) {
        return false;
      }
      all.put(content);
    }
    return show(all.array(), consumer);
  }

  private boolean show(byte[] content, MemoryConsumer consumer) {
    int place = random.nextInt(MAX_OTHERS);
    byte[] array = new byte[place + content.length + random.nextInt(MAX_OTHERS)];
    Arrays.fill(array, (byte) 0xA5);
    System.arraycopy(content, 0, array, place, content.length);
    switch (random.nextInt(3)) {
      case 0 -> consumer.accept(array, place, content.length);
      case 1 -> {
        ByteBuffer direct = ByteBuffer.allocateDirect(array.length).put(0, array);
        consumer.accept(direct.order(ByteOrder.LITTLE_ENDIAN), place, content.length);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  @Override
  public void read(int window, int offset, int length, byte[] target, int targetOffset) {
    System.arraycopy(windows.get(window), offset, target, targetOffset, length);
  }
}
