// SPDX-License-Identifier: Apache-2.0

package io.chunksum.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcAlgorithm;
import io.chunksum.algorithm.CrcModel;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.DigestLanes;
import io.chunksum.compute.DigestLanes.Engine;
import io.chunksum.compute.DigestLanes.Status;
import io.chunksum.data.ChecksumData;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Algorithms that are created on first use, and engines that change while in use. */
final class AlgorithmStress {

  private AlgorithmStress() {}

  /** Two first users of an algorithm, which then creates a class with its tables. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Both checksums are right.")
  @Outcome(expect = FORBIDDEN, desc = "Somebody worked with what was not ready.")
  @State
  public static class FirstUse {

    private static final byte[] DIGITS = "123456789".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CHECK = {(byte) 0xE3, 0x06, (byte) 0x92, (byte) 0x83};

    private final ChecksumAlgorithm algorithm = new CrcAlgorithm("MINE", CrcModel.CRC32C);

    private int sum() {
      StreamingChecksum checksum = algorithm.newChecksum();
      checksum.update(DIGITS, 0, DIGITS.length);
      byte[] sum = new byte[CHECK.length];
      checksum.finish(sum, 0);
      return Arrays.equals(sum, CHECK) ? 1 : 0;
    }

    @Actor
    public void first(II_Result r) {
      r.r1 = sum();
    }

    @Actor
    public void second(II_Result r) {
      r.r2 = sum();
    }
  }

  /**
   * The application changes the engine of MD5 while another thread computes and asks which engine
   * it is. There is one engine per JVM, so the states of this test follow each other.
   */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Right digests, a status of one piece.")
  @Outcome(expect = FORBIDDEN, desc = "A wrong digest, or parts of two states.")
  @State
  public static class EngineSwitch {

    private static final DigestLanes LANES = DigestLanes.find(ChecksumType.MD5).orElseThrow();
    private static final ChunkChecksum MD5 = ChunkChecksum.of(ChecksumType.MD5, 16);
    private static final ChunkBuffer CHUNK = ChunkBuffer.wrap(new byte[16 * 16]);
    private static final ChecksumData EXPECTED = oneByOne();

    private static ChecksumData oneByOne() {
      LANES.use(Engine.MESSAGE_DIGEST);
      return MD5.compute(CHUNK);
    }

    private final ChecksumCalculator calculator = MD5.newCalculator();

    @Actor
    public void application() {
      LANES.use(
          LANES.status().engine() == Engine.PLAIN_LANES
              ? Engine.MESSAGE_DIGEST
              : Engine.PLAIN_LANES);
    }

    @Actor
    public void user(II_Result r) {
      r.r1 = calculator.compute(CHUNK).equals(EXPECTED) ? 1 : 0;
      Status status = LANES.status();
      r.r2 = (status.engine() == Engine.PLAIN_LANES) == (status.lanes() > 1) ? 1 : 0;
    }
  }
}
