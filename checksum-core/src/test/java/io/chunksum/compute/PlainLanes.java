// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.lanes.LaneKernel;
import io.chunksum.algorithm.lanes.LaneKernels;
import io.chunksum.compute.DigestLanes.Engine;
import io.chunksum.compute.DigestLanes.Status;
import java.util.function.Supplier;

/** Choices of plain lanes of MD5, as if a check had made them. */
final class PlainLanes {

  static final int LANES = 256;

  private static final Supplier<LaneKernel> KERNELS =
      LaneKernels.plain(ChecksumType.MD5).orElseThrow();

  private PlainLanes() {}

  static LaneChoice choice(int minWindows, double messageDigestNanosPerByte) {
    return choice(minWindows, messageDigestNanosPerByte, KERNELS);
  }

  static LaneChoice choice(
      int minWindows, double messageDigestNanosPerByte, Supplier<LaneKernel> kernels) {
    Status status = new Status(Engine.PLAIN_LANES, LANES, minWindows, 2, "test");
    return LaneChoice.lanes(status, kernels, kernels.get(), messageDigestNanosPerByte);
  }
}
