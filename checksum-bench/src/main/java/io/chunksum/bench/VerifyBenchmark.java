// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.data.ChecksumData;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.VerifyResult;
import io.chunksum.window.WindowLayout;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** Verifying clean data, compared with computing its checksums. */
public class VerifyBenchmark extends TimedBenchmark {

  @Param({"CRC32", "CRC32C", "SHA256", "MD5"})
  public String type;

  @Param({"512", "16384", "1048576"})
  public int bytesPerChecksum;

  @Param("4194304")
  public int chunkBytes;

  @Param("262144")
  public int pieceBytes;

  @Param({"HEAP", "DIRECT", "READ_ONLY_HEAP", "BYTE_STRING", "NETTY"})
  public Memory memory;

  private ChecksumCalculator calculator;
  private ChunkVerifier verifier;
  private ChunkBuffer chunk;
  private ChecksumData sums;
  private ByteBuffer packed;

  /**
   * Lays out the chunk, waits for the choice of engine, and checks the checksums: that they are
   * right, that the chunk verifies, and that it no longer does if the last one is wrong.
   */
  @Setup
  public void prepare() throws InterruptedException {
    byte[] content = randomBytes(chunkBytes);
    chunk = memory.chunk(content, pieceBytes);
    ChecksumType checksumType = algorithm(type).type();
    ChunkChecksum checksum = ChunkChecksum.of(checksumType, bytesPerChecksum);
    calculator = checksum.newCalculator();
    verifier = checksum.newVerifier();
    packed = Engines.room(WindowLayout.windowCount(chunkBytes, bytesPerChecksum), checksumType);
    awaitEngine(checksumType);
    Engines.check(compute(), checksumType, bytesPerChecksum, content);
    sums = ChecksumData.of(checksumType, bytesPerChecksum, packed);
    byte[] wrong = sums.toByteArray();
    wrong[wrong.length - 1] ^= 1;
    ChecksumData right = sums;
    sums = ChecksumData.of(checksumType, bytesPerChecksum, wrong);
    checkAgreement(!verify().ok());
    sums = right;
    checkAgreement(verify().checked() && verify().ok());
    BytesProfiler.watch(
        chunkBytes, () -> calculator.bytesCopied().plus(verifier.bytesCopied()).total());
  }

  /** Computes into a buffer. */
  @Benchmark
  public ByteBuffer compute() {
    calculator.compute(chunk, packed);
    return packed;
  }

  /** Compares while computing. */
  @Benchmark
  public VerifyResult verify() {
    return verifier.verify(chunk, sums);
  }
}
