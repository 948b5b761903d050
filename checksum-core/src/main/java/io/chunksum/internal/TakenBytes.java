// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

/**
 * How many bytes an object has taken, call by call. If a call throws midway, nobody knows how many
 * it took: from then on the count is torn, and further calls are refused.
 *
 * <pre>{@code
 * long newCount = taken.begin(length);
 * // take the bytes
 * taken.set(newCount);
 * }</pre>
 *
 * <p>Mutable, for one thread at a time.
 */
public final class TakenBytes {

  private final String tornMessage;
  private long count;

  /** Whether a call has begun and not ended: if another call sees this, it has thrown. */
  private boolean torn;

  /**
   * Creates a count of 0.
   *
   * @param tornMessage says that a call has failed midway, and what that means for its caller
   */
  public TakenBytes(String tornMessage) {
    this.tornMessage = tornMessage;
  }

  /**
   * Begins a call that takes bytes.
   *
   * @param bytes number of bytes that it takes
   * @return the count at its end
   * @throws IllegalStateException if an earlier call has failed midway
   * @throws ArithmeticException if the count would exceed 2<sup>63</sup>−1; the call has not begun
   *     then
   */
  public long begin(long bytes) {
    checkWhole();
    long newCount = Math.addExact(count, bytes);
    torn = true;
    return newCount;
  }

  /**
   * Begins a call that starts over, even after one that has failed. The count stays what it is, and
   * further calls are refused, until this one sets it.
   */
  public void beginAnew() {
    torn = true;
  }

  /**
   * Sets the count, and so ends a call, even one that has failed.
   *
   * @param newCount number of bytes
   */
  public void set(long newCount) {
    count = newCount;
    torn = false;
  }

  /**
   * Checks that no call has failed midway.
   *
   * @throws IllegalStateException if one has
   */
  public void checkWhole() {
    if (torn) {
      throw new IllegalStateException(tornMessage);
    }
  }

  /**
   * Returns whether a call has failed midway.
   *
   * @return whether one has begun and not ended
   */
  public boolean torn() {
    return torn;
  }

  /**
   * Returns how many bytes were taken.
   *
   * @return number of bytes, without those of a call that has not ended
   */
  public long count() {
    return count;
  }
}
