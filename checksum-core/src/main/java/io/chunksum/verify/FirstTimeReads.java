// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.observe.SkipReason;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the keys that were found clean.
 *
 * <p>Each key has the generation in which it was last looked up. When the current one has half as
 * many keys as may be kept, it ends, and the keys of earlier ones are dropped: no order of use is
 * kept, so that lookups take no lock. Only the lookup that ends a generation does.
 */
final class FirstTimeReads implements ReadPolicy {

  private final int half;

  /**
   * The generation of each key. All that happens to a key goes through one operation of this map,
   * so that a key forgotten in one thread is not put back by a lookup in another.
   */
  private final ConcurrentMap<Object, Integer> generations = new ConcurrentHashMap<>();

  private volatile Integer current = 0;

  /** Number of keys of the current generation. */
  private final AtomicInteger young = new AtomicInteger();

  FirstTimeReads(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be at least 1: " + limit);
    }
    this.half = limit - limit / 2;
  }

  @Override
  public @Nullable SkipReason skip(Object key, long bytes) {
    Integer last = generations.get(key);
    if (last == null) {
      return null;
    }
    Integer now = current;
    if (!last.equals(now) && generations.replace(key, last, now)) {
      entered();
    }
    return SkipReason.SEEN_BEFORE;
  }

  @Override
  public void verified(Object key, VerifyResult result) {
    if (result.verdict() == Verdict.MATCH) {
      Integer now = current;
      if (!now.equals(generations.put(key, now))) {
        entered();
      }
    } else {
      forget(key);
    }
  }

  /** Counts a key that has entered the current generation, which may end it. */
  private void entered() {
    if (young.incrementAndGet() >= half) {
      endGeneration();
    }
  }

  private synchronized void endGeneration() {
    if (young.get() >= half) { // Else another thread was faster.
      Integer ended = current;
      generations.values().removeIf(generation -> !generation.equals(ended));
      young.set(0);
      current = ended + 1;
    }
  }

  @Override
  public void forget(Object key) {
    if (current.equals(generations.remove(key))) {
      young.decrementAndGet();
    }
  }

  /** Number of keys kept. */
  int size() {
    return generations.size();
  }

  @Override
  public String toString() {
    return "FIRST_TIME[keys=" + size() + "]";
  }
}
