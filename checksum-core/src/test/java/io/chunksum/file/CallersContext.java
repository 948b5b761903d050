// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives the calling thread a class loader and an inheritable thread local of its own, until closed,
 * and finds out which of the two other threads inherit from it.
 */
public final class CallersContext implements AutoCloseable {

  public static final String CLASS_LOADER = "class loader";
  public static final String THREAD_LOCAL = "thread local";

  private final Thread caller = Thread.currentThread();
  private final ClassLoader before = caller.getContextClassLoader();
  private final URLClassLoader own = new URLClassLoader(new URL[0], before);
  private final InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
  private final Set<String> taken = ConcurrentHashMap.newKeySet();

  public CallersContext() {
    caller.setContextClassLoader(own);
    local.set("the caller's");
  }

  /** Returns the class loader that the caller has meanwhile. */
  public ClassLoader classLoader() {
    return own;
  }

  /** Looks at the thread that calls this. */
  public void look() {
    Thread thread = Thread.currentThread();
    if (own.equals(thread.getContextClassLoader())) {
      taken.add(CLASS_LOADER);
    }
    if (local.get() != null) {
      taken.add(THREAD_LOCAL);
    }
  }

  /** Returns what the threads had that called {@link #look}. */
  public Set<String> taken() {
    return taken;
  }

  @Override
  public void close() throws IOException {
    caller.setContextClassLoader(before);
    local.remove();
    own.close();
  }
}
