// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The files that have parts to hand out, the first of them at the front. Safe for all threads. */
final class WorkList {

  private final PriorityQueue<FileInFlight> files = new PriorityQueue<>();
  private boolean closed;

  /** Adds a file, or puts it back. */
  synchronized void add(FileInFlight file) {
    files.add(file);
    notify();
  }

  /** Takes a file out, waiting for one if needed; returns null once the list is closed. */
  synchronized @Nullable FileInFlight take() throws InterruptedException {
    while (files.isEmpty() && !closed) {
      wait();
    }
    return closed ? null : files.remove();
  }

  /** Closes the list and wakes all waiting threads. */
  synchronized void close() {
    closed = true;
    notifyAll();
  }
}
