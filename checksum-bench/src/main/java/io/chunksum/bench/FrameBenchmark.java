// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.aeron.archive.checksum.Checksum;
import io.aeron.archive.checksum.Checksums;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.format.aeron.FrameVerifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.zip.CRC32C;
import org.agrona.BufferUtil;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Frames of a recording, as a replay reads them into one direct buffer: our single call over the
 * whole batch, compared with the loop in which Aeron Archive's replay verifies frame by frame,
 * using its own checksum and using the JDK's.
 */
@Fork(
    value = 2,
    jvmArgsAppend = {
      "-Xms1g",
      "-Xmx1g",
      "--add-opens=java.base/java.util.zip=ALL-UNNAMED",
      "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"
    })
public class FrameBenchmark extends TimedBenchmark {

  private static final int HEADER_BYTES = 32;

  /* Where the header has the type, the term offset, and the checksum in place of a session id. */
  private static final int TYPE_AT = 6;
  private static final int TERM_OFFSET_AT = 8;
  private static final int CHECKSUM_AT = 12;

  private static final int DATA = 1;

  /** Bytes in a batch: what an Aeron replay reads at a time. */
  @Param("1048576")
  public int chunkBytes;

  /** Bytes in a frame, including its header. */
  @Param({"96", "288", "1408"})
  public int frameBytes;

  private ByteBuffer batch;
  private long address;
  private FrameVerifier verifier;
  private Checksum aeron;
  private CRC32C crc;

  /** Checks that all find the frames good, and the first and the last one bad if they are. */
  @Setup
  public void prepare() {
    batch = ByteBuffer.allocateDirect(chunkBytes / frameBytes * frameBytes);
    batch.order(ByteOrder.LITTLE_ENDIAN);
    address = BufferUtil.address(batch);
    verifier = new FrameVerifier(ChecksumType.CRC32C);
    aeron = Checksums.crc32c();
    crc = new CRC32C();
    byte[] payload = new byte[frameBytes - HEADER_BYTES];
    Random random = new Random(frameBytes);
    for (int at = 0; at < batch.capacity(); at += frameBytes) {
      random.nextBytes(payload);
      crc.reset();
      crc.update(payload);
      batch.putInt(at, frameBytes).putShort(at + TYPE_AT, (short) DATA);
      batch.putInt(at + TERM_OFFSET_AT, at).putInt(at + CHECKSUM_AT, (int) crc.getValue());
      batch.put(at + HEADER_BYTES, payload);
    }
    checkEnd(batch.capacity());
    for (int bad : new int[] {0, batch.capacity() - frameBytes}) {
      int flipped = bad + frameBytes - 1;
      byte good = batch.get(flipped);
      batch.put(flipped, (byte) ~good);
      checkEnd(bad);
      batch.put(flipped, good);
    }
  }

  private void checkEnd(int end) {
    checkAgreement(chunksum() == end && aeron() == end && jdkLoop() == end);
  }

  /** One call. */
  @Benchmark
  public int chunksum() {
    return verifier.verify(batch);
  }

  /** The replay loop with Aeron's checksum, which computes at an address. */
  @Benchmark
  public int aeron() {
    int at = 0;
    while (at < batch.capacity()) {
      int length = alignedLength(at);
      if (batch.getShort(at + TYPE_AT) == DATA
          && aeron.compute(address, at + HEADER_BYTES, length - HEADER_BYTES)
              != batch.getInt(at + CHECKSUM_AT)) {
        return at;
      }
      at += length;
    }
    return at;
  }

  /** The same loop with the JDK's CRC, which needs no access to internals. */
  @Benchmark
  public int jdkLoop() {
    int at = 0;
    while (at < batch.capacity()) {
      int length = alignedLength(at);
      if (batch.getShort(at + TYPE_AT) == DATA) {
        crc.reset();
        crc.update(batch.limit(at + length).position(at + HEADER_BYTES));
        batch.clear();
        if ((int) crc.getValue() != batch.getInt(at + CHECKSUM_AT)) {
          return at;
        }
      }
      at += length;
    }
    return at;
  }

  private int alignedLength(int at) {
    return (batch.getInt(at) + HEADER_BYTES - 1) & -HEADER_BYTES;
  }
}
