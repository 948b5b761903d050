// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.VerifyResult;
import jdk.jfr.Recording;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** The cost of being observed, with chunks small enough for the cost of a call to show. */
public class ObserveBenchmark extends TimedBenchmark {

  /** Who observes. */
  public enum Observer {
    NOBODY,
    COUNTERS,
    FLIGHT_RECORDER
  }

  @Param({"NOBODY", "COUNTERS", "FLIGHT_RECORDER"})
  public Observer observer;

  @Param("512")
  public int bytesPerChecksum;

  @Param({"512", "65536"})
  public int chunkBytes;

  private ChunkVerifier verifier;
  private ChunkBuffer chunk;
  private ChecksumData sums;
  private Recording recording;

  /** Lays out the chunk and sets up the observer, if any. */
  @Setup
  public void prepare() {
    byte[] content = randomBytes(chunkBytes);
    chunk = ChunkBuffer.wrap(content);
    ChunkChecksum checksum = ChunkChecksum.of(ChecksumType.CRC32C, bytesPerChecksum);
    sums = checksum.compute(chunk);
    if (observer == Observer.COUNTERS) {
      checksum = checksum.countingInto(new ChecksumCounters());
    }
    if (observer == Observer.FLIGHT_RECORDER) {
      recording = new Recording();
      recording.enable("io.chunksum.Verification");
      recording.start();
    }
    verifier = checksum.newVerifier();
    BytesProfiler.watch(chunkBytes, () -> verifier.bytesCopied().total());
  }

  /** Ends the recording. */
  @TearDown
  public void stop() {
    if (recording != null) {
      recording.close();
    }
  }

  /** Verifies a clean chunk. */
  @Benchmark
  public VerifyResult verify() {
    return verifier.verify(chunk, sums);
  }
}
