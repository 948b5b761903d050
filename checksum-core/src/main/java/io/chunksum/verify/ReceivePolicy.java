// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.observe.SkipReason;

/**
 * Decides which windows of received chunks a replica verifies against the sender's checksums.
 *
 * <p>When a sender computes the checksums of a chunk once and several replicas receive the chunk,
 * verifying it at each of them costs one more pass over the bytes per replica. A policy says how
 * much of that is worth it; what it skips is taken on trust until the data is read.
 *
 * <pre>
 * always()             every window, at every replica
 * lastReplicaOnly()    every window, at the last replica
 * sample(f, seed)      a share f of the windows, chosen by the seed
 * trustSender()        no window
 * </pre>
 *
 * <p>What a reader verifies is up to a {@link ReadPolicy}.
 *
 * <p>A pure function of its arguments: the same policy chooses the same windows in every run and on
 * every machine. Immutable and safe to share between threads.
 */
public final class ReceivePolicy {

  private static final ReceivePolicy ALWAYS = new ReceivePolicy(Kind.ALWAYS, 1, 0);
  private static final ReceivePolicy TRUST_SENDER = new ReceivePolicy(Kind.TRUST_SENDER, 0, 0);
  private static final ReceivePolicy LAST_REPLICA_ONLY =
      new ReceivePolicy(Kind.LAST_REPLICA_ONLY, 1, 0);

  /** Difference between consecutive states of a SplitMix64 generator. */
  private static final long INCREMENT = 0x9E3779B97F4A7C15L;

  private enum Kind {
    ALWAYS,
    TRUST_SENDER,
    LAST_REPLICA_ONLY,
    SAMPLE
  }

  private final Kind kind;
  private final double fraction;
  private final long seed;

  private ReceivePolicy(Kind kind, double fraction, long seed) {
    this.kind = kind;
    this.fraction = fraction;
    this.seed = seed;
  }

  /**
   * Returns a policy that verifies every window at every replica.
   *
   * @return the policy
   */
  public static ReceivePolicy always() {
    return ALWAYS;
  }

  /**
   * Returns a policy that verifies no window: whatever the sender says is stored as is.
   *
   * @return the policy
   */
  public static ReceivePolicy trustSender() {
    return TRUST_SENDER;
  }

  /**
   * Returns a policy that verifies every window at the last replica and none at the others. This is
   * enough where the bytes pass through the replicas one after the other, as in a pipeline. Where
   * the sender sends to each of them, it proves nothing about the path to the others.
   *
   * @return the policy
   */
  public static ReceivePolicy lastReplicaOnly() {
    return LAST_REPLICA_ONLY;
  }

  /**
   * Returns a policy that verifies a share of the windows, chosen at random but always the same for
   * one seed. Replicas with different seeds choose different windows, so give each its own.
   *
   * <p>The choice is made by two <a href="https://doi.org/10.1145/2660193.2660195">SplitMix64</a>
   * generators, which {@link java.util.SplittableRandom} implements too: the n-th number of one
   * that is seeded with {@code seed} seeds another for the n-th chunk, and window i is verified if
   * the i-th number of that one, between 0 and 1, is below {@code fraction}.
   *
   * @param fraction the share of the windows, from 0 for none to 1 for all
   * @param seed seed of the choice
   * @return the policy
   * @throws IllegalArgumentException if {@code fraction} is not between 0 and 1
   */
  public static ReceivePolicy sample(double fraction, long seed) {
    if (!(fraction >= 0 && fraction <= 1)) { // Written so that NaN is refused too.
      throw new IllegalArgumentException("fraction must be from 0 to 1: " + fraction);
    }
    return new ReceivePolicy(Kind.SAMPLE, fraction, seed);
  }

  /**
   * Decides whether to verify a window.
   *
   * @param share the {@link #share} of the replica
   * @param chunk number of chunks the replica received before this one
   * @param window index of the window in the chunk, from 0
   */
  boolean verifies(double share, long chunk, long window) {
    return isBelow(share, stateOf(chunk, window));
  }

  /**
   * The share of the windows that a replica verifies, which picks the windows of a chunk.
   *
   * @throws IndexOutOfBoundsException if {@code replica} is negative or not below {@code replicas}
   */
  double share(int replica, int replicas) {
    if (replica < 0 || replica >= replicas) {
      throw new IndexOutOfBoundsException(
          "replica " + replica + " is not one of " + replicas + ", counted from 0");
    }
    return kind == Kind.LAST_REPLICA_ONLY && replica < replicas - 1 ? 0 : fraction;
  }

  /**
   * Finds the first window, from {@code from} on, that is to be verified. Faster than asking for
   * one window after another.
   *
   * @param share what {@link #share} gives
   * @return its index; {@code end} if there is none before that
   */
  int nextVerified(double share, long chunk, int from, int end) {
    return next(true, share, chunk, from, end);
  }

  /** The first window from {@code from} on that is not to be verified; {@code end} if all are. */
  int nextSkipped(double share, long chunk, int from, int end) {
    return next(false, share, chunk, from, end);
  }

  private int next(boolean verified, double share, long chunk, int from, int end) {
    if (share == 0 || share == 1) {
      return verified == (share == 1) ? from : end;
    }
    int window = from;
    long state = stateOf(chunk, from);
    while (window < end && isBelow(share, state) != verified) {
      state += INCREMENT;
      window++;
    }
    return window;
  }

  /** The state from which a sample makes the number of a window. */
  private long stateOf(long chunk, long window) {
    return stateAt(mix(stateAt(seed, chunk)), window);
  }

  /** Whether the number that a generator makes from a state, between 0 and 1, is below a share. */
  private static boolean isBelow(double share, long state) {
    return (mix(state) >>> 11) * 0x1.0p-53 < share;
  }

  /** Why windows are skipped; only called where some are. */
  SkipReason skipReason() {
    return switch (kind) {
      case ALWAYS, TRUST_SENDER -> SkipReason.SENDER_TRUSTED;
      case LAST_REPLICA_ONLY -> SkipReason.NOT_LAST_REPLICA;
      case SAMPLE -> SkipReason.NOT_SAMPLED;
    };
  }

  /** Whether windows are chosen one by one. */
  boolean samples() {
    return kind == Kind.SAMPLE;
  }

  /** The state of a SplitMix64 generator from which it makes the number at an index, from 0. */
  private static long stateAt(long seed, long index) {
    return seed + (index + 1) * INCREMENT;
  }

  /** The number that a SplitMix64 generator makes from a state. */
  private static long mix(long state) {
    long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * Describes the policy.
   *
   * @return its name, with fraction and seed of a sample
   */
  @Override
  public String toString() {
    return samples() ? "SAMPLE[fraction=" + fraction + ", seed=" + seed + "]" : kind.name();
  }
}
