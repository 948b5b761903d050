// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.window.WindowLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Digests of several chunks in one call, compared with {@code MessageDigest}, with windows so large
 * that those of one chunk do not fill the lanes. The time is for the whole batch.
 */
public class BatchBenchmark extends TimedBenchmark {

  @Param({"MD5", "SHA256"})
  public String type;

  @Param("1048576")
  public int bytesPerChecksum;

  @Param("8")
  public int chunks;

  @Param("4194304")
  public int chunkBytes;

  @Param({"4194304", "262144"})
  public int pieceBytes;

  @Param({"HEAP", "DIRECT"})
  public Memory memory;

  private final List<ChunkBuffer> batch = new ArrayList<>();
  private ChecksumCalculator calculator;
  private ByteBuffer packed;

  /** Lays out the chunks, waits for the choice of engine, and checks its digests. */
  @Setup
  public void prepare(BenchmarkParams params) throws InterruptedException {
    Engines.checkOptions(params.getBenchmark());
    Random random = new Random(chunkBytes);
    byte[][] contents = new byte[chunks][chunkBytes];
    for (byte[] content : contents) {
      random.nextBytes(content);
      batch.add(memory.chunk(content, pieceBytes));
    }
    ChecksumType checksumType = algorithm(type).type();
    calculator = ChunkChecksum.of(checksumType, bytesPerChecksum).newCalculator();
    long windows = WindowLayout.windowCount(chunkBytes, bytesPerChecksum) * chunks;
    packed = Engines.room(windows, checksumType);
    awaitEngine(checksumType);
    compute();
    Engines.check(packed, checksumType, bytesPerChecksum, contents);
    BytesProfiler.watch((long) chunkBytes * chunks, () -> calculator.bytesCopied().total());
  }

  /** One window after another. */
  @Benchmark
  @Fork(
      value = 2,
      jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-Dchunksum.lanes=off"})
  public ByteBuffer messageDigest() {
    return compute();
  }

  /** Windows of different chunks together in lanes of the Vector API. */
  @Benchmark
  @Fork(
      value = 2,
      jvmArgsAppend = {"-Xms1g", "-Xmx1g", "--add-modules", "jdk.incubator.vector"})
  public ByteBuffer batch() {
    return compute();
  }

  private ByteBuffer compute() {
    calculator.compute(batch, packed);
    return packed;
  }
}
