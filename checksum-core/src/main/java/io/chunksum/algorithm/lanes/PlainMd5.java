// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import io.chunksum.internal.LittleEndian;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * MD5 (RFC 1321) in lanes without the Vector API: each step is a loop over the lanes that is simple
 * enough for the JVM's compiler to turn into vector instructions. Because the state goes through
 * memory at each step, it takes many lanes to pay off.
 *
 * <p>Names follow section 3.4 of the RFC: a, b, c and d are the state, m a word of the block, t the
 * constant and s the shift of the step.
 */
final class PlainMd5 extends LaneKernel {

  private static final int LANES = 256;
  private static final int LOAD_BLOCKS = 4;
  private static final int WORDS = BLOCK_BYTES / Integer.BYTES;
  private static final int[] T = Md5Constants.table();
  private static final int[] SHIFTS = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
  private static final int[] INITIAL = Md5Constants.initialState();

  /** Word i of block k of all lanes is in {@code input[16 k + i]}. */
  private final int[][] input = new int[LOAD_BLOCKS * WORDS][LANES];

  private final int[][] state = new int[INITIAL.length][LANES];
  private final int[][] before = new int[INITIAL.length][LANES];
  private int count;

  PlainMd5() {
    super(LANES, LOAD_BLOCKS, false, INITIAL.length * Integer.BYTES);
  }

  @Override
  public void start(int newCount) {
    count = newCount;
    for (int i = 0; i < INITIAL.length; i++) {
      Arrays.fill(state[i], INITIAL[i]);
    }
  }

  @Override
  public void load(LaneBlocks next, int lanes, int blocks) {
    for (int lane = 0; lane < lanes; lane++) {
      ByteBuffer buffer = next.buffer(lane);
      if (buffer == null) {
        load(next.array(lane), next.offset(lane), lane, blocks * WORDS);
      } else {
        load(buffer, next.offset(lane), lane, blocks * WORDS);
      }
    }
  }

  private void load(byte[] source, int offset, int lane, int words) {
    for (int i = 0; i < words; i++) {
      input[i][lane] = LittleEndian.getInt(source, offset + i * Integer.BYTES);
    }
  }

  private void load(ByteBuffer source, int offset, int lane, int words) {
    for (int i = 0; i < words; i++) {
      input[i][lane] = source.getInt(offset + i * Integer.BYTES);
    }
  }

  @Override
  public void loadSame(byte[] block) {
    for (int i = 0; i < WORDS; i++) {
      Arrays.fill(input[i], LittleEndian.getInt(block, i * Integer.BYTES));
    }
  }

  @Override
  public void compress(int blocks) {
    for (int block = 0; block < blocks; block++) {
      for (int i = 0; i < state.length; i++) {
        System.arraycopy(state[i], 0, before[i], 0, count);
      }
      compressBlock(block * WORDS);
      for (int i = 0; i < state.length; i++) {
        add(state[i], before[i], count);
      }
    }
  }

  private void compressBlock(int block) {
    // After four steps, each word of the state has had its turn to change.
    for (int i = 0; i < T.length; i++) {
      int[] a = state[-i & 3];
      int[] b = state[(1 - i) & 3];
      int[] c = state[(2 - i) & 3];
      int[] d = state[(3 - i) & 3];
      switch (i / WORDS) {
        case 0 -> round1(a, b, c, d, input[block + i], T[i], SHIFTS[i & 3], count);
        case 1 ->
            round2(a, b, c, d, input[block + ((5 * i + 1) & 15)], T[i], SHIFTS[4 + (i & 3)], count);
        case 2 ->
            round3(a, b, c, d, input[block + ((3 * i + 5) & 15)], T[i], SHIFTS[8 + (i & 3)], count);
        default ->
            round4(a, b, c, d, input[block + ((7 * i) & 15)], T[i], SHIFTS[12 + (i & 3)], count);
      }
    }
  }

  private static void round1(int[] a, int[] b, int[] c, int[] d, int[] m, int t, int s, int count) {
    for (int i = 0; i < count; i++) {
      int f = d[i] ^ (b[i] & (c[i] ^ d[i]));
      a[i] = Integer.rotateLeft(a[i] + f + m[i] + t, s) + b[i];
    }
  }

  private static void round2(int[] a, int[] b, int[] c, int[] d, int[] m, int t, int s, int count) {
    for (int i = 0; i < count; i++) {
      int f = c[i] ^ (d[i] & (b[i] ^ c[i]));
      a[i] = Integer.rotateLeft(a[i] + f + m[i] + t, s) + b[i];
    }
  }

  private static void round3(int[] a, int[] b, int[] c, int[] d, int[] m, int t, int s, int count) {
    for (int i = 0; i < count; i++) {
      int f = b[i] ^ c[i] ^ d[i];
      a[i] = Integer.rotateLeft(a[i] + f + m[i] + t, s) + b[i];
    }
  }

  private static void round4(int[] a, int[] b, int[] c, int[] d, int[] m, int t, int s, int count) {
    for (int i = 0; i < count; i++) {
      int f = c[i] ^ (b[i] | ~d[i]);
      a[i] = Integer.rotateLeft(a[i] + f + m[i] + t, s) + b[i];
    }
  }

  private static void add(int[] state, int[] before, int count) {
    for (int i = 0; i < count; i++) {
      state[i] += before[i];
    }
  }

  @Override
  public void digest(int lane, byte[] target, int offset) {
    for (int i = 0; i < state.length; i++) {
      LittleEndian.putInt(target, offset + i * Integer.BYTES, state[i][lane]);
    }
  }
}
