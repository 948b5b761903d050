// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.internal.CopyCounter;
import io.chunksum.window.WindowConsumer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Where windows meet the algorithm.
 *
 * <p>Small windows arrive by the thousand, and a call through an interface that has seen several
 * algorithms and consumers costs a fair part of a window's CRC. Whole windows are therefore handed
 * to the algorithm many at a time, as are their checksums to the consumer.
 */
final class StreamEngine implements WindowConsumer, WindowGroups.GroupConsumer {

  /** Enough that the calls no longer count. */
  private static final int WINDOWS_AT_ONCE = 64;

  private final StreamingChecksum checksum;
  private final InPlaceFeed feed;
  private final ChecksumConsumer consumer;
  private final int bytesPerChecksum;
  private final int checksumLength;

  /** Room for one checksum, and for as many as come at once as soon as they do. */
  private byte[] results;

  private long window;

  /** Whether the consumer is being called. */
  private boolean delivering;

  StreamEngine(
      StreamingChecksum checksum,
      int bytesPerChecksum,
      ChecksumConsumer consumer,
      CopyCounter copied) {
    this.checksum = checksum;
    this.feed = new InPlaceFeed(checksum, copied);
    this.consumer = consumer;
    this.bytesPerChecksum = bytesPerChecksum;
    this.checksumLength = checksum.type().checksumLength();
    this.results = new byte[checksumLength];
  }

  @Override
  public void slice(byte[] array, int offset, int length) {
    checksum.update(array, offset, length);
  }

  @Override
  public void slice(ByteBuffer view) {
    feed.accept(view);
  }

  @Override
  public void endOfWindow(int length) {
    checksum.finish(results, 0);
    delivering = true;
    try {
      consumer.accept(window++, length, results, 0);
    } finally {
      delivering = false;
    }
  }

  @Override
  public void windows(byte[] array, int offset, int length, int count) {
    makeRoom(count);
    int done = 0;
    while (done < count) {
      int now = Math.min(count - done, WINDOWS_AT_ONCE);
      checksum.finishEach(array, offset + done * length, length, now, results, 0);
      accept(results, now);
      done += now;
    }
  }

  @Override
  public void windows(ByteBuffer view, int length, int count) {
    makeRoom(count);
    int start = view.position();
    int done = 0;
    while (done < count) {
      int now = Math.min(count - done, WINDOWS_AT_ONCE);
      int at = start + done * length;
      // Each time, as the last call may have changed the order.
      view.order(ByteOrder.BIG_ENDIAN).limit(at + now * length).position(at);
      if (checksum.finishEachInPlace(view, length, now, results, 0)) {
        accept(results, now);
      } else {
        windowByWindow(view, length);
      }
      done += now;
    }
  }

  private void makeRoom(int count) {
    if (results.length < Math.min(count, WINDOWS_AT_ONCE) * checksumLength) {
      results = new byte[WINDOWS_AT_ONCE * checksumLength];
    }
  }

  /** Takes windows one by one; small ones to be copied, as many as the scratch array can hold. */
  private void windowByWindow(ByteBuffer view, int length) {
    int end = view.limit();
    int at = view.position();
    while (at < end) {
      int next = at + length;
      view.order(ByteOrder.BIG_ENDIAN).limit(next).position(at);
      if (checksum.updateInPlace(view)) {
        endOfWindow(length);
      } else if (length > InPlaceFeed.SCRATCH_BYTES) {
        feed.copy(view);
        endOfWindow(length);
      } else {
        int count = Math.min(end - at, InPlaceFeed.SCRATCH_BYTES) / length;
        next = at + count * length;
        feed.fill(view.limit(next));
        windows(feed.scratch(), 0, length, count);
      }
      at = next;
    }
  }

  /** Takes the checksums of full windows, from the algorithm's loop or from lanes. */
  @Override
  public void accept(byte[] checksums, int count) {
    delivering = true;
    try {
      consumer.acceptAll(window, bytesPerChecksum, count, checksums, checksumLength);
    } finally {
      delivering = false;
    }
    window += count;
  }

  /** Refuses what would take away the chunk whose windows are being handed on. */
  void checkNotDelivering() {
    if (delivering) {
      throw new IllegalStateException(
          "a consumer must not reset or resume the stream that calls it");
    }
  }

  /** The next window is the first of a chunk; none is open. */
  void beginChunk() {
    window = 0;
  }

  /** Forgets what was taken; the next window to begin, or the open one, has this index. */
  void reset(long nextWindow) {
    checksum.reset();
    window = nextWindow;
  }

  /** The checksum of the open window's bytes so far, as {@link StreamingChecksum#peek} gives it. */
  boolean peek(byte[] target, int offset) {
    return checksum.peek(target, offset);
  }
}
