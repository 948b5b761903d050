// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.observe;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.observe.ChecksumCounters;
import java.nio.ByteBuffer;

/** Computes and verifies, good and bad, and says whether the JVM has Flight Recorder. */
public final class NoFlightRecorderProbe {

  private NoFlightRecorderProbe() {}

  /** Prints what was found; needs nothing but the core. */
  public static void main(String[] args) {
    ChecksumCounters counters = new ChecksumCounters();
    ChunkChecksum md5 = ChunkChecksum.of(ChecksumType.MD5, 16).countingInto(counters);
    ChecksumData sums = md5.compute(ChunkBuffer.wrap(ByteBuffer.allocateDirect(40)));
    md5.verify(ChunkBuffer.wrap(new byte[39]), sums);
    System.out.println(
        "Flight Recorder: "
            + ModuleLayer.boot().findModule("jdk.jfr").isPresent()
            + ", module: "
            + ChunkChecksum.class.getModule().getName()
            + ", mismatched: "
            + counters.snapshot().mismatched().windows());
  }
}
