// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.lanes.LaneKernel;
import io.chunksum.algorithm.lanes.LaneKernels;
import io.chunksum.compute.DigestLanes.Engine;
import io.chunksum.compute.DigestLanes.Status;
import java.util.Optional;
import java.util.function.Supplier;

/** The engines of a type that have lanes. Immutable. */
final class LaneEngines {

  /** Safety margin on the measured gain when there are fewer windows than lanes. */
  private static final double CAUTION = 1.2;

  private final ChecksumType type;

  LaneEngines(ChecksumType type) {
    this.type = type;
  }

  /**
   * Chooses the best engine that passes the self-check.
   *
   * @throws OutOfMemoryError as {@link LaneSelfCheck#run} does
   */
  LaneChoice best() {
    StringBuilder reasons = new StringBuilder();
    for (Engine engine : new Engine[] {Engine.VECTOR_LANES, Engine.PLAIN_LANES}) {
      Supplier<LaneKernel> kernels = kernels(engine).orElse(null);
      if (kernels == null) {
        reasons.append(missing(engine)).append("; ");
        continue;
      }
      LaneSelfCheck.Outcome outcome = LaneSelfCheck.run(type, kernels);
      if (outcome.passed()) {
        LaneKernel first = kernels.get();
        int lanes = first.lanes();
        int least = (int) Math.min(lanes, Math.ceil(lanes * CAUTION / outcome.gain()));
        String reason = reasons + outcome.reason();
        return LaneChoice.lanes(
            new Status(engine, lanes, least, outcome.speed(), reason),
            kernels,
            first,
            outcome.messageDigestNanosPerByte());
      }
      reasons.append(engine).append(' ').append(outcome.reason()).append("; ");
    }
    return LaneChoice.messageDigest(reasons.append("so MessageDigest is used").toString());
  }

  /** Finds what makes the lanes of an engine; empty if this JVM cannot load it. */
  Optional<Supplier<LaneKernel>> kernels(Engine engine) {
    return engine == Engine.VECTOR_LANES ? LaneKernels.vector(type) : LaneKernels.plain(type);
  }

  /** Why there are no kernels. */
  String missing(Engine engine) {
    if (engine == Engine.VECTOR_LANES && !LaneKernels.vectorModulePresent()) {
      return engine + " need a JVM with --add-modules jdk.incubator.vector";
    }
    return engine + " are not available here for " + type;
  }
}
