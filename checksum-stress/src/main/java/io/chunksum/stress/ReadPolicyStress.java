// SPDX-License-Identifier: Apache-2.0

package io.chunksum.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.verify.ReadPolicy;
import io.chunksum.verify.VerifyResult;
import java.util.stream.LongStream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Policies that two readers query at once. In all results, 1 stands for a read to be verified. */
final class ReadPolicyStress {

  private static final String KEY = "key";
  private static final VerifyResult CLEAN = clean();

  private ReadPolicyStress() {}

  private static VerifyResult clean() {
    ChunkChecksum crc32c = ChunkChecksum.of(ChecksumType.CRC32C, 16);
    ChunkBuffer chunk = ChunkBuffer.wrap(new byte[16]);
    return crc32c.verify(chunk, crc32c.compute(chunk));
  }

  private static int ask(ReadPolicy policy, Object key) {
    return policy.skipReason(key, 1) == null ? 1 : 0;
  }

  private static int read(ReadPolicy policy, Object key) {
    int verifies = ask(policy, key);
    if (verifies == 1) {
      policy.verified(key, CLEAN);
    }
    return verifies;
  }

  /** A budget of one byte while the clock stands still. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "One of them gets the byte.")
  @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "The budget is spent twice.")
  @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "The budget is lost.")
  @State
  public static class Budget {

    private final ReadPolicy policy = ReadPolicy.budget(1, 1, () -> 0);

    @Actor
    public void first(II_Result r) {
      r.r1 = ask(policy, KEY);
    }

    @Actor
    public void second(II_Result r) {
      r.r2 = ask(policy, KEY);
    }
  }

  /** The first of two reads is in the sample, the second is not. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "Each read has its own number.")
  @Outcome(expect = FORBIDDEN, desc = "Two reads were given the same number.")
  @State
  public static class Sample {

    private static final long SEED =
        LongStream.iterate(0, seed -> seed + 1)
            .filter(seed -> choosesTheFirstOnly(ReadPolicy.sample(0.5, seed)))
            .findFirst()
            .orElseThrow();

    private final ReadPolicy policy = ReadPolicy.sample(0.5, SEED);

    private static boolean choosesTheFirstOnly(ReadPolicy policy) {
      return ask(policy, KEY) == 1 && ask(policy, KEY) == 0;
    }

    @Actor
    public void first(II_Result r) {
      r.r1 = ask(policy, KEY);
    }

    @Actor
    public void second(II_Result r) {
      r.r2 = ask(policy, KEY);
    }
  }

  /** Two first reads of one key, and one more after both. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 0", "0, 1, 0"},
      expect = ACCEPTABLE,
      desc = "One read was the first.")
  @Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "Both were the first.")
  @Outcome(expect = FORBIDDEN, desc = "Nobody verified, or it was forgotten at once.")
  @State
  public static class FirstTime {

    private final ReadPolicy policy = ReadPolicy.firstTime(8);

    @Actor
    public void first(III_Result r) {
      r.r1 = read(policy, KEY);
    }

    @Actor
    public void second(III_Result r) {
      r.r2 = read(policy, KEY);
    }

    @Arbiter
    public void later(III_Result r) {
      r.r3 = ask(policy, KEY);
    }
  }

  /** Two readers ask for a known key that is of an earlier generation. */
  @JCStressTest
  @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "Known to both.")
  @Outcome(expect = FORBIDDEN, desc = "Lost on the way.")
  @State
  public static class FirstTimeRenew {

    private final ReadPolicy policy = ReadPolicy.firstTime(2);

    public FirstTimeRenew() {
      policy.verified(KEY, CLEAN);
    }

    @Actor
    public void first(III_Result r) {
      r.r1 = read(policy, KEY);
    }

    @Actor
    public void second(III_Result r) {
      r.r2 = read(policy, KEY);
    }

    @Arbiter
    public void later(III_Result r) {
      r.r3 = ask(policy, KEY);
    }
  }

  /** A key is overwritten while reads of another key age all known keys. */
  @JCStressTest
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "The new bytes are verified.")
  @Outcome(expect = FORBIDDEN, desc = "The new bytes pass for the old ones.")
  @State
  public static class FirstTimeForget {

    private final ReadPolicy policy = ReadPolicy.firstTime(4);

    public FirstTimeForget() {
      policy.verified(KEY, CLEAN);
    }

    @Actor
    public void writer() {
      policy.forget(KEY);
    }

    @Actor
    public void reader() {
      policy.verified("other", CLEAN);
    }

    @Arbiter
    public void later(I_Result r) {
      r.r1 = ask(policy, KEY);
    }
  }

  /** A key of an earlier generation is found bad by one thread while another asks for it. */
  @JCStressTest
  @Outcome(
      id = {"0, 1", "1, 1"},
      expect = ACCEPTABLE,
      desc = "It is verified the next time.")
  @Outcome(expect = FORBIDDEN, desc = "Who asked has put it back.")
  @State
  public static class FirstTimeForgetRenew {

    private final ReadPolicy policy = ReadPolicy.firstTime(2);

    public FirstTimeForgetRenew() {
      policy.verified(KEY, CLEAN);
    }

    @Actor
    public void writer() {
      policy.forget(KEY);
    }

    @Actor
    public void reader(II_Result r) {
      r.r1 = ask(policy, KEY);
    }

    @Arbiter
    public void later(II_Result r) {
      r.r2 = ask(policy, KEY);
    }
  }
}
