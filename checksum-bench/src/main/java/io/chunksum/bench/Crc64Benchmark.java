// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import com.scurrilous.circe.IncrementalLongHash;
import com.scurrilous.circe.crc.StandardCrcProvider;
import com.scurrilous.circe.params.CrcParameters;
import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.CrcAlgorithm;
import io.chunksum.algorithm.CrcModel;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tukaani.xz.check.CRC64;

/**
 * A 64-bit CRC in pure Java. The polynomial is that of the xz format, because all contenders have
 * it; the choice makes no difference to the time. The others accept only an array; ours also
 * accepts direct memory.
 */
public class Crc64Benchmark extends TimedBenchmark {

  private static final CrcModel XZ =
      new CrcModel(64, 0x42F0E1EBA9EA3693L, -1, true, -1, 0x995DC9BBDF1939FAL);

  @Param({"512", "16384"})
  public int bytesPerChecksum;

  @Param("1048576")
  public int chunkBytes;

  private byte[] content;
  private ChunkBuffer heap;
  private ChunkBuffer direct;
  private ChecksumCalculator calculator;
  private ByteBuffer sums;
  private CRC64 xzCrc;
  private IncrementalLongHash circeCrc;

  /** Checks that all compute the same. */
  @Setup
  public void prepare() {
    content = randomBytes(chunkBytes);
    heap = ChunkBuffer.wrap(content);
    direct = Memory.DIRECT.chunk(content, chunkBytes);
    calculator =
        ChunkChecksum.of(new CrcAlgorithm("CRC-64/XZ", XZ), bytesPerChecksum).newCalculator();
    sums = ByteBuffer.allocate(chunkBytes / bytesPerChecksum * Long.BYTES);
    xzCrc = new CRC64();
    circeCrc = new StandardCrcProvider().getIncrementalLong(CrcParameters.CRC64_XZ);
    checkSame(List.of(this::chunksum, this::chunksumDirect, this::circe, this::xz));
    checkVersioned(CRC64.class);
  }

  /**
   * Fails the set-up if {@code type} is not the class that its library has for newer JVMs. From a
   * jar that is not declared as multi-release, a JVM loads the one for Java 8.
   */
  static void checkVersioned(Class<?> type) {
    URL file = type.getResource(type.getSimpleName() + ".class");
    if (file == null || !file.getPath().contains("/META-INF/versions/")) {
      throw new IllegalStateException("not the class for newer JVMs: " + file);
    }
  }

  /** The calculator over an array. */
  @Benchmark
  public ByteBuffer chunksum() {
    calculator.compute(heap, sums);
    return sums;
  }

  /** The calculator over direct memory. */
  @Benchmark
  public ByteBuffer chunksumDirect() {
    calculator.compute(direct, sums);
    return sums;
  }

  /** Apache BookKeeper's Circe: one table look-up per byte. */
  @Benchmark
  public ByteBuffer circe() {
    for (int at = 0; at < chunkBytes; at += bytesPerChecksum) {
      long crc = circeCrc.calculate(content, at, bytesPerChecksum);
      sums.putLong(at / bytesPerChecksum * Long.BYTES, crc);
    }
    return sums;
  }

  /** XZ for Java: tables for several bytes at a time. */
  @Benchmark
  public ByteBuffer xz() {
    for (int at = 0; at < chunkBytes; at += bytesPerChecksum) {
      xzCrc.update(content, at, bytesPerChecksum);
      long crc = ByteBuffer.wrap(xzCrc.finish()).order(ByteOrder.LITTLE_ENDIAN).getLong();
      sums.putLong(at / bytesPerChecksum * Long.BYTES, crc);
    }
    return sums;
  }
}
