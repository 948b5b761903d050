// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.FutureTask;

/** Calls something just above where the stack ends, so that it fails at one place after another. */
final class FullStack {

  /** So many calls in a row that did not fail are far enough from the end. */
  private static final int ENOUGH = 50;

  private final Runnable call;
  private int depth;
  private boolean begun;

  private FullStack(Runnable call) {
    this.call = call;
  }

  /**
   * Calls something again and again, in a thread of its own.
   *
   * @param before called before each, with room in the stack; does all that {@code failed} does
   * @param call what may fail
   * @param failed called after each that did, with room in the stack
   */
  static void run(Runnable before, Runnable call, Runnable failed) throws Exception {
    FutureTask<Integer> calls = new FutureTask<>(() -> new FullStack(call).run(before, failed));
    Thread thread = new Thread(null, calls, "full", 256 * 1024);
    thread.setDaemon(true);
    thread.start();
    assertThat(calls.get()).as("calls that failed midway").isPositive();
  }

  private int run(Runnable before, Runnable failed) {
    for (int i = 0; i < 50; i++) { // A class that is loaded without room in the stack stays bad.
      before.run();
      call.run();
    }
    int failures = 0;
    int passed = 0;
    for (int above = 0; passed < ENOUGH; above++) {
      before.run();
      begun = false;
      try {
        callAt(end() - above);
        passed++;
      } catch (StackOverflowError e) {
        passed = 0;
        if (begun) {
          failures++;
          failed.run();
        }
      }
    }
    return failures;
  }

  /** How many calls the stack has room for: each time, as it changes while they are compiled. */
  private int end() {
    depth = 0;
    try {
      callAt(Integer.MAX_VALUE);
    } catch (StackOverflowError e) {
      return depth;
    }
    throw new AssertionError("the stack has no end");
  }

  private void callAt(int calls) {
    if (calls > 0) {
      depth++;
      callAt(calls - 1);
      return;
    }
    begun = true;
    call.run();
  }
}
