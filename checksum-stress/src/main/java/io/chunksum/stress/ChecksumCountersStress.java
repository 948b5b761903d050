// SPDX-License-Identifier: Apache-2.0

package io.chunksum.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.chunksum.observe.ChecksumCounters;
import io.chunksum.observe.ChecksumCounters.Count;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Counters that several threads add to and others read. */
final class ChecksumCountersStress {

  private ChecksumCountersStress() {}

  /** Two threads add; afterwards, everything is counted. */
  @JCStressTest
  @Outcome(id = "2, 6, 10", expect = ACCEPTABLE, desc = "Nothing is lost.")
  @Outcome(expect = FORBIDDEN, desc = "Something is lost or counted twice.")
  @State
  public static class Additions {

    private final ChecksumCounters counters = new ChecksumCounters();

    @Actor
    public void first() {
      counters.addVerified(3, 5);
    }

    @Actor
    public void second() {
      counters.addVerified(3, 5);
    }

    @Arbiter
    public void later(III_Result r) {
      Count verified = counters.snapshot().verified();
      r.r1 = (int) verified.calls();
      r.r2 = (int) verified.bytes();
      r.r3 = (int) verified.windows();
    }
  }

  /** A snapshot may have part of another thread's call, but each number was there at some time. */
  @JCStressTest
  @Outcome(id = "[12], [36], (5|10)", expect = ACCEPTABLE, desc = "Numbers that were there.")
  @Outcome(expect = FORBIDDEN, desc = "A number that never was.")
  @State
  public static class Snapshots {

    private final ChecksumCounters counters = new ChecksumCounters();

    @Actor
    public void adder() {
      counters.addVerified(3, 5);
    }

    @Actor
    public void reader(III_Result r) {
      counters.addVerified(3, 5);
      Count verified = counters.snapshot().verified();
      r.r1 = (int) verified.calls();
      r.r2 = (int) verified.bytes();
      r.r3 = (int) verified.windows();
    }
  }

  /** A later snapshot has no number below that of an earlier one. */
  @JCStressTest
  @Outcome(id = "[012], [036], (0|5|10)", expect = ACCEPTABLE, desc = "Numbers only rise.")
  @Outcome(expect = FORBIDDEN, desc = "A number went down.")
  @State
  public static class Rising {

    private final ChecksumCounters counters = new ChecksumCounters();

    @Actor
    public void adder() {
      counters.addVerified(3, 5);
      counters.addVerified(3, 5);
    }

    @Actor
    public void reader(III_Result r) {
      Count before = counters.snapshot().verified();
      Count after = counters.snapshot().verified();
      r.r1 = (int) (after.calls() - before.calls());
      r.r2 = (int) (after.bytes() - before.bytes());
      r.r3 = (int) (after.windows() - before.windows());
    }
  }
}
