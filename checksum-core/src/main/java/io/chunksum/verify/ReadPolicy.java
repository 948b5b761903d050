// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.observe.SkipReason;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which reads are held against the stored checksums. A {@link ReadVerifier} asks it before each.
 *
 * <pre>
 * always()                       every read
 * never()                        no read
 * trustSender()                  no read, because somebody else verified
 * lastReplicaOnly(r, n)          every read, at the last of n replicas
 * sample(f, seed)                a share f of the reads, chosen by the seed
 * firstTime(limit)               reads of a key that was not found clean before
 * budget(bytes, burst, clock)    as many bytes a second as given
 * </pre>
 *
 * <p>{@link VerifyPolicy} is its counterpart for what a replica receives, window by window, and
 * knows neither keys nor time; the choices that both know are the same.
 *
 * <p>Safe to share between threads; so must be implementations of others.
 */
@SuppressWarnings("exports") // Users need JSpecify's annotations neither to compile nor to run.
public interface ReadPolicy {

  /**
   * Decides about one read. Asked once for each, because asking may change the answer to the next.
   *
   * @param key what is read: equal for reads of the same bytes
   * @param bytes number of bytes that are read
   * @return null if it is to be verified, else why it is not
   */
  @Nullable SkipReason skip(Object key, long bytes);

  /**
   * Takes note of what verifying a read found.
   *
   * @param key what was read
   * @param result what was found
   */
  default void verified(Object key, VerifyResult result) {}

  /**
   * Takes note that a key stands for other bytes from now on, or for none. Reads of the bytes
   * before must have ended.
   *
   * @param key what was written or deleted
   */
  default void forget(Object key) {}

  /**
   * Verifies every read.
   *
   * @return the policy
   */
  static ReadPolicy always() {
    return (key, bytes) -> null;
  }

  /**
   * Verifies no read.
   *
   * @return the policy
   */
  static ReadPolicy never() {
    return (key, bytes) -> SkipReason.NEVER;
  }

  /**
   * Verifies no read, because whoever sends the bytes has verified them.
   *
   * @return the policy
   */
  static ReadPolicy trustSender() {
    return new ChosenReads(VerifyPolicy.trustSender(), 0, 1);
  }

  /**
   * Verifies every read at the last replica and none at the others.
   *
   * @param replica position of this replica among those that have the bytes, from 0
   * @param replicas number of those replicas
   * @return the policy
   * @throws IndexOutOfBoundsException if {@code replica} is not below {@code replicas}, or negative
   */
  static ReadPolicy lastReplicaOnly(int replica, int replicas) {
    return new ChosenReads(VerifyPolicy.lastReplicaOnly(), replica, replicas);
  }

  /**
   * Verifies a share of the reads: the n-th, if {@link VerifyPolicy#sample} chooses the first
   * window of the n-th chunk. Which read is the n-th depends on the order in which threads ask.
   *
   * @param fraction the share of the reads, from 0 for none to 1 for all
   * @param seed what the choice depends on
   * @return the policy
   * @throws IllegalArgumentException if {@code fraction} is not from 0 to 1
   */
  static ReadPolicy sample(double fraction, long seed) {
    return new ChosenReads(VerifyPolicy.sample(fraction, seed), 0, 1);
  }

  /**
   * Verifies reads of a key until one was found clean. One that is found bad is verified again the
   * next time. Two threads that read the same key for the first time at once both verify it; so may
   * one of two that read a known key at once.
   *
   * <p>Memory is bounded: of the keys that were found clean, at least the half of {@code limit}
   * that was read last is known, and never more than {@code limit}, apart from one for each thread
   * that adds at the same moment. Who is forgotten is verified once more. The keys are kept, so
   * they should be small.
   *
   * @param limit number of keys that are kept at most, at least 1
   * @return the policy
   * @throws IllegalArgumentException if {@code limit} is below 1
   */
  static ReadPolicy firstTime(int limit) {
    return new FirstTimeReads(limit);
  }

  /**
   * Verifies as many bytes a second as given, by the clock of the JVM; what is not used is saved
   * for later, up to that of one second.
   *
   * @param bytesPerSecond number of bytes to verify a second, at least 1
   * @return the policy
   * @throws IllegalArgumentException if {@code bytesPerSecond} is below 1
   */
  static ReadPolicy budget(long bytesPerSecond) {
    return budget(bytesPerSecond, bytesPerSecond, System::nanoTime);
  }

  /**
   * Verifies as many bytes a second as given. A read is verified if anything is left of the budget,
   * however long the read is, and what it takes too much is paid back before the next: long reads
   * get their turn, and over any time {@code t} no more is verified than {@code bytesPerSecond · t
   * + burstBytes} and one read.
   *
   * @param bytesPerSecond number of bytes to verify a second, at least 1
   * @param burstBytes what is saved for later at most, and there at the start, at least 1
   * @param nanoClock gives the time in nanoseconds, from any point in time on; asked by all threads
   * @return the policy
   * @throws IllegalArgumentException if {@code bytesPerSecond} or {@code burstBytes} is below 1
   */
  static ReadPolicy budget(long bytesPerSecond, long burstBytes, LongSupplier nanoClock) {
    return new BudgetedReads(bytesPerSecond, burstBytes, nanoClock);
  }
}
