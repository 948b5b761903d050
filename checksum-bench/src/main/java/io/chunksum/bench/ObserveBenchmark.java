// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.VerifyResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
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
    /** A recording of every verification, however short. */
    FLIGHT_RECORDER
  }

  private static final String EVENT = "io.chunksum.Verification";

  /** A recording keeps no more than this; it would otherwise fill the disk. */
  private static final long MAX_RECORDING_BYTES = 64L << 20;

  @Param({"NOBODY", "COUNTERS", "FLIGHT_RECORDER"})
  public Observer observer;

  @Param("512")
  public int bytesPerChecksum;

  @Param({"512", "65536"})
  public int chunkBytes;

  private ChunkVerifier verifier;
  private ChunkBuffer chunk;
  private ChecksumData sums;
  private ChecksumCounters counters;
  private Recording recording;

  /** Lays out the chunk and sets up the observer, if any. */
  @Setup
  public void prepare() {
    byte[] content = randomBytes(chunkBytes);
    chunk = ChunkBuffer.wrap(content);
    ChunkChecksum checksum = ChunkChecksum.of(ChecksumType.CRC32C, bytesPerChecksum);
    sums = checksum.compute(chunk);
    counters = new ChecksumCounters();
    if (observer == Observer.COUNTERS) {
      checksum = checksum.countingInto(counters);
    }
    if (observer == Observer.FLIGHT_RECORDER) {
      recording = new Recording();
      recording.enable(EVENT).withoutThreshold();
      recording.setMaxSize(MAX_RECORDING_BYTES);
      recording.start();
    }
    verifier = checksum.newVerifier();
    BytesProfiler.watch(chunkBytes, () -> verifier.bytesCopied().total());
  }

  /** Ends the recording, and fails the run if the observer has seen no verification. */
  @TearDown
  public void stop() throws IOException {
    if (observer == Observer.COUNTERS && counters.snapshot().verified().calls() == 0) {
      throw new IllegalStateException("no verification was counted");
    }
    if (recording == null) {
      return;
    }
    Path file = Files.createTempFile("observe", ".jfr");
    try (Recording ended = recording) {
      ended.dump(file);
      if (!hasVerification(file)) {
        throw new IllegalStateException("no verification was recorded");
      }
    } finally {
      Files.delete(file);
    }
  }

  private static boolean hasVerification(Path recorded) throws IOException {
    try (RecordingFile events = new RecordingFile(recorded)) {
      while (events.hasMoreEvents()) {
        if (events.readEvent().getEventType().getName().equals(EVENT)) {
          return true;
        }
      }
      return false;
    }
  }

  /** Verifies a clean chunk. */
  @Benchmark
  public VerifyResult verify() {
    return verifier.verify(chunk, sums);
  }
}
