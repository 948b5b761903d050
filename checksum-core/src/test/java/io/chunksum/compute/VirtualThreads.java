// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

/** Virtual threads, for JDKs that have them. */
final class VirtualThreads {

  private VirtualThreads() {}

  static Thread start(Runnable task) throws ReflectiveOperationException {
    return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
  }
}
