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
 * The lanes of one calculator: full windows go through here, in groups, where that pays. Mutable,
 * for one thread at a time.
 */
final class LaneRunner {

  /** Receives the digests of a group. */
  @FunctionalInterface
  interface GroupConsumer {

    /** Takes {@code count} digests, one after the other, which are overwritten afterwards. */
    void accept(byte[] digests, int count);
  }

  /** Fewer windows say nothing about whether lanes would be of use. */
  private static final int WORTH_NOTING = 8;

  /** What lanes may lose: more than the JVM takes to compile a method anew, or to collect. */
  static final long MOST_LOST_NANOS = 250_000_000;

  private final DigestLanes lanes;
  private final int bytesPerChecksum;

  /** What the gear is for. */
  private DigestLanes.@Nullable Choice choice;

  private @Nullable LaneGear gear;

  /**
   * By how much lanes have been slower than MessageDigest of late; what they gained is no credit.
   */
  private double lostNanos;

  private LaneRunner(DigestLanes lanes, int bytesPerChecksum) {
    this.lanes = lanes;
    this.bytesPerChecksum = bytesPerChecksum;
  }

  /** The lanes for an algorithm; null if it can have none. */
  static @Nullable LaneRunner of(ChecksumAlgorithm algorithm, int bytesPerChecksum) {
    DigestLanes lanes = DigestLanes.of(algorithm.type()).orElse(null);
    // An algorithm from outside may well have a built-in type.
    if (lanes == null
        || !ChecksumAlgorithms.of(algorithm.type()).equals(algorithm)
        || lanes.exclusionAtSight() != null) {
      return null;
    }
    return new LaneRunner(lanes, bytesPerChecksum);
  }

  /**
   * Digests full windows that follow one another in a chunk, as many of the first as pay.
   *
   * @param chunk the chunk
   * @param offset offset of the first window
   * @param length number of bytes in hand; those behind the last full window are left alone
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

  /** Digests a group of windows of so many bytes; for those who make groups of their own. */
  byte[] digest(WindowSource windows, int count, long bytes) {
    DigestLanes.Choice made = choice;
    if (gear == null || made == null) {
      throw new IllegalStateException("no gear");
    }
    long begin = System.nanoTime();
    byte[] digests = gear.digest(windows, count);
    long nanos = System.nanoTime() - begin;
    // Padding is work, too; where windows are a few bytes long, nearly all of it.
    long padded = bytes + (long) count * LaneKernel.BLOCK_BYTES;
    account(made, nanos, padded * made.messageDigestNanosPerByte());
    return digests;
  }

  /**
   * Holds the time of a group against that of MessageDigest, and leaves lanes that lost too much.
   */
  void account(DigestLanes.Choice made, long nanos, double messageDigestNanos) {
    lostNanos = Math.max(0, lostNanos + nanos - messageDigestNanos);
    if (lostNanos > MOST_LOST_NANOS) {
      lostNanos = 0;
      lanes.disappoint(made);
    }
  }

  /** The gear to be used for so many bytes of full windows; null if lanes would not pay. */
  private @Nullable LaneGear gearFor(long length) {
    return gearFor(length / bytesPerChecksum, length);
  }

  /** The gear to be used for so many windows of so many bytes; null if lanes would not pay. */
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

  /** Tells whether a group pays that takes as long as the longest of its windows. */
  boolean pays(long bytes, int longest) {
    return choice != null && bytes >= (long) choice.status().leastWindows() * longest;
  }

  /** Number of windows that advance together where a call has so many; 1 for MessageDigest. */
  int groupIn(long windows) {
    DigestLanes.Choice current = lanes.choice();
    boolean inUse = current.kernels() != null && windows >= current.status().leastWindows();
    return inUse ? current.status().lanes() : 1;
  }

  /** Number of windows in the next group of so many bytes in hand; 0 for MessageDigest. */
  private int group(long length) {
    return groupOf(length / bytesPerChecksum);
  }

  /** Number of windows in the next group of so many in hand; 0 if they go to MessageDigest. */
  int groupOf(long windows) {
    if (gear == null || choice == null || windows < choice.status().leastWindows()) {
      return 0;
    }
    return (int) Math.min(windows, gear.lanes());
  }
}
