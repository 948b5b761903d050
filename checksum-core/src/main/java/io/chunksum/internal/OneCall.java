// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

/**
 * The call in progress of an object that hands control to code of others midway, such as an
 * executor, a list or an input. Another call that this code makes of the same object would spoil
 * the first, and is refused.
 *
 * <pre>{@code
 * call.begin();
 * try {
 *   // hand control to others
 * } finally {
 *   call.end();
 * }
 * }</pre>
 *
 * <p>Mutable, for one thread at a time: calls of several threads at once may pass unseen.
 */
public final class OneCall {

  private final String callee;
  private boolean inProgress;

  /**
   * Creates one with no call in progress.
   *
   * @param callee what is called, for messages, such as {@code "the verifier"}
   */
  public OneCall(String callee) {
    this.callee = callee;
  }

  /**
   * Begins a call, which must {@link #end}, also if it fails.
   *
   * @throws IllegalStateException if another is in progress, which is then undisturbed
   */
  public void begin() {
    check();
    inProgress = true;
  }

  /** Ends the call in progress. */
  public void end() {
    inProgress = false;
  }

  /**
   * Checks that no call is in progress.
   *
   * @throws IllegalStateException if one is
   */
  public void check() {
    if (inProgress) {
      throw new IllegalStateException(callee + " was called again before it returned");
    }
  }
}
