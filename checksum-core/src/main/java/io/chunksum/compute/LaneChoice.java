// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.lanes.LaneKernel;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A decision, and what is needed to act on it.
 *
 * @param status what was decided
 * @param kernels makes the lanes, null for MessageDigest
 * @param messageDigestNanosPerByte how slow lanes may be
 * @param losses what they lost by being slower
 * @param spare gear for the first to want it, so that a thread at work when lanes come into use
 *     makes no garbage
 */
record LaneChoice(
    DigestLanes.Status status,
    @Nullable Supplier<LaneKernel> kernels,
    double messageDigestNanosPerByte,
    LaneLosses losses,
    AtomicReference<@Nullable LaneGear> spare) {

  static LaneChoice messageDigest(String reason) {
    DigestLanes.Status status =
        new DigestLanes.Status(DigestLanes.Engine.MESSAGE_DIGEST, 1, 1, 1, reason);
    return new LaneChoice(status, null, 0, new LaneLosses(), new AtomicReference<>());
  }

  /** Chooses lanes, with a first kernel for the spare gear. */
  static LaneChoice lanes(
      DigestLanes.Status status,
      Supplier<LaneKernel> kernels,
      LaneKernel first,
      double nanosPerByte) {
    LaneChoice choice =
        new LaneChoice(status, kernels, nanosPerByte, new LaneLosses(), new AtomicReference<>());
    choice.spare.set(new LaneGear(choice, first));
    return choice;
  }

  /** Whether a call with this many windows goes through lanes. */
  boolean suits(long windows) {
    return kernels != null && windows >= status.minWindows();
  }

  LaneGear newGear() {
    LaneGear taken = spare.getAndSet(null);
    return taken != null ? taken : new LaneGear(this, Objects.requireNonNull(kernels).get());
  }
}
