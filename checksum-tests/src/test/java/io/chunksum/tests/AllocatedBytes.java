// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;

/**
 * Counts what the current thread allocates. The JVM itself may allocate a little in the thread,
 * while it compiles or samples, so "nothing" is a mean of less than a byte per call.
 */
public final class AllocatedBytes {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  // Where nothing is counted, nothing would seem to be allocated.
  static {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    byte[] array = new byte[1 << 20];
    long counted = THREADS.getCurrentThreadAllocatedBytes() - before;
    if (counted < array.length) {
      throw new IllegalStateException("this JVM counts " + counted + " of " + array.length);
    }
  }

  private AllocatedBytes() {}

  /** Bytes that this thread has allocated since it started. */
  public static long soFar() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /** Bytes allocated in so many repetitions of a step, which must return true every time. */
  public static long during(int repetitions, BooleanSupplier step) {
    boolean right = true;
    long before = soFar();
    for (int i = 0; i < repetitions; i++) {
      right &= step.getAsBoolean();
    }
    long bytes = soFar() - before;
    assertThat(right).isTrue();
    return bytes;
  }
}
