// SPDX-License-Identifier: Apache-2.0

package io.chunksum.observe;

import io.chunksum.internal.SaturatingSum;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what calculators and verifiers do, in any number of threads. Each of them is given its
 * counters when it is created, so that a process can count separately what its parts do, such as
 * reads, replays and a scanner, and tests do not disturb each other. Those created without counters
 * count nothing.
 *
 * <p>Each call adds to a few numbers, however many windows it has, and no thread waits for another.
 * No number ever goes down, and none that is added may be negative. A number of bytes that would
 * exceed 2<sup>63</sup>−1 stays there: records can claim so many missing ones.
 *
 * <p>Safe to share between threads.
 */
public final class ChecksumCounters {

  private final Adders computed = new Adders();
  private final Adders verified = new Adders();
  private final Adders mismatched = new Adders();
  private final Adders unchecked = new Adders();
  private final Map<SkipReason, Adders> skipped = new EnumMap<>(SkipReason.class);
  private final LongAccumulator bytesCopied = new LongAccumulator(SaturatingSum::of, 0);

  /** Creates counters at 0. */
  public ChecksumCounters() {
    for (SkipReason reason : SkipReason.values()) {
      skipped.put(reason, new Adders());
    }
  }

  /**
   * Counts checksums that were computed.
   *
   * @param bytes number of bytes
   * @param windows number of windows
   */
  public void addComputed(long bytes, long windows) {
    computed.add(bytes, windows);
  }

  /**
   * Counts bytes that were compared with their checksums.
   *
   * @param bytes number of bytes
   * @param windows number of windows
   */
  public void addVerified(long bytes, long windows) {
    verified.add(bytes, windows);
  }

  /**
   * Counts a verification that found mismatches.
   *
   * @param bytes number of affected bytes
   * @param windows number of mismatches
   */
  public void addMismatched(long bytes, long windows) {
    mismatched.add(bytes, windows);
  }

  /**
   * Counts bytes that had no checksums to be compared with, or not of the kind expected.
   *
   * @param bytes number of bytes
   */
  public void addUnchecked(long bytes) {
    unchecked.add(bytes, 0);
  }

  /**
   * Counts bytes that a policy skipped.
   *
   * @param reason why it skipped them
   * @param bytes number of bytes
   * @param windows number of windows
   */
  public void addSkipped(SkipReason reason, long bytes, long windows) {
    Objects.requireNonNull(skipped.get(reason), "reason").add(bytes, windows);
  }

  /**
   * Counts payload bytes that had to be copied.
   *
   * @param bytes number of bytes
   */
  public void addCopied(long bytes) {
    bytesCopied.accumulate(bytes);
  }

  /**
   * Returns the current numbers. Calls that end in other threads meanwhile may be included in some
   * of the numbers and not yet in others.
   *
   * @return a snapshot
   */
  public Snapshot snapshot() {
    Map<SkipReason, Count> skippedNow = new EnumMap<>(SkipReason.class);
    skipped.forEach((reason, adders) -> skippedNow.put(reason, adders.count()));
    return new Snapshot(
        computed.count(),
        verified.count(),
        mismatched.count(),
        unchecked.count(),
        skippedNow,
        bytesCopied.get());
  }

  /**
   * What was counted up to some moment. Immutable.
   *
   * @param computed checksums computed, not including those of verifiers; a call that has none to
   *     compute, for no bytes or type NONE, does not count
   * @param verified bytes compared with their checksums, good or bad
   * @param mismatched verifications that found mismatches: bytes as mismatches report them, missing
   *     and surplus ones included, and the mismatches as windows
   * @param unchecked bytes that had no checksums to be compared with, including surplus ones, or
   *     only checksums of another type or window size; it has no windows
   * @param skipped bytes that a policy skipped, by reason; unmodifiable
   * @param bytesCopied payload bytes that had to be copied
   */
  public record Snapshot(
      Count computed,
      Count verified,
      Count mismatched,
      Count unchecked,
      Map<SkipReason, Count> skipped,
      long bytesCopied) {

    /**
     * Copies the map.
     *
     * @param computed checksums computed
     * @param verified bytes compared with their checksums
     * @param mismatched verifications that found mismatches
     * @param unchecked bytes that had no checksums to be compared with
     * @param skipped bytes that a policy skipped, by reason
     * @param bytesCopied payload bytes that had to be copied
     */
    public Snapshot {
      Map<SkipReason, Count> copy = new EnumMap<>(SkipReason.class);
      copy.putAll(skipped);
      skipped = Collections.unmodifiableMap(copy);
    }
  }

  /**
   * A number of calls, with the bytes and windows they dealt with. Immutable.
   *
   * @param calls number of calls
   * @param bytes number of bytes
   * @param windows number of windows
   */
  public record Count(long calls, long bytes, long windows) {}

  private static final class Adders {

    private final LongAdder calls = new LongAdder();
    private final LongAccumulator bytes = new LongAccumulator(SaturatingSum::of, 0);
    private final LongAdder windows = new LongAdder();

    void add(long moreBytes, long moreWindows) {
      calls.increment();
      bytes.accumulate(moreBytes);
      windows.add(moreWindows);
    }

    Count count() {
      return new Count(calls.sum(), bytes.get(), windows.sum());
    }
  }
}
