// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.window.WindowLayout;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Digests in lanes, compared with {@code MessageDigest}. The call is the same; the JVM options
 * differ. If a JVM's self-check finds that lanes do not pay off, they are not used here either;
 * setup prints which engine is used.
 */
public class LaneBenchmark extends TimedBenchmark {

  @Param({"MD5", "SHA256"})
  public String type;

  @Param({"512", "4096", "16384", "262144"})
  public int bytesPerChecksum;

  @Param("4194304")
  public int chunkBytes;

  @Param({"4194304", "262144"})
  public int pieceBytes;

  @Param({"HEAP", "DIRECT"})
  public Memory memory;

  private ChecksumCalculator calculator;
  private ChunkBuffer chunk;
  private ByteBuffer packed;

  /** Lays out the chunk, waits for the choice of engine, and checks its digests. */
  @Setup
  public void prepare(BenchmarkParams params) throws InterruptedException {
    Engines.checkOptions(params.getBenchmark());
    byte[] content = randomBytes(chunkBytes);
    ChecksumType checksumType = algorithm(type).type();
    chunk = memory.chunk(content, pieceBytes);
    calculator = ChunkChecksum.of(checksumType, bytesPerChecksum).newCalculator();
    packed = Engines.room(WindowLayout.windowCount(chunkBytes, bytesPerChecksum), checksumType);
    awaitEngine(checksumType);
    compute();
    Engines.check(packed, checksumType, bytesPerChecksum, content);
    BytesProfiler.watch(chunkBytes, () -> calculator.bytesCopied().total());
  }

  /** One window after another. */
  @Benchmark
  @Fork(
      value = 2,
      jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-Dchunksum.lanes=off"})
  public ByteBuffer messageDigest() {
    return compute();
  }

  /** Lanes of the Vector API. */
  @Benchmark
  @Fork(
      value = 2,
      jvmArgsAppend = {"-Xms1g", "-Xmx1g", "--add-modules", "jdk.incubator.vector"})
  public ByteBuffer lanes() {
    return compute();
  }

  /** Lanes that need no JVM option. SHA-256 has none and is computed two windows at a time. */
  @Benchmark
  public ByteBuffer plainLanes() {
    return compute();
  }

  private ByteBuffer compute() {
    calculator.compute(chunk, packed);
    return packed;
  }
}
