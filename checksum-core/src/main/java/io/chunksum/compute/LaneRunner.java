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

  private @Nullable LaneGear gear;

  private LaneRunner(DigestLanes lanes) {
    this.lanes = lanes;
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
    return new LaneRunner(lanes);
  }

  @Override
  public byte[] digest(WindowSource windows, int count, long bytes) {
    if (gear == null) {
      throw new IllegalStateException("gearFor has not been called, or gave none");
    }
    LaneChoice choice = gear.choice();
    double allowed = allowance(choice, bytes, count);
    if (Double.isInfinite(allowed)) {
      // The application's choice, which loses nothing. To time a short group would take as long.
      return gear.digest(windows, count);
    }
    long got = allowed >= LONG_GROUP_NANOS ? ProcessorTime.ofThisThread() : ProcessorTime.UNKNOWN;
    long begin = System.nanoTime();
    byte[] digests = gear.digest(windows, count);
    long end = System.nanoTime();
    long processor = got == ProcessorTime.UNKNOWN ? got : ProcessorTime.ofThisThread() - got;
    if (choice.losses().add(begin, end, processor, allowed)) {
      lanes.abandon(choice, end);
      // The rest of the call is not for lanes either: it may be gigabytes.
      gear = null;
    }
    return digests;
  }

  /** Nanoseconds that MessageDigest would take for a group. */
  static double allowance(LaneChoice choice, long bytes, int count) {
    return GroupDigester.padded(bytes, count) * choice.messageDigestNanosPerByte();
  }

  /**
   * The gear to use for this many windows and bytes; null if lanes would not pay off. To be called
   * before each run of groups: it follows the choice of lanes, makes the gear or lets go of it, and
   * notes bytes that lanes do not get.
   */
  @Nullable LaneGear gearFor(long windows, long bytes) {
    LaneChoice current = lanes.choice();
    if (gear != null && gear.choice() != current) {
      gear = null;
    }
    if (!current.hasLanes() && windows >= WORTH_NOTING) {
      lanes.missed(bytes);
    }
    if (!current.suits(windows)) {
      return null;
    }
    if (gear == null) {
      gear = current.newGear();
    }
    return gear;
  }

  /** Returns whether a group pays off, given that it takes as long as its longest window. */
  boolean pays(long bytes, int longest) {
    return gear != null && bytes >= (long) gear.choice().status().minWindows() * longest;
  }

  /**
   * Number of windows that advance together, as chosen now, in a call that has this many; 1 for
   * MessageDigest.
   */
  int chosenGroupSize(long windows) {
    LaneChoice current = lanes.choice();
    return current.suits(windows) ? current.status().lanes() : 1;
  }

  /** Follows the gear, whatever has been chosen since {@link #gearFor}. */
  @Override
  public int groupSize(long windows) {
    return gear != null && gear.choice().suits(windows) ? (int) Math.min(windows, gear.lanes()) : 0;
  }
}
