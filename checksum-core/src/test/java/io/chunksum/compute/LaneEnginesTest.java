// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.lanes.LaneKernels;
import io.chunksum.compute.DigestLanes.Engine;
import io.chunksum.compute.LaneSelfCheck.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which engine is chosen, and for how many windows, given what a check says of each. */
class LaneEnginesTest {

  private static final int PLAIN = PlainLanes.LANES;
  private static final int VECTOR =
      LaneKernels.vector(ChecksumType.MD5).orElseThrow().get().lanes();

  private static LaneChoice best(LaneEngines.Check check) throws Exception {
    return new LaneEngines(ChecksumType.MD5, check).best();
  }

  private static Outcome passed(int minWindows) {
    return new Outcome(true, 9, 8, minWindows, 1.5, "fast");
  }

  @Test
  void vectorLanesComeFirst() throws Exception {
    List<Integer> checked = new ArrayList<>();
    LaneChoice choice =
        best((type, kernels) -> {
          checked.add(kernels.get().lanes());
          return passed(4);
        });
    assertThat(checked).containsExactly(VECTOR);
    assertThat(choice.status().engine()).isEqualTo(Engine.VECTOR_LANES);
    assertThat(choice.status().reason()).isEqualTo("fast");
  }

  @Test
  void plainLanesAreNext() throws Exception {
    LaneChoice choice =
        best((type, kernels) ->
            kernels.get().lanes() == PLAIN ? passed(4) : Outcome.failed("are slow"));
    assertThat(choice.status().engine()).isEqualTo(Engine.PLAIN_LANES);
    assertThat(choice.status().reason()).isEqualTo("VECTOR_LANES are slow; fast");
  }

  @Test
  void ifNoneIsFitMessageDigestIsUsed() throws Exception {
    LaneChoice choice = best((type, kernels) -> Outcome.failed("are slow"));
    assertThat(choice.hasLanes()).isFalse();
    assertThat(choice.status().reason())
        .isEqualTo("VECTOR_LANES are slow; PLAIN_LANES are slow; so MessageDigest is used");
  }

  /** So that lanes are used and left as the check has measured them. */
  @Test
  void aChoiceHasWhatTheCheckFound() throws Exception {
    LaneChoice choice = best((type, kernels) -> passed(3));
    assertThat(choice.hasLanes()).isTrue();
    assertThat(choice.status().lanes()).isEqualTo(VECTOR);
    assertThat(choice.status().minWindows()).isEqualTo(3);
    assertThat(choice.status().speed()).isEqualTo(9);
    assertThat(choice.messageDigestNanosPerByte()).isEqualTo(1.5);
  }
}
