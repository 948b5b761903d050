// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.internal.OneCall;
import io.chunksum.window.WindowLayout;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Checksums the windows of several chunks that are available together. The result is that of a
 * {@link ChecksumStream} for one chunk after another. Where {@link DigestLanes} are in use, windows
 * of different chunks advance together, so that even chunks of a few large windows fill the lanes.
 *
 * <p>Mutable, for one thread at a time. If the consumer throws, the rest of the batch is lost; the
 * next batch may follow. Allocates nothing after the first batch of a kind.
 */
public final class ChecksumBatch {

  private final int bytesPerChecksum;
  private final BatchConsumer consumer;

  /** Takes what lanes leave over, and has the same lanes. */
  private final ChecksumStream stream;

  private final @Nullable LaneRunner lanes;

  private BatchWindows group = new BatchWindows(0);

  /** For each window of the group: the chunk it belongs to, and its index there. */
  private int[] chunkOf = {};

  private long[] windowOf = {};

  private final OneCall call = new OneCall("the batch");

  /** Index of the chunk that the next window is in, or of the one that the stream is fed from. */
  private int chunk;

  /** Index of the next window in its chunk. */
  private long window;

  /**
   * Creates a batch.
   *
   * @param algorithm what to compute; with NONE, no window has a checksum
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @param consumer receives the checksums
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is out of range
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}
   */
  public ChecksumBatch(ChecksumAlgorithm algorithm, int bytesPerChecksum, BatchConsumer consumer) {
    this.bytesPerChecksum = bytesPerChecksum;
    this.consumer = Objects.requireNonNull(consumer, "consumer");
    this.stream = new ChecksumStream(algorithm, bytesPerChecksum, this::consume);
    this.lanes = stream.lanes();
  }

  /**
   * Creates a batch that shares the stream of its owner, and the lanes of that. What they leave
   * over goes to the consumer of the stream, in turn with what goes to this one.
   */
  ChecksumBatch(ChecksumStream stream, int bytesPerChecksum, BatchConsumer consumer) {
    this.bytesPerChecksum = bytesPerChecksum;
    this.consumer = consumer;
    this.stream = stream;
    this.lanes = stream.lanes();
  }

  /**
   * Checksums the windows of some chunks.
   *
   * @param chunks the chunks, empty ones allowed, in a list with fast access by index; read during
   *     the call and not kept
   * @throws IllegalStateException if the consumer or the list calls it; the run in progress goes on
   *     if they do
   */
  public void run(List<ChunkBuffer> chunks) {
    call.begin();
    try {
      runAll(chunks);
    } finally {
      call.end();
    }
  }

  private void runAll(List<ChunkBuffer> chunks) {
    chunk = 0;
    window = 0;
    if (lanes != null) {
      runInLanes(lanes, chunks);
    }
    for (; chunk < chunks.size(); chunk++) {
      ChunkBuffer whole = chunks.get(chunk);
      long start = window * bytesPerChecksum;
      if (start < whole.length()) {
        runInStream(whole, start, whole.length() - start);
      }
      window = 0;
    }
  }

  private void runInLanes(LaneRunner runner, List<ChunkBuffer> chunks) {
    long left = 0;
    long bytes = 0;
    long shortBytes = 0;
    for (int i = 0; i < chunks.size(); i++) {
      long length = chunks.get(i).length();
      left += WindowLayout.windowCount(length, bytesPerChecksum);
      bytes += length;
      shortBytes += LaneRunner.isWorthNoting(length / bytesPerChecksum) ? 0 : length;
    }
    // Without lanes, all chunks go to the stream, which notes those that are not short.
    int most = runner.prepare(left, shortBytes, bytes);
    if (most == 0) {
      return;
    }
    if (chunkOf.length < most) {
      group = new BatchWindows(most);
      windowOf = new long[most];
      chunkOf = new int[most]; // Last: without memory for all, the next call tries again.
    }
    try {
      for (int count = runner.groupSize(left); count > 0; count = runner.groupSize(left)) {
        long groupBytes = nextGroup(chunks, count);
        if (runner.pays(groupBytes, longest(count))) {
          digestGroup(runner, count, groupBytes);
        } else {
          oneByOne(chunks, count);
        }
        left -= count;
      }
    } finally {
      group.clear();
    }
  }

  /** Takes the next windows into the group, and returns their number of bytes. */
  private long nextGroup(List<ChunkBuffer> chunks, int count) {
    ChunkBuffer whole = chunks.get(chunk);
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      long offset = window * bytesPerChecksum;
      while (offset >= whole.length()) {
        whole = chunks.get(++chunk);
        window = 0;
        offset = 0;
      }
      int length = (int) Math.min(bytesPerChecksum, whole.length() - offset);
      group.set(i, whole, offset, length);
      chunkOf[i] = chunk;
      windowOf[i] = window++;
      bytes += length;
    }
    return bytes;
  }

  private int longest(int count) {
    int longest = 0;
    for (int i = 0; i < count; i++) {
      longest = Math.max(longest, group.length(i));
    }
    return longest;
  }

  /** Digests the group in lanes, and passes the digests on. */
  private void digestGroup(LaneRunner runner, int count, long bytes) {
    byte[] digests = runner.digest(group, count, bytes);
    for (int i = 0; i < count; i++) {
      int at = i * runner.digestLength();
      consumer.accept(chunkOf[i], windowOf[i], group.length(i), digests, at);
    }
  }

  /**
   * For a group of one long window and many short ones, in which most lanes would be idle.
   * Meanwhile, {@link #chunk} is that of the window at hand, and not of the next to be grouped.
   */
  private void oneByOne(List<ChunkBuffer> chunks, int count) {
    int next = chunk;
    for (int i = 0; i < count; i++) {
      chunk = chunkOf[i];
      ChunkBuffer whole = chunks.get(chunk);
      long start = windowOf[i] * bytesPerChecksum;
      runInStream(whole, start, Math.min(bytesPerChecksum, whole.length() - start));
    }
    chunk = next;
  }

  private void runInStream(ChunkBuffer whole, long start, long length) {
    stream.resume(start);
    stream.update(whole, start, length);
    stream.finish();
  }

  /** Passes on what the stream gives for {@link #chunk}. */
  private void consume(long streamWindow, int length, byte[] checksum, int offset) {
    consumer.accept(chunk, streamWindow, length, checksum, offset);
  }

  /**
   * Returns the number of payload bytes that had to be copied, as {@link
   * ChecksumStream#bytesCopied()} does.
   *
   * @return bytes since construction, by kind of memory
   */
  public CopiedBytes bytesCopied() {
    return stream.bytesCopied();
  }

  /**
   * Returns the total of {@link #bytesCopied()}, without creating an object.
   *
   * @return bytes since construction, of all kinds of memory
   */
  public long totalBytesCopied() {
    return stream.totalBytesCopied();
  }
}
