// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.buffer.MemoryConsumer;
import java.nio.ByteBuffer;

/**
 * Consecutive full windows in one array or buffer, read in any order. Mutable, for one thread at a
 * time; reused for piece after piece.
 */
final class PieceRun implements WindowRun {

  private static final byte[] NO_ARRAY = {};
  private static final ByteBuffer NO_VIEW = ByteBuffer.allocate(0);

  private int bytesPerChecksum;
  private byte[] array = NO_ARRAY;
  private ByteBuffer view = NO_VIEW;

  /** Index of the first window's first byte. */
  private int start;

  /** Makes window 0 begin at an index of an array. */
  void set(byte[] newArray, int newStart, int newBytesPerChecksum) {
    array = newArray;
    view = NO_VIEW;
    start = newStart;
    bytesPerChecksum = newBytesPerChecksum;
  }

  /** Makes window 0 begin at an index of a little-endian buffer; its position does not matter. */
  void set(ByteBuffer newView, int newStart, int newBytesPerChecksum) {
    array = NO_ARRAY;
    view = newView;
    start = newStart;
    bytesPerChecksum = newBytesPerChecksum;
  }

  /** There are no windows beyond the range of an int. */
  @Override
  public void skip(long bytes) {
    start += (int) bytes;
  }

  @Override
  public void clear() {
    set(NO_ARRAY, 0, 0);
  }

  @Override
  public int length(int window) {
    return bytesPerChecksum;
  }

  @Override
  public int contiguousLength(int window, int offset) {
    return bytesPerChecksum - offset;
  }

  @Override
  public boolean locate(int window, int offset, int length, MemoryConsumer consumer) {
    int at = start + window * bytesPerChecksum + offset;
    if (array.length > 0) {
      consumer.accept(array, at, length);
    } else if (view.isDirect()) {
      consumer.accept(view, at, length);
    } else {
      return false;
    }
    return true;
  }

  @Override
  public boolean locateAll(int first, int count, MemoryConsumer consumer) {
    return locate(first, 0, count * bytesPerChecksum, consumer);
  }

  @Override
  public void read(int window, int offset, int length, byte[] target, int targetOffset) {
    int at = start + window * bytesPerChecksum + offset;
    if (array.length == 0) {
      view.get(at, target, targetOffset, length);
    } else {
      System.arraycopy(array, at, target, targetOffset, length);
    }
  }
}
