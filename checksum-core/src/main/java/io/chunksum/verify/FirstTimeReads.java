// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.observe.SkipReason;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the keys that were found clean.
 *
 * <p>They are in two sets, a young one and an old one. When the young set reaches its half of the
 * limit, it becomes the old one, and the previous old one is dropped as a whole: no order of use is
 * kept, so that lookups take no lock. A key looked up in the old set moves to the young one; only
 * the move that fills the young set takes the lock.
 */
final class FirstTimeReads implements ReadPolicy {

  private final int half;
  private volatile Generations keys = new Generations(newSet(), newSet());

  FirstTimeReads(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be at least 1: " + limit);
    }
    this.half = limit - limit / 2;
  }

  private static Set<Object> newSet() {
    return ConcurrentHashMap.newKeySet();
  }

  @Override
  public @Nullable SkipReason skip(Object key, long bytes) {
    Generations now = keys;
    if (now.young.contains(key)) {
      return SkipReason.SEEN_BEFORE;
    }
    if (now.old.remove(key)) {
      add(key);
      return SkipReason.SEEN_BEFORE;
    }
    return null;
  }

  @Override
  public void verified(Object key, VerifyResult result) {
    if (result.verdict() == Verdict.MATCH) {
      add(key);
    } else {
      forget(key);
    }
  }

  private void add(Object key) {
    Generations now = keys;
    now.young.add(key);
    if (now.young.size() >= half) {
      age();
    }
  }

  private synchronized void age() {
    Generations now = keys;
    if (now.young.size() >= half) { // Else another thread was faster.
      keys = new Generations(newSet(), now.young);
    }
  }

  @Override
  public void forget(Object key) {
    Generations now = keys;
    now.young.remove(key);
    now.old.remove(key);
  }

  /** Number of keys kept. */
  int size() {
    Generations now = keys;
    return now.young.size() + now.old.size();
  }

  @Override
  public String toString() {
    return "FIRST_TIME[keys=" + size() + "]";
  }

  private record Generations(Set<Object> young, Set<Object> old) {}
}
