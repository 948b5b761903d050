// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

/** Threads that work for a caller and may outlive its call. */
public final class DaemonThreads {

  private DaemonThreads() {}

  /**
   * Starts a daemon thread. It has none of the caller's thread locals, which it would keep while it
   * lives, but the caller's class loader, through which algorithms are looked up.
   *
   * @param name its name
   * @param work what it does
   * @return the thread
   */
  public static Thread start(String name, Runnable work) {
    Thread thread = new Thread(null, work, name, 0, false);
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
