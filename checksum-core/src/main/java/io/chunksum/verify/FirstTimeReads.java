// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.observe.SkipReason;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Spliterator;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the keys that were found clean.
 *
 * <p>Each key has the generation in which it was last looked up. A generation ends when half as
 * many keys as may be kept have entered it; keys of the generation before the last are then
 * dropped, one for each key that enters. So no order of use is kept, lookups of keys of the current
 * generation take no lock, and keys to drop are looked for a few at a time.
 */
final class FirstTimeReads implements ReadPolicy {

  /** Keys looked at to find one to drop: hardly ever too few, as up to half of them can be. */
  private static final int MAX_VISITED = 64;

  /** A pass over the map visits two to this power parts of it in turn. */
  private static final int SPLITS = 6;

  /** Takes the key that is visited, without making an object each time. */
  private static final class Visited implements Consumer<Object> {

    private @Nullable Object key;

    @Override
    public void accept(Object key) {
      this.key = key;
    }
  }

  private final int limit;
  private final int perGeneration;

  /**
   * The generation of each key. All that happens to a key goes through one operation of this map,
   * so that a key forgotten in one thread is not put back by a lookup in another.
   */
  private final ConcurrentMap<Object, Integer> generations = new ConcurrentHashMap<>();

  /** Number of keys kept; the map's own count is only an estimate while others change it. */
  private final AtomicInteger size = new AtomicInteger();

  private volatile Integer current = 0;

  /** Number of keys that have entered the current generation. */
  private final AtomicInteger entered = new AtomicInteger();

  private final ReentrantLock dropping = new ReentrantLock();

  /**
   * The keys yet to be visited in a generation, and that generation; guarded by dropping. Keys
   * added one after the other, such as numbers in a row, are often neighbors in the map, and half
   * of it may be one stretch of keys that cannot be dropped: so parts of it are visited in turn.
   */
  private final Deque<Spliterator<Object>> unvisited = new ArrayDeque<>();

  private Integer visitedIn = 0;

  /** Guarded by dropping. */
  private final Visited visited = new Visited();

  FirstTimeReads(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be at least 1: " + limit);
    }
    this.limit = limit;
    this.perGeneration = limit - limit / 2;
  }

  @Override
  public @Nullable SkipReason skipReason(Object key, long bytes) {
    Integer last = generations.get(key);
    if (last == null) {
      return null;
    }
    Integer now = current;
    if (!last.equals(now) && generations.replace(key, last, now)) {
      enter();
    }
    return SkipReason.SEEN_BEFORE;
  }

  @Override
  public void verified(Object key, VerifyResult result) {
    if (result.verdict() == Verdict.MATCH) {
      Integer now = current;
      Integer last = generations.put(key, now);
      if (last == null) {
        size.incrementAndGet();
      }
      if (!now.equals(last)) {
        enter();
      }
    } else {
      forget(key);
    }
  }

  /** Counts a key that has entered the current generation, which may end it, and drops another. */
  private void enter() {
    if (entered.incrementAndGet() >= perGeneration) {
      endGeneration();
    }
    // A thread that finds another one dropping keys leaves one more for a while, if there is room.
    if (size.get() > limit) {
      dropping.lock();
    } else if (!dropping.tryLock()) {
      return;
    }
    try {
      drop();
    } finally {
      dropping.unlock();
    }
  }

  private synchronized void endGeneration() {
    if (entered.get() >= perGeneration) { // Else another thread was faster.
      // The new generation is published first. If the count were lowered first, threads that still
      // see the old generation could fill it a second time.
      current = current + 1;
      entered.addAndGet(-perGeneration);
    }
  }

  /** Drops a key, and further ones if there are too many. */
  private void drop() {
    Integer now = current;
    if (!visitedIn.equals(now)) {
      beginPass();
      visitedIn = now; // After it: a pass that there was no memory to begin is begun again.
    }
    int visits = MAX_VISITED;
    Object key;
    while ((visits > 0 || size.get() > limit) && (key = nextUnvisited()) != null) {
      Integer generation = generations.get(key);
      boolean dropped =
          generation != null && now - generation > 1 && generations.remove(key, generation);
      if (dropped) {
        size.decrementAndGet();
      }
      visits = dropped ? 0 : visits - 1;
    }
  }

  private void beginPass() {
    unvisited.clear();
    unvisited.add(generations.keySet().spliterator());
    for (int split = 0; split < SPLITS; split++) {
      for (int parts = unvisited.size(); parts > 0; parts--) {
        Spliterator<Object> part = unvisited.remove();
        Spliterator<Object> half = part.trySplit();
        unvisited.add(part);
        if (half != null) {
          unvisited.add(half);
        }
      }
    }
  }

  /** The next key of the next part that has any; null if there are no more. */
  private @Nullable Object nextUnvisited() {
    Spliterator<Object> part;
    while ((part = unvisited.poll()) != null) {
      if (part.tryAdvance(visited)) {
        unvisited.add(part);
        return visited.key;
      }
    }
    return null;
  }

  @Override
  public void forget(Object key) {
    Integer last = generations.remove(key);
    if (last != null) {
      size.decrementAndGet();
      leave(last);
    }
  }

  /** Uncounts a key that was in a generation, unless that has ended; as one step, or it may now. */
  private synchronized void leave(Integer generation) {
    if (current.equals(generation)) {
      entered.decrementAndGet();
    }
  }

  /** Number of keys kept. */
  int size() {
    return size.get();
  }

  @Override
  public String toString() {
    return "FIRST_TIME[keys=" + size() + "]";
  }
}
