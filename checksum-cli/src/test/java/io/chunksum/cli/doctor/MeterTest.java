// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.cli.ByteSumAlgorithm;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MeterTest {

  private static final byte[] CONTENT = new byte[10_000];

  static {
    new Random(1).nextBytes(CONTENT);
  }

  private static long copied(ChecksumAlgorithm algorithm, MemoryKind kind) throws IOException {
    return new Meter(algorithm, 1024, kind.chunk(CONTENT)).copiedBytes();
  }

  @ParameterizedTest
  @EnumSource
  void copiesAreThoseOfOneCall(MemoryKind kind) throws IOException {
    boolean array = kind == MemoryKind.ARRAY || kind == MemoryKind.HEAP;
    boolean hidden = kind == MemoryKind.READ_ONLY_HEAP;
    assertThat(copied(ChecksumAlgorithms.of(ChecksumType.CRC32C), kind))
        .isEqualTo(hidden ? CONTENT.length : 0);
    assertThat(copied(new ByteSumAlgorithm(), kind)).isEqualTo(array ? 0 : CONTENT.length);
  }

  @ParameterizedTest
  @EnumSource
  void chunkHoldsTheContentInMemoryOfItsKind(MemoryKind kind) throws IOException {
    ChunkBuffer chunk = kind.chunk(CONTENT);
    byte[] found = new byte[CONTENT.length];
    assertThat(chunk.length()).isEqualTo(CONTENT.length);
    chunk.read(0, found, 0, found.length);
    assertThat(found).isEqualTo(CONTENT);
  }

  /** Counts how often a checksum is finished, and reads nothing. */
  private static final class Counting implements ChecksumAlgorithm {

    private static final ChecksumType TYPE = ChecksumType.of("COUNTING", 1);

    private long finished;

    @Override
    public ChecksumType type() {
      return TYPE;
    }

    @Override
    public StreamingChecksum newChecksum() {
      return new StreamingChecksum() {

        @Override
        public ChecksumType type() {
          return TYPE;
        }

        @Override
        public void reset() {}

        @Override
        public void update(byte[] source, int offset, int length) {}

        @Override
        public void finish(byte[] target, int offset) {
          finished++;
        }
      };
    }
  }

  /** A run takes at least as long as it should, and no longer than its caller waits for it. */
  @Test
  void speedIsThatOfAllCallsOfARun() throws IOException {
    long nanos = 2_000_000;
    Counting counting = new Counting();
    Meter meter = new Meter(counting, CONTENT.length, MemoryKind.ARRAY.chunk(CONTENT));
    long before = counting.finished;
    long begin = System.nanoTime();
    double speed = meter.run(nanos);
    double around = System.nanoTime() - begin;
    long bytes = (counting.finished - before) * CONTENT.length;
    assertThat(speed).isBetween(bytes / around, bytes / (double) nanos);
  }

  @Test
  void speedIsThatOfTheClock() throws IOException {
    Meter meter =
        new Meter(ChecksumAlgorithms.of(ChecksumType.CRC32), 1024, MemoryKind.ARRAY.chunk(CONTENT));
    assertThat(meter.run(1)).isPositive();
    // Loose on purpose: neither stopped nor faster than any memory.
    assertThat(meter.speed().median()).isBetween(0.000_01, 1000.0);
    assertThat(meter.copiedBytes()).isZero();
  }

  @Test
  void medianIsTheMiddleOne() {
    double[] values = {5, 3, 4, 3, 6};
    assertThat(Meter.Speed.of(values)).isEqualTo(new Meter.Speed(4, false));
    assertThat(values).containsExactly(5, 3, 4, 3, 6);
    assertThat(Meter.Speed.of(new double[] {5.9, 3, 4})).isEqualTo(new Meter.Speed(4, true));
  }
}
