// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.lanes.LaneKernel;
import io.chunksum.algorithm.lanes.LaneKernels;
import io.chunksum.compute.DigestLanes.Engine;
import io.chunksum.compute.DigestLanes.Status;
import io.chunksum.compute.LaneSelfCheck.Outcome;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** The engines of a type that have lanes. Immutable. */
final class LaneEngines {

  /** Finds out whether lanes should be used; throws as {@link LaneSelfCheck#run} does. */
  interface Check {
    Outcome run(ChecksumType type, Supplier<LaneKernel> kernels) throws TimeoutException;
  }

  private final ChecksumType type;
  private final Check check;

  LaneEngines(ChecksumType type) {
    this(type, LaneSelfCheck::run);
  }

  LaneEngines(ChecksumType type, Check check) {
    this.type = type;
    this.check = check;
  }

  /**
   * Chooses the best engine that passes the self-check.
   *
   * @throws OutOfMemoryError as {@link LaneSelfCheck#run} does
   * @throws TimeoutException as that does
   */
  LaneChoice best() throws TimeoutException {
    StringBuilder reasons = new StringBuilder();
    for (Engine engine : new Engine[] {Engine.VECTOR_LANES, Engine.PLAIN_LANES}) {
      Supplier<LaneKernel> kernels = kernels(engine).orElse(null);
      if (kernels == null) {
        reasons.append(missing(engine)).append("; ");
        continue;
      }
      Outcome outcome =
          engine == Engine.VECTOR_LANES && LaneExclusion.garbageStays()
              ? Outcome.failed("would fill the memory until compiled: Epsilon collects no garbage")
              : check.run(type, kernels);
      if (outcome.passed()) {
        return choice(engine, kernels, outcome, reasons + outcome.reason());
      }
      reasons.append(engine).append(' ').append(outcome.reason()).append("; ");
    }
    return LaneChoice.messageDigest(reasons.append("so MessageDigest is used").toString());
  }

  private static LaneChoice choice(
      Engine engine, Supplier<LaneKernel> kernels, Outcome outcome, String reason) {
    LaneKernel first = kernels.get();
    return LaneChoice.lanes(
        new Status(engine, first.lanes(), outcome.minWindows(), outcome.speed(), reason),
        kernels,
        first,
        outcome.messageDigestNanosPerByte());
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
