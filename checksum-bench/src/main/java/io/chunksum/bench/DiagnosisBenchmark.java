// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.diagnosis.CauseKind;
import io.chunksum.verify.diagnosis.Diagnosis;
import io.chunksum.verify.diagnosis.Diagnostician;
import java.util.Arrays;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Finding out what happened to a window, with every search enabled. */
public class DiagnosisBenchmark extends TimedBenchmark {

  private static final int LEAST_CHUNK_BYTES = 4 * 1024 * 1024;

  @Param({"CRC32C", "SHA256"})
  public String type;

  @Param({"512", "16384", "1048576", "67108864"})
  public int bytesPerChecksum;

  private Diagnostician ofFlip;
  private Mismatch flip;
  private Diagnostician ofJunk;
  private Mismatch junk;

  /** Damages the second window, once by a single bit and once beyond diagnosis. */
  @Setup
  public void prepare() {
    byte[] good = new byte[Math.max(LEAST_CHUNK_BYTES, 2 * bytesPerChecksum)];
    new Random(good.length).nextBytes(good);
    ChunkChecksum checksum =
        ChunkChecksum.of(ChecksumAlgorithms.find(type).orElseThrow(), bytesPerChecksum);
    ChecksumData sums = checksum.compute(ChunkBuffer.wrap(good));
    byte[] flipped = good.clone();
    flipped[bytesPerChecksum + bytesPerChecksum / 3] ^= 4;
    ofFlip = new Diagnostician(ChunkBuffer.wrap(flipped), sums);
    flip = checksum.verify(ChunkBuffer.wrap(flipped), sums).mismatches().get(0);
    Arrays.fill(good, bytesPerChecksum, bytesPerChecksum + 200, (byte) 'x');
    ofJunk = new Diagnostician(ChunkBuffer.wrap(good), sums);
    junk = checksum.verify(ChunkBuffer.wrap(good), sums).mismatches().get(0);
    if (type.startsWith("CRC") && flippedBit().cause().kind() != CauseKind.BIT_FLIP) {
      throw new IllegalStateException("the flipped bit was not found: " + flippedBit());
    }
  }

  /** One bit is flipped. */
  @Benchmark
  public Diagnosis flippedBit() {
    return ofFlip.diagnose(flip);
  }

  /** Nothing fits, so everything is tried. */
  @Benchmark
  public Diagnosis unknown() {
    return ofJunk.diagnose(junk);
  }
}
