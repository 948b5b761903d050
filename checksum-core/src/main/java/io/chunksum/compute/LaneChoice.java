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

  /** Null for MessageDigest, as in the first call of a JVM, which then does without its classes. */
  private final @Nullable Lanes lanes;

  private LaneChoice(DigestLanes.Status status, @Nullable Lanes lanes) {
    this.status = status;
    this.lanes = lanes;
  }

  static LaneChoice messageDigest(String reason) {
    return new LaneChoice(
        new DigestLanes.Status(DigestLanes.Engine.MESSAGE_DIGEST, 1, 1, 1, reason), null);
  }

  /**
   * Chooses lanes.
   *
   * @param status what was decided
   * @param kernels makes the lanes
   * @param first one of them, for the spare workspace
   * @param messageDigestNanosPerByte how slow lanes may be
   */
  static LaneChoice lanes(
      DigestLanes.Status status,
      Supplier<LaneKernel> kernels,
      LaneKernel first,
      double messageDigestNanosPerByte) {
    Lanes lanes = new Lanes(kernels, messageDigestNanosPerByte);
    LaneChoice choice = new LaneChoice(status, lanes);
    lanes.spare.set(new LaneWorkspace(choice, first));
    return choice;
  }

  /** What was decided. */
  DigestLanes.Status status() {
    return status;
  }

  /** Whether this is a choice of lanes, rather than of MessageDigest. */
  boolean hasLanes() {
    return lanes != null;
  }

  /** Whether a call with this many windows goes through lanes. */
  boolean suits(long windows) {
    return lanes != null && windows >= status.minWindows();
  }

  /** How slow lanes may be; only for a choice of lanes. */
  double messageDigestNanosPerByte() {
    return chosen().messageDigestNanosPerByte;
  }

  /** What lanes lost by being slower; only for a choice of lanes. */
  LaneLosses losses() {
    return chosen().losses;
  }

  /** Hands out the spare workspace, or else a new one; only for a choice of lanes. */
  LaneWorkspace takeWorkspace() {
    LaneWorkspace taken = chosen().spare.getAndSet(null);
    return taken != null ? taken : new LaneWorkspace(this, chosen().kernels.get());
  }

  private Lanes chosen() {
    return Objects.requireNonNull(lanes);
  }

  private static final class Lanes {

    private final Supplier<LaneKernel> kernels;
    private final double messageDigestNanosPerByte;
    private final LaneLosses losses = new LaneLosses();

    /**
     * A workspace for the first to want one, so that a thread at work when lanes come into use
     * makes no garbage.
     */
    private final AtomicReference<@Nullable LaneWorkspace> spare = new AtomicReference<>();

    Lanes(Supplier<LaneKernel> kernels, double messageDigestNanosPerByte) {
      this.kernels = kernels;
      this.messageDigestNanosPerByte = messageDigestNanosPerByte;
    }
  }
}
