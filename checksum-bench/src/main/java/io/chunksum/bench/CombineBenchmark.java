// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.compute.CrcComposer;
import io.chunksum.data.ChecksumData;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.util.DataChecksum;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** CRCs of longer windows and of a whole chunk, from those of its windows: ours and Hadoop's. */
public class CombineBenchmark extends TimedBenchmark {

  /** What the windows are combined into. */
  public enum Operation {
    /** CRCs of windows of {@link #LONG_WINDOW} bytes. */
    REWINDOW,
    /** One CRC of the chunk. */
    COMPOSITE
  }

  private static final int LONG_WINDOW = 1 << 20;

  @Param({"CRC32", "CRC32C"})
  public String type;

  @Param({"REWINDOW", "COMPOSITE"})
  public Operation operation;

  @Param("16384")
  public int bytesPerChecksum;

  @Param("4194304")
  public int chunkBytes;

  private CrcComposer composer;
  private ChecksumData sums;
  private ByteBuffer out;
  private org.apache.hadoop.util.CrcComposer hadoopComposer;
  private byte[] packed;

  /** Creates arbitrary CRCs and checks that both combine them to the same result. */
  @Setup
  public void prepare() throws IOException {
    ChecksumAlgorithm algorithm = algorithm(type);
    int results = operation == Operation.REWINDOW ? chunkBytes / LONG_WINDOW : 1;
    composer = new CrcComposer(algorithm);
    packed = randomBytes(chunkBytes / bytesPerChecksum * Integer.BYTES);
    sums = ChecksumData.of(algorithm.type(), bytesPerChecksum, packed);
    out = ByteBuffer.allocate(results * Integer.BYTES);
    DataChecksum.Type hadoopType = DataChecksum.Type.valueOf(type);
    hadoopComposer =
        operation == Operation.REWINDOW
            ? org.apache.hadoop.util.CrcComposer.newStripedCrcComposer(
                hadoopType, bytesPerChecksum, LONG_WINDOW)
            : org.apache.hadoop.util.CrcComposer.newCrcComposer(hadoopType, bytesPerChecksum);
    ByteBuffer ours = ByteBuffer.wrap(chunksum().array().clone());
    checkAgreement(ours.equals(ByteBuffer.wrap(hadoop())));
  }

  /** Into a buffer that is kept. */
  @Benchmark
  public ByteBuffer chunksum() {
    if (operation == Operation.REWINDOW) {
      composer.rewindow(sums, chunkBytes, LONG_WINDOW, out);
    } else {
      out.putInt(0, (int) composer.compose(sums, chunkBytes));
    }
    return out;
  }

  /** With the operator for the window size created beforehand, as in ours. */
  @Benchmark
  public byte[] hadoop() throws IOException {
    hadoopComposer.update(packed, 0, packed.length, bytesPerChecksum);
    return hadoopComposer.digest();
  }
}
