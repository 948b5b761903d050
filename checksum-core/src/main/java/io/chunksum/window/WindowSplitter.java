// SPDX-License-Identifier: Apache-2.0

package io.chunksum.window;

import io.chunksum.buffer.PieceConsumer;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Cuts the pieces of a chunk at the window boundaries and hands the parts on, copying nothing.
 *
 * <pre>
 * pieces    |---------------------|----|-----------------------|
 * windows   |--------|--------|--------|--------|--------|-----|
 * whole     |--------|--------|        |--------|--------|        together
 * slices                      |---|----|                 |-----|
 * </pre>
 *
 * <p>This is the only place that knows what to do when a window straddles pieces: leave the window
 * open until the next piece arrives. Pieces of one chunk may therefore arrive over any number of
 * calls. Mutable, for one thread at a time; its consumer must not call it.
 */
public final class WindowSplitter implements PieceConsumer {

  private final int bytesPerChecksum;
  private final WindowConsumer consumer;

  /** Bytes the open window still needs; equal to bytesPerChecksum if no window is open. */
  private int missing;

  /**
   * Creates a splitter at the start of a chunk.
   *
   * @param bytesPerChecksum number of bytes in a full window, at least 1
   * @param consumer receives the windows; anything it throws ends the call, and {@link #reset} is
   *     needed before the next chunk
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is below 1
   */
  public WindowSplitter(int bytesPerChecksum, WindowConsumer consumer) {
    this.bytesPerChecksum = WindowLayout.checkWindowSize(bytesPerChecksum);
    this.consumer = Objects.requireNonNull(consumer, "consumer");
    this.missing = bytesPerChecksum;
  }

  @Override
  public void accept(byte[] array, int offset, int length) {
    int end = offset + length;
    int at = offset;
    if (at < end && missing < bytesPerChecksum) {
      int count = Math.min(end - at, missing);
      consumer.slice(array, at, count);
      taken(count);
      at += count;
    }
    if (end - at >= 2L * bytesPerChecksum) {
      int count = (end - at) / bytesPerChecksum;
      consumer.windows(array, at, bytesPerChecksum, count);
      at += count * bytesPerChecksum;
    }
    while (at < end) {
      int count = Math.min(end - at, missing);
      consumer.slice(array, at, count);
      taken(count);
      at += count;
    }
  }

  @Override
  public void accept(ByteBuffer view) {
    int end = view.limit();
    int at = view.position();
    if (at < end && missing < bytesPerChecksum) {
      int count = Math.min(end - at, missing);
      consumer.slice(view.limit(at + count));
      taken(count);
      at += count;
    }
    if (end - at >= 2L * bytesPerChecksum) {
      int count = (end - at) / bytesPerChecksum;
      int length = count * bytesPerChecksum;
      consumer.windows(view.limit(at + length).position(at), bytesPerChecksum, count);
      at += length;
    }
    while (at < end) {
      int count = Math.min(end - at, missing);
      consumer.slice(view.limit(at + count).position(at));
      taken(count);
      at += count;
    }
  }

  /** Ends the chunk: closes the trailing window, if one is open, and prepares for the next. */
  public void finish() {
    if (missing < bytesPerChecksum) {
      endWindow();
    }
  }

  /** Forgets an open window without closing it, and moves to the start of a chunk. */
  public void reset() {
    missing = bytesPerChecksum;
  }

  /**
   * Forgets an open window without closing it, and moves into a window, some of whose bytes were
   * taken elsewhere.
   *
   * @param taken number of those bytes, from 0 to one less than in a full window
   * @throws IndexOutOfBoundsException if it is out of range
   */
  public void resume(int taken) {
    missing = bytesPerChecksum - Objects.checkIndex(taken, bytesPerChecksum);
  }

  /**
   * Returns how much of the open window has been taken.
   *
   * @return number of bytes, including those taken elsewhere; 0 if no window is open
   */
  public int openLength() {
    return bytesPerChecksum - missing;
  }

  private void taken(int count) {
    missing -= count;
    if (missing == 0) {
      endWindow();
    }
  }

  private void endWindow() {
    int length = bytesPerChecksum - missing;
    missing = bytesPerChecksum;
    consumer.endOfWindow(length);
  }
}
