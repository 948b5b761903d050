// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.lanes.LaneKernel;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A decision, and what is needed to act on it. Safe to use from any thread. */
final class LaneChoice {

  private final DigestLanes.Status status;
  private final @Nullable Supplier<LaneKernel> kernels;
  private final double messageDigestNanosPerByte;
  private final LaneLosses losses = new LaneLosses();

  /**
   * Gear for the first to want it, so that a thread at work when lanes come into use makes no
   * garbage.
   */
  private final AtomicReference<@Nullable LaneGear> spare = new AtomicReference<>();

  private LaneChoice(
      DigestLanes.Status status,
      @Nullable Supplier<LaneKernel> kernels,
      double messageDigestNanosPerByte) {
    this.status = status;
    this.kernels = kernels;
    this.messageDigestNanosPerByte = messageDigestNanosPerByte;
  }

  static LaneChoice messageDigest(String reason) {
    DigestLanes.Status status =
        new DigestLanes.Status(DigestLanes.Engine.MESSAGE_DIGEST, 1, 1, 1, reason);
    return new LaneChoice(status, null, 0);
  }

  /**
   * Chooses lanes.
   *
   * @param status what was decided
   * @param kernels makes the lanes
   * @param first one of them, for the spare gear
   * @param messageDigestNanosPerByte how slow lanes may be
   */
  static LaneChoice lanes(
      DigestLanes.Status status,
      Supplier<LaneKernel> kernels,
      LaneKernel first,
      double messageDigestNanosPerByte) {
    LaneChoice choice = new LaneChoice(status, kernels, messageDigestNanosPerByte);
    choice.spare.set(new LaneGear(choice, first));
    return choice;
  }

  /** What was decided. */
  DigestLanes.Status status() {
    return status;
  }

  /** Whether this is a choice of lanes, rather than of MessageDigest. */
  boolean hasLanes() {
    return kernels != null;
  }

  /** How slow lanes may be. */
  double messageDigestNanosPerByte() {
    return messageDigestNanosPerByte;
  }

  /** What lanes lost by being slower. */
  LaneLosses losses() {
    return losses;
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
