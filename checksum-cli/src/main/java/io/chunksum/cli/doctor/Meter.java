// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.window.WindowLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Measures one thread that checksums one chunk over and over. */
final class Meter {

  private static final int RUNS = 5;

  /** Long enough for the clock, short enough that most runs are not interrupted. */
  private static final long RUN_NANOS = 8_000_000;

  private final ChecksumCalculator calculator;
  private final ChunkBuffer chunk;
  private final ByteBuffer sums;
  private final long copiedBytes;

  /**
   * Checksums the chunk once.
   *
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}
   */
  Meter(ChecksumAlgorithm algorithm, int bytesPerChecksum, ChunkBuffer chunk) {
    long windows = WindowLayout.windowCount(chunk.length(), bytesPerChecksum);
    this.calculator = new ChecksumCalculator(algorithm, bytesPerChecksum);
    this.chunk = chunk;
    this.sums = ByteBuffer.allocate((int) windows * algorithm.type().checksumLength());
    calculator.compute(chunk, sums);
    this.copiedBytes = calculator.bytesCopied().total();
  }

  /** Returns how many bytes of the chunk must be copied for the computation. */
  long copiedBytes() {
    return copiedBytes;
  }

  /** Measures a few short runs. */
  Speed speed() {
    double[] speeds = new double[RUNS];
    for (int i = 0; i < RUNS; i++) {
      speeds[i] = run(RUN_NANOS);
    }
    return Speed.of(speeds);
  }

  /**
   * The speed of a few runs.
   *
   * @param median bytes per nanosecond, which is GB/s
   * @param steady whether every run was more than half as fast as any other
   */
  record Speed(double median, boolean steady) {

    static Speed of(double[] speeds) {
      double[] sorted = speeds.clone();
      Arrays.sort(sorted);
      return new Speed(sorted[sorted.length / 2], sorted[0] * 2 > sorted[sorted.length - 1]);
    }
  }

  /** Checksums the chunk over and over for a while; returns the speed in bytes per nanosecond. */
  double run(long nanos) {
    long calls = 0;
    long begin = System.nanoTime();
    long elapsed;
    do {
      calculator.compute(chunk, sums);
      calls++;
      elapsed = System.nanoTime() - begin;
    } while (elapsed < nanos);
    return (double) (calls * chunk.length()) / elapsed;
  }
}
