// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.lanes.LaneKernel;
import io.chunksum.algorithm.lanes.WindowSource;
import io.chunksum.buffer.ChunkBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of one calculator: full windows go through here, in groups, where that pays off.
 * Mutable, for one thread at a time.
 */
final class LaneRunner {

  /** Receives the digests of a group. */
  @FunctionalInterface
  interface GroupConsumer {

    /** Takes {@code count} digests, one after the other, which are overwritten afterwards. */
    void accept(byte[] digests, int count);
  }

  /** Fewer windows say nothing about whether lanes would be useful. */
  private static final int WORTH_NOTING = 8;

  /** What lanes may lose: more than the JVM takes to recompile a method or to collect garbage. */
  static final long MOST_LOST_NANOS = 250_000_000;

  private final DigestLanes lanes;
  private final int bytesPerChecksum;

  /** The choice that the gear is for. */
  private DigestLanes.@Nullable Choice choice;

  private @Nullable LaneGear gear;

  /** By how much lanes have recently been slower than MessageDigest; gains earn no credit. */
  private double lostNanos;

  private LaneRunner(DigestLanes lanes, int bytesPerChecksum) {
    this.lanes = lanes;
    this.bytesPerChecksum = bytesPerChecksum;
  }

  /** The lanes for an algorithm; null if it can have none. */
  static @Nullable LaneRunner of(ChecksumAlgorithm algorithm, int bytesPerChecksum) {
    DigestLanes lanes = DigestLanes.of(algorithm.type()).orElse(null);
    // An external algorithm may well have a built-in type.
    if (lanes == null
        || !ChecksumAlgorithms.of(algorithm.type()).equals(algorithm)
        || lanes.exclusionAtSight() != null) {
      return null;
    }
    return new LaneRunner(lanes, bytesPerChecksum);
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
    LaneGear ready = gearFor(length);
    if (ready == null) {
      return 0;
    }
    RunWindows windows = ready.runWindows();
    long at = 0;
    try {
      for (int count = group(length); count > 0; count = group(length - at)) {
        windows.set(chunk, offset + at, bytesPerChecksum);
        long bytes = (long) count * bytesPerChecksum;
        consumer.accept(digest(windows, count, bytes), count);
        at += bytes;
      }
    } finally {
      windows.clear();
    }
    return at;
  }

  /** The same for windows in an array, from an index on. */
  int digest(byte[] array, int offset, int length, GroupConsumer consumer) {
    LaneGear ready = gearFor(length);
    if (ready == null) {
      return 0;
    }
    ready.pieceWindows().set(array, offset, bytesPerChecksum);
    return digestPiece(ready.pieceWindows(), length, consumer);
  }

  /** The same for windows in a buffer, from its position to its limit; neither is moved. */
  int digest(ByteBuffer view, GroupConsumer consumer) {
    LaneGear ready = gearFor(view.remaining());
    if (ready == null) {
      return 0;
    }
    ByteOrder order = view.order();
    ready
        .pieceWindows()
        .set(view.order(ByteOrder.LITTLE_ENDIAN), view.position(), bytesPerChecksum);
    try {
      return digestPiece(ready.pieceWindows(), view.remaining(), consumer);
    } finally {
      view.order(order);
    }
  }

  private int digestPiece(PieceWindows windows, int length, GroupConsumer consumer) {
    int at = 0;
    try {
      for (int count = group(length); count > 0; count = group(length - at)) {
        int bytes = count * bytesPerChecksum;
        consumer.accept(digest(windows, count, bytes), count);
        windows.skip(bytes);
        at += bytes;
      }
    } finally {
      windows.clear();
    }
    return at;
  }

  /**
   * Digests a group of windows of {@code bytes} bytes in all, for callers with their own groups.
   */
  byte[] digest(WindowSource windows, int count, long bytes) {
    DigestLanes.Choice made = choice;
    if (gear == null || made == null) {
      throw new IllegalStateException("no gear");
    }
    long begin = System.nanoTime();
    byte[] digests = gear.digest(windows, count);
    long nanos = System.nanoTime() - begin;
    // Padding is work, too; for windows of a few bytes, it is nearly all of it.
    long padded = bytes + (long) count * LaneKernel.BLOCK_BYTES;
    account(made, nanos, padded * made.messageDigestNanosPerByte());
    return digests;
  }

  /**
   * Compares the time of a group with that of MessageDigest, and abandons lanes that lost too much.
   */
  void account(DigestLanes.Choice made, long nanos, double messageDigestNanos) {
    lostNanos = Math.max(0, lostNanos + nanos - messageDigestNanos);
    if (lostNanos > MOST_LOST_NANOS) {
      lostNanos = 0;
      lanes.disappoint(made);
    }
  }

  /** The gear to use for this many bytes of full windows; null if lanes would not pay off. */
  private @Nullable LaneGear gearFor(long length) {
    return gearFor(length / bytesPerChecksum, length);
  }

  /** The gear to use for this many windows and bytes; null if lanes would not pay off. */
  @Nullable LaneGear gearFor(long windows, long bytes) {
    DigestLanes.Choice current = lanes.choice();
    if (current.kernels() == null) {
      if (windows >= WORTH_NOTING) {
        lanes.missed(bytes);
      }
      return null;
    }
    if (windows < current.status().leastWindows()) {
      return null;
    }
    if (gear == null || !current.equals(choice)) {
      choice = current;
      gear = current.newGear();
      lostNanos = 0;
    }
    return gear;
  }

  /** Returns whether a group pays off, given that it takes as long as its longest window. */
  boolean pays(long bytes, int longest) {
    return choice != null && bytes >= (long) choice.status().leastWindows() * longest;
  }

  /** Number of windows that advance together if a call has this many; 1 for MessageDigest. */
  int groupIn(long windows) {
    DigestLanes.Choice current = lanes.choice();
    boolean inUse = current.kernels() != null && windows >= current.status().leastWindows();
    return inUse ? current.status().lanes() : 1;
  }

  /** Number of windows in the next group, with this many bytes left; 0 for MessageDigest. */
  private int group(long length) {
    return groupOf(length / bytesPerChecksum);
  }

  /** Number of windows in the next group, with this many left; 0 if they go to MessageDigest. */
  int groupOf(long windows) {
    if (gear == null || choice == null || windows < choice.status().leastWindows()) {
      return 0;
    }
    return (int) Math.min(windows, gear.lanes());
  }
}
