// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.append.ChunkWriter;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.data.ChecksumData;
import java.nio.ByteBuffer;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Filling a chunk put by put and flushing it a number of times, with checksums computed at each
 * put, and with a pass over the whole chunk at each flush.
 */
public class WriteBenchmark extends TimedBenchmark {

  @Param({"CRC32C", "SHA256"})
  public String type;

  @Param("16384")
  public int bytesPerChecksum;

  @Param("4194304")
  public int chunkBytes;

  @Param({"4096", "65536"})
  public int putBytes;

  /** Number of times, evenly spaced, that the checksums of the chunk so far are requested. */
  @Param({"1", "16"})
  public int flushes;

  /** Chunks used in turn: with many of them, neither source nor target is still in the cache. */
  @Param({"1", "32"})
  public int chunks;

  private byte[][] contents;
  private ChunkWriter[] writers;
  private ByteBuffer[] memories;
  private ChecksumCalculator calculator;
  private int turn;

  /** Waits for the choice of engine, and checks what both ways compute. */
  @Setup
  public void prepare() throws InterruptedException {
    if (putBytes < 1 || flushes < 1 || chunkBytes % ((long) putBytes * flushes) != 0) {
      throw new IllegalArgumentException(
          "puts of that size do not make up the parts between flushes");
    }
    contents = new byte[chunks][chunkBytes];
    writers = new ChunkWriter[chunks];
    memories = new ByteBuffer[chunks];
    Random random = new Random(chunkBytes);
    ChecksumType checksumType = algorithm(type).type();
    ChunkChecksum checksum = ChunkChecksum.of(checksumType, bytesPerChecksum);
    for (int i = 0; i < chunks; i++) {
      random.nextBytes(contents[i]);
      writers[i] = checksum.newWriter(chunkBytes, chunkBytes);
      memories[i] = ByteBuffer.allocateDirect(chunkBytes);
    }
    calculator = checksum.newCalculator();
    awaitEngine(checksumType);
    ChecksumData sums = onWrite();
    Engines.check(sums.packed(), checksumType, bytesPerChecksum, contents[0]);
    turn--; // The same chunk once more.
    checkAgreement(sums.equals(putThenCompute()));
  }

  /** Each put is checksummed while it is in the cache. */
  @Benchmark
  public ChecksumData onWrite() {
    byte[] content = contents[turn % chunks];
    ChunkWriter writer = writers[turn++ % chunks];
    writer.clear();
    ChecksumData sums = writer.checksums();
    int flushBytes = chunkBytes / flushes;
    for (int at = 0; at < chunkBytes; at += putBytes) {
      writer.put(content, at, putBytes);
      if (writer.length() % flushBytes == 0) {
        sums = writer.checksums();
      }
    }
    return sums;
  }

  /** Puts only copy, and each flush reads the chunk from its start. */
  @Benchmark
  public ChecksumData putThenCompute() {
    byte[] content = contents[turn % chunks];
    ByteBuffer memory = memories[turn++ % chunks];
    memory.clear();
    ChecksumData sums = ChecksumData.none(0);
    int flushBytes = chunkBytes / flushes;
    for (int at = 0; at < chunkBytes; at += putBytes) {
      memory.put(content, at, putBytes);
      if (memory.position() % flushBytes == 0) {
        sums = calculator.compute(ChunkBuffer.wrap(memory.duplicate().flip()));
      }
    }
    return sums;
  }
}
