// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.observe.SkipReason;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides which reads are verified against the stored checksums. A {@link ReadVerifier} asks it
 * before each read that it could skip.
 *
 * <pre>
 * always()                       every read
 * never()                        no read
 * trustSender()                  no read, because the sender has verified
 * lastReplicaOnly(r, n)          every read, at the last of n replicas
 * sample(f, seed)                a share f of the reads, chosen by the seed
 * firstTime(limit)               reads of a key not yet found clean
 * budget(bytes, burst, clock)    the given number of bytes per second
 * </pre>
 *
 * <p>{@link ReceivePolicy} is its counterpart for what a replica receives; it decides window by
 * window and knows neither keys nor time. The choices that both offer are the same.
 *
 * <p>Safe to share between threads; other implementations must be too. One that wraps another must
 * pass on {@link #verified} and {@link #forget} as well: where only {@code verified} arrives,
 * {@link #firstTime} goes on trusting keys whose bytes have changed. Kotlin's {@code by} passes on
 * neither, as they have default bodies.
 */
@SuppressWarnings("exports") // Users need JSpecify's annotations neither to compile nor to run.
public interface ReadPolicy {

  /**
   * Decides whether to verify a read. Called once per read, because a call may change the answer to
   * the next.
   *
   * @param key identifies what is read: equal for reads of the same bytes
   * @param bytes number of bytes that are read
   * @return null to verify it, else the reason not to
   */
  @Nullable SkipReason skipReason(Object key, long bytes);

  /**
   * Takes note of the result of verifying a read. It should not throw: whoever reads gets what it
   * throws in place of the result, to which a mismatch is then only attached.
   *
   * @param key what was read
   * @param result what was found
   */
  default void verified(Object key, VerifyResult result) {}

  /**
   * Takes note that a key stands for other bytes from now on, or for none. Reads of the previous
   * bytes must have ended.
   *
   * @param key what was written or deleted
   */
  default void forget(Object key) {}

  /**
   * Returns a policy that verifies every read.
   *
   * @return the policy
   */
  static ReadPolicy always() {
    return FixedReads.ALWAYS;
  }

  /**
   * Returns a policy that verifies no read.
   *
   * @return the policy
   */
  static ReadPolicy never() {
    return FixedReads.NEVER;
  }

  /**
   * Returns a policy that verifies no read, because the sender has verified the bytes.
   *
   * @return the policy
   */
  static ReadPolicy trustSender() {
    return new ChosenReads(ReceivePolicy.trustSender(), 0, 1);
  }

  /**
   * Returns a policy that verifies every read at the last replica and none at the others.
   *
   * @param replica position of this replica among those that have the bytes, from 0
   * @param replicas number of those replicas
   * @return the policy
   * @throws IndexOutOfBoundsException if {@code replica} is negative or not below {@code replicas}
   */
  static ReadPolicy lastReplicaOnly(int replica, int replicas) {
    return new ChosenReads(ReceivePolicy.lastReplicaOnly(), replica, replicas);
  }

  /**
   * Returns a policy that verifies a share of the reads: the n-th, if {@link ReceivePolicy#sample}
   * chooses the first window of the n-th chunk. Which read is the n-th depends on the order in
   * which threads ask.
   *
   * @param fraction the share of the reads, from 0 for none to 1 for all
   * @param seed seed of the choice
   * @return the policy
   * @throws IllegalArgumentException if {@code fraction} is not between 0 and 1
   */
  static ReadPolicy sample(double fraction, long seed) {
    return new ChosenReads(ReceivePolicy.sample(fraction, seed), 0, 1);
  }

  /**
   * Returns a policy that verifies reads of a key until one is found clean. A key found bad is
   * verified again the next time. Two threads that read the same key for the first time at once
   * both verify it.
   *
   * <p>Memory is bounded: of the keys found clean, at least the half of {@code limit} that was read
   * last is remembered, where keys {@linkplain #forget forgotten} since count as read, and never
   * more than {@code limit}, plus two for each thread that adds at the same moment. A key that is
   * not remembered is verified once more. The keys themselves are kept, so they should be small.
   *
   * @param limit maximum number of keys kept, at least 1
   * @return the policy
   * @throws IllegalArgumentException if {@code limit} is below 1
   */
  static ReadPolicy firstTime(int limit) {
    return new FirstTimeReads(limit);
  }

  /**
   * Returns a policy that verifies the given number of bytes per second, by the JVM's clock. Unused
   * budget is saved for later, up to one second's worth.
   *
   * @param bytesPerSecond number of bytes to verify per second, at least 1
   * @return the policy
   * @throws IllegalArgumentException if {@code bytesPerSecond} is below 1
   */
  static ReadPolicy budget(long bytesPerSecond) {
    return budget(bytesPerSecond, bytesPerSecond, System::nanoTime);
  }

  /**
   * Returns a policy that verifies the given number of bytes per second. A read is verified if any
   * budget is left, however long the read is, and any excess is paid back before the next: long
   * reads get their turn, and over any time {@code t} no more is verified than {@code
   * bytesPerSecond · t + burstBytes} plus one read.
   *
   * @param bytesPerSecond number of bytes to verify per second, at least 1
   * @param burstBytes maximum number of bytes saved for later, all available at the start, at least
   *     1; more than {@code bytesPerSecond} gives in seventy years may count as less, as may the
   *     excess of a read
   * @param nanoClock returns the time in nanoseconds since any fixed point; called by all threads;
   *     never goes back, like {@link System#nanoTime()}: while it is behind an earlier time, less
   *     or nothing is verified
   * @return the policy
   * @throws IllegalArgumentException if {@code bytesPerSecond} or {@code burstBytes} is below 1
   */
  static ReadPolicy budget(long bytesPerSecond, long burstBytes, LongSupplier nanoClock) {
    return new BudgetedReads(bytesPerSecond, burstBytes, nanoClock);
  }
}
