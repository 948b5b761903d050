// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

/**
 * Finds out whether digesting two runs of bytes at a time is faster in this JVM than one after the
 * other, by timing the caller's own work both ways now and then. Which it is depends on the
 * processor, on the JDK's code for it, and on how far the JVM's compiler has got.
 *
 * <p>A comparison takes two calls: one goes one by one, the other in pairs. They may be of
 * different trials, as a trial may end after any number of calls, and of different kinds, if the
 * caller's chunks are. Which calls are timed is therefore random, so that neither way always gets
 * the work of one kind: a single comparison then says little, many of them say which is faster.
 *
 * <p>Until their code is compiled, pairs are slowest: the first calls of a JVM are neither made in
 * pairs nor timed. Then most are timed until the score is settled, after that two in {@value
 * #PAUSE}, in case something changes. Mutable, for one thread at a time; only the {@link Score} is
 * shared.
 */
final class PairTrial {

  /** Number of calls from one comparison to the next on average, once the score is settled. */
  static final int PAUSE = 64;

  /** The comparisons made by all threads. Safe to use from any thread. */
  static final class Score {

    /** Pairs must take at most this part of the time: less is not worth the change. */
    private static final double GAIN = 0.95;

    private static final int MOST = 8;
    private static final int ENOUGH = 6;
    private static final int TOO_FEW = 2;

    /** Enough for the most points, if as many are lost before the compiler is done. */
    private static final int FIRST_COMPARISONS = 3 * MOST;

    /** Calls before the first that may be timed: what they run is likely to be compiled then. */
    static final int UNTIMED = 128;

    /** Gives a random number from 0 to one less than its argument. */
    private final IntUnaryOperator random;

    /** Calls left before the first that may be timed; none from zero down. */
    private final AtomicInteger untimed;

    /** One more for each comparison won, one less for each lost. Guarded by this. */
    private int points;

    /** Guarded by this. */
    private int comparisons;

    /**
     * Nanoseconds per byte of a first half whose second half nobody has begun; 0 if none. Guarded
     * by this.
     */
    private double firstHalf;

    private volatile boolean settled;
    private volatile boolean inPairs;

    Score() {
      this(
          UNTIMED,
          new IntUnaryOperator() { // Not a lambda: linking one would delay the first digest.
            @Override
            public int applyAsInt(int bound) {
              return ThreadLocalRandom.current().nextInt(bound);
            }
          });
    }

    Score(int untimed, IntUnaryOperator random) {
      this.untimed = new AtomicInteger(untimed);
      this.random = random;
    }

    /** Whether a call that begins now may be timed. */
    private boolean mayTime() {
      return untimed.get() <= 0 || untimed.getAndDecrement() <= 0;
    }

    boolean settled() {
      return settled;
    }

    /** Whether pairs have been faster lately. A few comparisons lost by chance do not count. */
    boolean inPairs() {
      return inPairs;
    }

    /** Number of calls that are not timed before the next that is. */
    private int pause() {
      return random.applyAsInt(settled ? PAUSE - 1 : 2);
    }

    private synchronized void keep(double nanosPerByte) {
      firstHalf = nanosPerByte;
    }

    private synchronized double takeFirstHalf() {
      double taken = firstHalf;
      firstHalf = 0;
      return taken;
    }

    /** Adds a comparison of two times, in any unit that is the same for both. */
    synchronized void add(double timeOneByOne, double timeInPairs) {
      boolean won = timeInPairs <= GAIN * timeOneByOne;
      points = won ? Math.min(MOST, points + 1) : Math.max(0, points - 1);
      if (points >= ENOUGH) {
        inPairs = true;
      } else if (points <= TOO_FEW) {
        inPairs = false;
      }
      if (comparisons < FIRST_COMPARISONS) {
        comparisons++;
        settled = comparisons == FIRST_COMPARISONS;
      }
    }
  }

  private final Score score;

  /** Number of calls until the next that is timed. */
  private int pause;

  private boolean timed;

  /** Nanoseconds per byte of the first half of a comparison; 0 unless this call is the second. */
  private double oneByOne;

  PairTrial(Score score) {
    this.score = score;
    this.pause = score.pause();
  }

  /** Begins a call, and returns whether it must be timed. */
  boolean begin() {
    timed = pause == 0 && score.mayTime();
    pause = Math.max(0, pause - 1);
    if (timed) {
      oneByOne = score.takeFirstHalf();
    }
    return timed;
  }

  /** Whether the call that has begun takes its runs in pairs. */
  boolean inPairs() {
    return timed ? oneByOne > 0 : score.inPairs();
  }

  /** Ends a call that had to be timed. */
  void end(long nanos, long bytes) {
    double nanosPerByte = (double) nanos / bytes;
    if (oneByOne > 0) {
      score.add(oneByOne, nanosPerByte);
    } else {
      score.keep(nanosPerByte);
    }
    pause = score.pause();
  }
}
