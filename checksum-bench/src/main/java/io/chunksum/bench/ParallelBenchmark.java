// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.ParallelCalculator;
import io.chunksum.window.WindowLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One large chunk, by one thread and by as many as the machine has processors. If a chunk is too
 * small for that to pay off, the two should take the same time.
 */
public class ParallelBenchmark extends TimedBenchmark {

  private static final int PIECE_BYTES = 1 << 20;

  @Param({"CRC32C", "SHA256", "MD5"})
  public String type;

  @Param({"4194304", "67108864", "268435456"})
  public int chunkBytes;

  @Param({"16384", "1048576"})
  public int bytesPerChecksum;

  @Param({"HEAP", "DIRECT"})
  public Memory memory;

  private ExecutorService pool;
  private ChecksumCalculator calculator;
  private ParallelCalculator parallel;
  private ChunkBuffer chunk;
  private ByteBuffer packed;

  /** Lays out the chunk, waits for the choice of engine, and checks what both ways compute. */
  @Setup
  public void prepare() throws InterruptedException {
    ChecksumType checksumType = algorithm(type).type();
    byte[] content = randomBytes(chunkBytes);
    chunk = memory.chunk(content, PIECE_BYTES);
    int threads = Runtime.getRuntime().availableProcessors();
    pool = Executors.newFixedThreadPool(Math.max(1, threads - 1));
    ChunkChecksum checksum = ChunkChecksum.of(checksumType, bytesPerChecksum);
    calculator = checksum.newCalculator();
    parallel = checksum.newParallelCalculator(pool, threads);
    packed = Engines.room(WindowLayout.windowCount(chunkBytes, bytesPerChecksum), checksumType);
    awaitEngine(checksumType);
    checkSame(List.of(this::oneThread, this::executor));
    Engines.check(oneThread(), checksumType, bytesPerChecksum, content);
    BytesProfiler.watch(
        chunkBytes, () -> calculator.bytesCopied().plus(parallel.bytesCopied()).total());
  }

  /** Ends the threads. */
  @TearDown
  public void stop() {
    pool.shutdownNow();
  }

  /** The calling thread alone. */
  @Benchmark
  public ByteBuffer oneThread() {
    calculator.compute(chunk, packed);
    return packed;
  }

  /** The calling thread and those of an executor. */
  @Benchmark
  public ByteBuffer executor() {
    parallel.compute(chunk, packed);
    return packed;
  }
}
