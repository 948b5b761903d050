// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.buffer.MemoryConsumer;
import io.chunksum.internal.BigEndian;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a kernel is given for windows so long that digesting them would take minutes: all blocks,
 * and a length in bits that takes more than an int.
 */
class LanePaddingTest {

  @ParameterizedTest
  @CsvSource({
    "false, 268435455", "false, 268435456", "true, 536870912", "true, 2147483584",
    "false, 2147483639", "true, 2147483640", "false, 2147483646", "true, 2147483647",
  })
  void theLengthOfALongWindowIsInItsLastBlock(boolean bigEndian, int length) {
    check(new SameBytes(length, true), bigEndian);
    check(new SameBytes(length, false), bigEndian);
  }

  private static void check(SameBytes window, boolean bigEndian) {
    CountingKernel kernel = new CountingKernel(bigEndian);
    new LaneDigester(kernel).digest(window, 1, new byte[1], 0);

    int length = window.bytes();
    long blocks = ((long) length + 1 + 8 + 63) / 64;
    assertThat(kernel.loaded).isEqualTo(blocks);
    assertThat(kernel.compressed).isEqualTo(blocks);
    long bits = 8L * length;
    long stored = BigEndian.getLong(kernel.last, LaneKernel.BLOCK_BYTES - Long.BYTES);
    assertThat(stored).isEqualTo(bigEndian ? bits : Long.reverseBytes(bits));
  }

  /** A window that is long, but takes no memory: all parts of it are the same array. */
  private record SameBytes(int bytes, boolean inArray) implements WindowSource {

    private static final byte[] BYTES = new byte[8 * CountingKernel.LOAD_BLOCKS * 64];

    @Override
    public int length(int window) {
      return bytes;
    }

    @Override
    public int contiguousLength(int window, int offset) {
      return Math.min(BYTES.length, bytes - offset);
    }

    @Override
    public boolean locate(int window, int offset, int length, MemoryConsumer consumer) {
      assertThat((long) offset + length).isLessThanOrEqualTo(bytes);
      if (!inArray || length > BYTES.length) {
        return false;
      }
      consumer.accept(BYTES, 0, length);
      return true;
    }

    @Override
    public boolean locateAll(int first, int count, MemoryConsumer consumer) {
      return false;
    }

    @Override
    public void read(int window, int offset, int length, byte[] target, int targetOffset) {
      assertThat((long) offset + length).isLessThanOrEqualTo(bytes);
      System.arraycopy(BYTES, 0, target, targetOffset, length);
    }
  }

  /** Digests nothing, and keeps the last block. */
  private static final class CountingKernel extends LaneKernel {

    static final int LOAD_BLOCKS = 512;

    private long loaded;
    private long compressed;
    private byte[] last = {};

    CountingKernel(boolean bigEndian) {
      super(1, LOAD_BLOCKS, bigEndian, 1);
    }

    @Override
    public void start(int count) {
      loaded = 0;
      compressed = 0;
    }

    @Override
    public void load(LaneBlocks next, int count, int blocks) {
      assertThat(loaded).isEqualTo(compressed);
      assertThat(count).isEqualTo(1);
      assertThat(blocks).isLessThanOrEqualTo(LOAD_BLOCKS);
      int end = next.offset(0) + blocks * BLOCK_BYTES;
      last = Arrays.copyOfRange(next.array(0), end - BLOCK_BYTES, end);
      loaded += blocks;
    }

    @Override
    public void loadSame(byte[] block) {
      last = block.clone();
      loaded++;
    }

    @Override
    public void compress(int blocks) {
      compressed += blocks;
      assertThat(compressed).isEqualTo(loaded);
    }

    @Override
    public void digest(int lane, byte[] target, int offset) {
      target[offset] = 1;
    }
  }
}
