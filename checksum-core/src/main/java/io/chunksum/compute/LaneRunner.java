// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.lanes.WindowSource;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of one calculator: windows go through here, in groups, where that pays off. Mutable,
 * for one thread at a time.
 */
final class LaneRunner implements GroupDigester {

  /** Fewer windows say nothing about whether lanes would be useful. */
  private static final int WORTH_NOTING = 8;

  /**
   * A group for which MessageDigest takes at least this long can afford to ask twice what its
   * thread got of a processor, which takes about three microseconds.
   */
  private static final double LONG_GROUP_NANOS = 500_000;

  private final DigestLanes lanes;

  private final int digestLength;

  private @Nullable LaneWorkspace workspace;

  private LaneRunner(DigestLanes lanes, int digestLength) {
    this.lanes = lanes;
    this.digestLength = digestLength;
  }

  /** The lanes for an algorithm; null if it can have none. */
  static @Nullable LaneRunner of(ChecksumAlgorithm algorithm) {
    DigestLanes lanes = DigestLanes.find(algorithm.type()).orElse(null);
    // An external algorithm may well have a built-in type.
    if (lanes == null
        || !ChecksumAlgorithms.of(algorithm.type()).equals(algorithm)
        || lanes.quickExclusion() != null) {
      return null;
    }
    return new LaneRunner(lanes, algorithm.type().checksumLength());
  }

  @Override
  public byte[] digest(WindowSource windows, int count, long bytes) {
    if (workspace == null) {
      throw new IllegalStateException("prepare has not been called, or gave no lanes");
    }
    LaneChoice choice = workspace.choice();
    double allowed = allowance(choice, bytes, count);
    if (Double.isInfinite(allowed)) {
      // The application's choice, which loses nothing. To time a short group would take as long.
      return workspace.digest(windows, count);
    }
    long got = allowed >= LONG_GROUP_NANOS ? ProcessorTime.ofThisThread() : ProcessorTime.UNKNOWN;
    long begin = System.nanoTime();
    byte[] digests = workspace.digest(windows, count);
    long end = System.nanoTime();
    long processor = got == ProcessorTime.UNKNOWN ? got : ProcessorTime.ofThisThread() - got;
    if (choice.losses().add(begin, end, processor, allowed)) {
      lanes.abandon(choice, end);
      // The rest of the call is not for lanes either: it may be gigabytes.
      workspace = null;
    }
    return digests;
  }

  /** Nanoseconds that MessageDigest would take for a group. */
  static double allowance(LaneChoice choice, long bytes, int count) {
    return GroupDigester.padded(bytes, count) * choice.messageDigestNanosPerByte();
  }

  /**
   * Prepares for a run of groups of this many windows, and is to be called before each: it follows
   * the choice of lanes, takes a workspace or lets go of it, and notes bytes that lanes do not get.
   *
   * @param bytes number of bytes to note: those of the windows, without any that go on to another
   *     call of this, which notes them
   * @param allBytes number of bytes that they are part of: of the chunk, or of all chunks
   * @return number of windows that may advance together; 0 if lanes would not pay off
   */
  int prepare(long windows, long bytes, long allBytes) {
    LaneChoice current = lanes.choice();
    if (workspace != null && workspace.choice() != current) {
      workspace = null;
    }
    if (!current.hasLanes() && isWorthNoting(windows)) {
      lanes.missed(bytes);
    }
    if (!current.suits(windows)) {
      return 0;
    }
    if (workspace == null) {
      workspace = current.takeWorkspace();
    }
    workspace.prepare(allBytes);
    return workspace.lanes();
  }

  /** Whether a call that has this many windows in hand counts towards a check of lanes. */
  static boolean isWorthNoting(long windows) {
    return windows >= WORTH_NOTING;
  }

  /** Number of bytes of a digest. */
  int digestLength() {
    return digestLength;
  }

  /** Returns whether a group pays off, given that it takes as long as its longest window. */
  boolean pays(long bytes, int longest) {
    return workspace != null && bytes >= (long) workspace.choice().status().minWindows() * longest;
  }

  /**
   * Number of windows that advance together, as chosen now, in a call that has this many; 1 for
   * MessageDigest.
   */
  int chosenGroupSize(long windows) {
    LaneChoice current = lanes.choice();
    return current.suits(windows) ? current.status().lanes() : 1;
  }

  /** Follows the workspace, whatever has been chosen since {@link #prepare}. */
  @Override
  public int groupSize(long windows) {
    return workspace != null && workspace.choice().suits(windows)
        ? (int) Math.min(windows, workspace.lanes())
        : 0;
  }
}
