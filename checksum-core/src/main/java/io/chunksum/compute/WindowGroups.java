// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.internal.CopyCounter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Brings the full windows that a stream has in hand to what digests many at once: to lanes, if they
 * pay off, and what they leave to pairs. Mutable, for one thread at a time.
 */
final class WindowGroups {

  /** Receives the digests of a group. */
  @FunctionalInterface
  interface GroupConsumer {

    /** Takes {@code count} digests, one after the other, which are overwritten afterwards. */
    void accept(byte[] digests, int count);
  }

  private final int bytesPerChecksum;
  private final LaneRunner lanes;
  private final @Nullable PairRunner pairs;
  private final ChunkRun chunkRun = new ChunkRun();
  private final PieceRun pieceRun = new PieceRun();

  WindowGroups(int bytesPerChecksum, LaneRunner lanes, @Nullable PairRunner pairs) {
    this.bytesPerChecksum = bytesPerChecksum;
    this.lanes = lanes;
    this.pairs = pairs;
  }

  /**
   * The groups for an algorithm; null if it takes windows one by one only. Bytes that pairs copy
   * are counted; loading bytes into lanes is no copy.
   */
  static @Nullable WindowGroups of(
      ChecksumAlgorithm algorithm, int bytesPerChecksum, CopyCounter copied) {
    LaneRunner lanes = LaneRunner.of(algorithm);
    if (lanes == null) {
      return null;
    }
    PairRunner pairs =
        algorithm.type().equals(ChecksumType.SHA256)
            ? PairRunner.of(bytesPerChecksum, copied)
            : null;
    return new WindowGroups(bytesPerChecksum, lanes, pairs);
  }

  /**
   * Digests consecutive full windows of a chunk, as many of the first as pay off.
   *
   * @param chunk the chunk
   * @param offset offset of the first window
   * @param length number of bytes available; those after the last full window are left alone
   * @param consumer receives the digests
   * @return number of bytes digested
   */
  long digest(ChunkBuffer chunk, long offset, long length, GroupConsumer consumer) {
    chunkRun.set(chunk, offset, bytesPerChecksum);
    boolean inPairs = pairs != null && PairRunner.suits(chunk);
    return digestRun(chunkRun, length, chunk.length(), inPairs ? pairs : null, consumer);
  }

  /** The same for windows in an array, from an index on. */
  int digest(byte[] array, int offset, int length, GroupConsumer consumer) {
    pieceRun.set(array, offset, bytesPerChecksum);
    return (int) digestRun(pieceRun, length, length, pairs, consumer);
  }

  /** The same for windows in a buffer, from its position to its limit; neither is moved. */
  int digest(ByteBuffer view, GroupConsumer consumer) {
    ByteOrder order = view.order();
    pieceRun.set(view.order(ByteOrder.LITTLE_ENDIAN), view.position(), bytesPerChecksum);
    try {
      int length = view.remaining();
      return (int) digestRun(pieceRun, length, length, pairs, consumer);
    } finally {
      view.order(order);
    }
  }

  /** Returns the number of bytes digested. */
  private long digestRun(
      WindowRun windows,
      long length,
      long allBytes,
      @Nullable PairRunner pairRunner,
      GroupConsumer consumer) {
    long count = length / bytesPerChecksum;
    long done = 0;
    try {
      if (lanes.prepare(count, length, allBytes) > 0) {
        done = digestGroups(lanes, windows, count, consumer);
      }
      if (pairRunner != null) {
        done += digestGroups(pairRunner, windows, count - done, consumer);
      }
    } finally {
      windows.clear();
    }
    return done * bytesPerChecksum;
  }

  /** Returns the number of windows digested. */
  private long digestGroups(
      GroupDigester digester, WindowRun windows, long count, GroupConsumer consumer) {
    long done = 0;
    int group;
    while ((group = digester.groupSize(count - done)) > 0) {
      long bytes = (long) group * bytesPerChecksum;
      consumer.accept(digester.digest(windows, group, bytes), group);
      windows.skip(bytes);
      done += group;
    }
    return done;
  }

  LaneRunner lanes() {
    return lanes;
  }
}
