// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.ChunkChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.Checksum;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * The cost of the walk when windows are so small that it shows, compared with the barest loop over
 * the JDK's CRC that gives the same result, for pieces that windows do not straddle, in memory that
 * the JDK reads in place.
 */
public class SmallWindowBenchmark extends TimedBenchmark {

  @Param({"CRC32", "CRC32C"})
  public String type;

  @Param({"512", "4096"})
  public int bytesPerChecksum;

  @Param("4194304")
  public int chunkBytes;

  @Param({"4194304", "262144"})
  public int pieceBytes;

  @Param({"HEAP", "DIRECT"})
  public Memory memory;

  private ChecksumCalculator calculator;
  private Checksum crc;
  private ChunkBuffer chunk;
  private List<ByteBuffer> views;
  private ByteBuffer packed;

  /** Lays out the chunk and checks that both compute the same checksums. */
  @Setup
  public void prepare() {
    if (pieceBytes % bytesPerChecksum != 0) {
      throw new IllegalArgumentException("the loop knows no windows that straddle pieces");
    }
    byte[] content = randomBytes(chunkBytes);
    chunk = memory.chunk(content, pieceBytes);
    views = memory.pieces(content, pieceBytes);
    if (views.stream().anyMatch(view -> !view.hasArray() && !view.isDirect())) {
      throw new IllegalArgumentException("the loop would have the JDK copy " + memory);
    }
    calculator = ChunkChecksum.of(algorithm(type), bytesPerChecksum).newCalculator();
    crc = JdkChecksum.crc(algorithm(type).type());
    int windows = (chunkBytes + bytesPerChecksum - 1) / bytesPerChecksum;
    packed = ByteBuffer.allocate(windows * Integer.BYTES);
    checkSame(List.of(this::chunksum, this::jdkLoop));
    BytesProfiler.watch(chunkBytes, () -> calculator.bytesCopied().total());
  }

  /** The calculator. */
  @Benchmark
  public ByteBuffer chunksum() {
    calculator.compute(chunk, packed);
    return packed;
  }

  /** One update for each window: of the array, or of one view that is moved. */
  @Benchmark
  public ByteBuffer jdkLoop() {
    int entry = 0;
    for (ByteBuffer view : views) {
      int end = view.capacity();
      for (int at = 0; at < end; at += bytesPerChecksum) {
        int count = Math.min(bytesPerChecksum, end - at);
        crc.reset();
        if (view.hasArray()) {
          crc.update(view.array(), view.arrayOffset() + at, count);
        } else {
          view.limit(at + count).position(at);
          crc.update(view);
        }
        packed.putInt(entry, (int) crc.getValue());
        entry += Integer.BYTES;
      }
    }
    return packed;
  }
}
