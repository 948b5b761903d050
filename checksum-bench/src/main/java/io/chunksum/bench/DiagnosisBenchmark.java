// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.diagnosis.CauseKind;
import io.chunksum.verify.diagnosis.Diagnosis;
import io.chunksum.verify.diagnosis.Diagnostician;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Finding out what happened to a window, with every search enabled. */
public class DiagnosisBenchmark extends TimedBenchmark {

  private static final int MIN_CHUNK_BYTES = 4 * 1024 * 1024;

  @Param({"CRC32C", "SHA256"})
  public String type;

  @Param({"512", "16384", "1048576", "67108864"})
  public int bytesPerChecksum;

  private ChecksumData sums;
  private ChunkBuffer flipped;
  private Mismatch flip;
  private ChunkBuffer junked;
  private Mismatch junk;

  /**
   * Waits for the choice of engine, damages the second window, once by a single bit and once beyond
   * diagnosis, and checks that it is diagnosed so.
   */
  @Setup
  public void prepare() throws InterruptedException {
    ChecksumType checksumType = algorithm(type).type();
    awaitEngine(checksumType);
    byte[] good = randomBytes(Math.max(MIN_CHUNK_BYTES, 2 * bytesPerChecksum));
    ChunkChecksum checksum = ChunkChecksum.of(checksumType, bytesPerChecksum);
    sums = checksum.compute(ChunkBuffer.wrap(good));
    byte[] oneBit = good.clone();
    oneBit[bytesPerChecksum + bytesPerChecksum / 3] ^= 4;
    flipped = ChunkBuffer.wrap(oneBit);
    flip = checksum.verify(flipped, sums).mismatches().get(0);
    Arrays.fill(good, bytesPerChecksum, bytesPerChecksum + 200, (byte) 'x');
    junked = ChunkBuffer.wrap(good);
    junk = checksum.verify(junked, sums).mismatches().get(0);
    if (type.startsWith("CRC") && flippedBit().cause().kind() != CauseKind.BIT_FLIP) {
      throw new IllegalStateException("the flipped bit was not found: " + flippedBit());
    }
    if (unknown().cause().kind() != CauseKind.UNKNOWN) {
      throw new IllegalStateException("a cause was found where there is none: " + unknown());
    }
  }

  /** One bit is flipped. */
  @Benchmark
  public Diagnosis flippedBit() {
    return new Diagnostician(flipped, sums).diagnose(flip);
  }

  /** Nothing fits, so everything is tried. */
  @Benchmark
  public Diagnosis unknown() {
    return new Diagnostician(junked, sums).diagnose(junk);
  }
}
