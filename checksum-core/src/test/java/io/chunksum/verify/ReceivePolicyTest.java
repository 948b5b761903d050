// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReceivePolicyTest {

  private static boolean verifies(
      ReceivePolicy policy, int replica, int replicas, long chunk, long window) {
    return policy.verifies(policy.share(replica, replicas), chunk, window);
  }

  private static List<Integer> chosen(ReceivePolicy policy, long chunk, int windows) {
    return IntStream.range(0, windows)
        .filter(window -> verifies(policy, 0, 1, chunk, window))
        .boxed()
        .toList();
  }

  @Test
  void fixedPoliciesLookAtTheReplicaAlone() {
    for (int replicas = 1; replicas <= 4; replicas++) {
      for (int replica = 0; replica < replicas; replica++) {
        for (long chunk : new long[] {0, 1, Long.MAX_VALUE}) {
          for (long window : new long[] {0, 1, Integer.MAX_VALUE}) {
            boolean last = replica == replicas - 1;
            assertThat(verifies(ReceivePolicy.always(), replica, replicas, chunk, window)).isTrue();
            assertThat(verifies(ReceivePolicy.trustSender(), replica, replicas, chunk, window))
                .isFalse();
            assertThat(verifies(ReceivePolicy.lastReplicaOnly(), replica, replicas, chunk, window))
                .isEqualTo(last);
          }
        }
      }
    }
  }

  @Test
  void theNextWindowIsTheFirstOfWhichThePolicySaysSo() {
    for (ReceivePolicy policy :
        List.of(
            ReceivePolicy.always(),
            ReceivePolicy.trustSender(),
            ReceivePolicy.lastReplicaOnly(),
            ReceivePolicy.sample(0, 7),
            ReceivePolicy.sample(0.3, 7),
            ReceivePolicy.sample(0.9, 7),
            ReceivePolicy.sample(1, 7))) {
      for (int replica = 0; replica < 2; replica++) {
        int own = replica;
        double share = policy.share(own, 2);
        for (int from = 0; from <= 40; from++) {
          for (boolean verified : new boolean[] {true, false}) {
            int expected =
                IntStream.range(from, 40)
                    .filter(window -> verifies(policy, own, 2, 5, window) == verified)
                    .findFirst()
                    .orElse(40);
            int next =
                verified
                    ? policy.nextVerified(share, 5, from, 40)
                    : policy.nextSkipped(share, 5, from, 40);
            assertThat(next)
                .as("%s, replica %d, from %d, %s", policy, own, from, verified)
                .isEqualTo(expected);
          }
        }
      }
    }
  }

  @Test
  void replicasThatAreNotThereAreRefused() {
    for (int[] position : new int[][] {{-1, 3}, {3, 3}, {0, 0}, {0, -1}}) {
      for (ReceivePolicy policy :
          List.of(
              ReceivePolicy.always(),
              ReceivePolicy.trustSender(),
              ReceivePolicy.lastReplicaOnly(),
              ReceivePolicy.sample(0.5, 1))) {
        assertThatThrownBy(() -> verifies(policy, position[0], position[1], 0, 0))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {
        Double.NaN,
        -Double.MIN_VALUE,
        1.0000000000000002,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
      })
  void fractionsOutsideZeroToOneAreRefused(double fraction) {
    assertThatThrownBy(() -> ReceivePolicy.sample(fraction, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("fraction must be from 0 to 1: " + fraction);
  }

  /** The JDK has the same generator; it is asked number by number, as its users do. */
  @Test
  void aSampleIsWhatTwoSplitMix64GeneratorsChoose() {
    for (long seed : new long[] {0, 1, -1, 42, Long.MIN_VALUE, Long.MAX_VALUE, 0x5DEECE66DL}) {
      for (double fraction : new double[] {0, 1e-3, 0.25, 0.5, 0.999, 1}) {
        ReceivePolicy policy = ReceivePolicy.sample(fraction, seed);
        SplittableRandom chunks = new SplittableRandom(seed);
        for (int chunk = 0; chunk < 20; chunk++) {
          SplittableRandom windows = new SplittableRandom(chunks.nextLong());
          for (int window = 0; window < 100; window++) {
            assertThat(verifies(policy, 0, 3, chunk, window))
                .as("seed %d, fraction %s, chunk %d, window %d", seed, fraction, chunk, window)
                .isEqualTo(windows.nextDouble() < fraction);
          }
        }
      }
    }
  }

  /** The numbers are 53 bits long, so that one of them can be the fraction itself. */
  @Test
  void aWindowWhoseNumberIsTheFractionIsNotChosen() {
    double number = new SplittableRandom(new SplittableRandom(42).nextLong()).nextDouble();
    assertThat(verifies(ReceivePolicy.sample(number, 42), 0, 1, 0, 0)).isFalse();
    assertThat(verifies(ReceivePolicy.sample(Math.nextUp(number), 42), 0, 1, 0, 0)).isTrue();
  }

  /** Recorded: what a seed chooses must not change from one version to the next. */
  @Test
  void aSeedAlwaysChoosesTheSameWindows() {
    ReceivePolicy policy = ReceivePolicy.sample(0.25, 42);
    assertThat(chosen(policy, 0, 32)).containsExactly(3, 5, 6, 8, 11, 12, 19, 23);
    assertThat(chosen(policy, 1, 32)).containsExactly(9, 11, 13, 20, 28, 29, 31);
    assertThat(chosen(policy, 2, 32)).containsExactly(0, 3, 5, 12, 14, 15, 21, 22);
    assertThat(chosen(ReceivePolicy.sample(0.25, 42), 1, 32)).isEqualTo(chosen(policy, 1, 32));
  }

  @Test
  void theEndsOfTheRangeChooseNothingAndEverything() {
    assertThat(chosen(ReceivePolicy.sample(0, 7), 3, 100_000)).isEmpty();
    assertThat(chosen(ReceivePolicy.sample(-0.0, 7), 3, 100_000)).isEmpty();
    assertThat(chosen(ReceivePolicy.sample(1, 7), 3, 100_000)).hasSize(100_000);
  }

  /**
   * Five standard deviations of a binomial distribution: among the fixed seeds here none lies
   * outside, and of other seeds one in 1.7 million would.
   */
  @Test
  void theShareIsTheFractionAndReplicasChooseIndependently() {
    int windows = 100_000;
    double fraction = 0.25;
    for (long seed = 0; seed < 10; seed++) {
      List<Integer> one = chosen(ReceivePolicy.sample(fraction, seed), 0, windows);
      assertThat((double) one.size())
          .as("seed %d", seed)
          .isCloseTo(windows * fraction, within(deviations(5, windows, fraction)));
      for (List<Integer> other :
          List.of(
              chosen(ReceivePolicy.sample(fraction, seed + 1), 0, windows),
              chosen(ReceivePolicy.sample(fraction, seed), 1, windows))) {
        List<Integer> both = new ArrayList<>(other);
        both.retainAll(new HashSet<>(one));
        double share = fraction * fraction;
        assertThat((double) both.size())
            .as("seed %d and another seed or chunk", seed)
            .isCloseTo(windows * share, within(deviations(5, windows, share)));
      }
    }
  }

  private static double deviations(int count, int tries, double probability) {
    return count * Math.sqrt(tries * probability * (1 - probability));
  }

  @Test
  void theNameSaysWhichPolicyItIs() {
    assertThat(ReceivePolicy.always()).hasToString("ALWAYS");
    assertThat(ReceivePolicy.trustSender()).hasToString("TRUST_SENDER");
    assertThat(ReceivePolicy.lastReplicaOnly()).hasToString("LAST_REPLICA_ONLY");
    assertThat(ReceivePolicy.sample(0.25, 7)).hasToString("SAMPLE[fraction=0.25, seed=7]");
  }
}
