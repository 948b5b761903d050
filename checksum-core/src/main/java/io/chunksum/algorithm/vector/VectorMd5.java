// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.vector;

import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.OR;
import static jdk.incubator.vector.VectorOperators.ROL;
import static jdk.incubator.vector.VectorOperators.XOR;

import io.chunksum.algorithm.lanes.LaneBlocks;
import io.chunksum.algorithm.lanes.Md5Constants;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import org.jspecify.annotations.Nullable;

/**
 * MD5 (RFC 1321) in two sets of lanes. Names follow section 3.4 of the RFC: a, b, c and d are the
 * state, f the value of the round's function, m the word of the block plus the constant T; the
 * digit is the set.
 */
public final class VectorMd5 extends VectorKernel {
  // A long file, with long methods: the javadoc of the package says why.

  private static final int[] T = broadcast(Md5Constants.table());

  /** Words of a block of each set, one vector for each. */
  private final int[] words0 = new int[WORDS * LANES];

  private final int[] words1 = new int[WORDS * LANES];

  /** State inside a block, passed from round to round. */
  private final int[] work0 = new int[state0.length];

  private final int[] work1 = new int[state1.length];

  /** What becomes the input of each set once it has been loaded. */
  private long[] next0 = new long[input0.length];

  private long[] next1 = new long[input1.length];

  /** What to load there: the blocks, how many per lane, the next lane, and the end of all lanes. */
  private @Nullable LaneBlocks next;

  private int nextBlocks;
  private int nextLane;
  private int lastLane;

  /** Creates a kernel as wide as the machine allows. */
  public VectorMd5() {
    super(false, Md5Constants.initialState());
  }

  /**
   * {@inheritDoc}
   *
   * <p>Has no vector operation itself. C2 throws away the code that it has inlined the loading of
   * lanes into when a lane is first left idle or in memory of another kind, and until it has new
   * code, vector operations in it make hundreds of megabytes of garbage.
   */
  @Override
  void compressBlock(int at) {
    unzip(input0, input1, at, words0, words1);
    round1(words0, words1, state0, state1, work0, work1);
    loadNextLane();
    round2(words0, words1, work0, work1);
    loadNextLane();
    round3(words0, words1, work0, work1);
    loadNextLane();
    round4(words0, words1, work0, work1, state0, state1);
    loadNextLane();
  }

  /**
   * {@inheritDoc}
   *
   * <p>Steps wait for one another, so a lane is loaded after each round, in the time left over. (A
   * lane of SHA-256 takes longer that way; its rounds leave less.)
   */
  @Override
  public void compressAndLoad(int blocks, LaneBlocks next, int count, int nextBlocks) {
    this.next = next;
    this.nextBlocks = nextBlocks;
    this.nextLane = 0;
    this.lastLane = count;
    try {
      compress(blocks);
      while (nextLane < lastLane) {
        loadNextLane();
      }
    } finally {
      this.next = null;
    }
    long[] compressed0 = input0;
    long[] compressed1 = input1;
    input0 = next0;
    input1 = next1;
    next0 = compressed0;
    next1 = compressed1;
  }

  private void loadNextLane() {
    LaneBlocks from = next;
    int lane = nextLane;
    if (from != null && lane < lastLane) {
      loadLane(from, lane, nextBlocks, lane < LANES ? next0 : next1);
      nextLane = lane + 1;
    }
  }

  /**
   * Makes int vectors of the block once, for all rounds. Each place that reinterprets longs as ints
   * is one more where the compiler of JDK 21 may give up, and then makes garbage with every block.
   * But half of these places would make a method short enough to be inlined.
   */
  private static void unzip(long[] input0, long[] input1, int at, int[] words0, int[] words1) {
    for (int i = 0; i < WORDS; i += 4) {
      LongVector low0 = LongVector.fromArray(LONGS, input0, at + i * HALF);
      LongVector high0 = LongVector.fromArray(LONGS, input0, at + (i + 1) * HALF);
      low0.lanewise(AND, LOW)
          .lanewise(OR, high0.lanewise(LSHL, Integer.SIZE))
          .reinterpretAsInts()
          .intoArray(words0, i * LANES);
      low0.lanewise(LSHR, Integer.SIZE)
          .lanewise(OR, high0.lanewise(AND, ~LOW))
          .reinterpretAsInts()
          .intoArray(words0, (i + 1) * LANES);
      LongVector low1 = LongVector.fromArray(LONGS, input1, at + i * HALF);
      LongVector high1 = LongVector.fromArray(LONGS, input1, at + (i + 1) * HALF);
      low1.lanewise(AND, LOW)
          .lanewise(OR, high1.lanewise(LSHL, Integer.SIZE))
          .reinterpretAsInts()
          .intoArray(words1, i * LANES);
      low1.lanewise(LSHR, Integer.SIZE)
          .lanewise(OR, high1.lanewise(AND, ~LOW))
          .reinterpretAsInts()
          .intoArray(words1, (i + 1) * LANES);

      low0 = LongVector.fromArray(LONGS, input0, at + (i + 2) * HALF);
      high0 = LongVector.fromArray(LONGS, input0, at + (i + 3) * HALF);
      low0.lanewise(AND, LOW)
          .lanewise(OR, high0.lanewise(LSHL, Integer.SIZE))
          .reinterpretAsInts()
          .intoArray(words0, (i + 2) * LANES);
      low0.lanewise(LSHR, Integer.SIZE)
          .lanewise(OR, high0.lanewise(AND, ~LOW))
          .reinterpretAsInts()
          .intoArray(words0, (i + 3) * LANES);
      low1 = LongVector.fromArray(LONGS, input1, at + (i + 2) * HALF);
      high1 = LongVector.fromArray(LONGS, input1, at + (i + 3) * HALF);
      low1.lanewise(AND, LOW)
          .lanewise(OR, high1.lanewise(LSHL, Integer.SIZE))
          .reinterpretAsInts()
          .intoArray(words1, (i + 2) * LANES);
      low1.lanewise(LSHR, Integer.SIZE)
          .lanewise(OR, high1.lanewise(AND, ~LOW))
          .reinterpretAsInts()
          .intoArray(words1, (i + 3) * LANES);
    }
  }

  private static void round1(
      int[] words0, int[] words1, int[] state0, int[] state1, int[] work0, int[] work1) {
    IntVector a0 = IntVector.fromArray(INTS, state0, 0);
    IntVector b0 = IntVector.fromArray(INTS, state0, LANES);
    IntVector c0 = IntVector.fromArray(INTS, state0, 2 * LANES);
    IntVector d0 = IntVector.fromArray(INTS, state0, 3 * LANES);
    IntVector a1 = IntVector.fromArray(INTS, state1, 0);
    IntVector b1 = IntVector.fromArray(INTS, state1, LANES);
    IntVector c1 = IntVector.fromArray(INTS, state1, 2 * LANES);
    IntVector d1 = IntVector.fromArray(INTS, state1, 3 * LANES);
    for (int i = 0; i < WORDS; i += 4) {
      int at = i * LANES;
      IntVector t = IntVector.fromArray(INTS, T, at);
      IntVector m0 = IntVector.fromArray(INTS, words0, at).add(t);
      IntVector m1 = IntVector.fromArray(INTS, words1, at).add(t);
      IntVector f0 = d0.bitwiseBlend(c0, b0);
      IntVector f1 = d1.bitwiseBlend(c1, b1);
      a0 = a0.add(m0).add(f0).lanewise(ROL, 7).add(b0);
      a1 = a1.add(m1).add(f1).lanewise(ROL, 7).add(b1);

      at = (i + 1) * LANES;
      t = IntVector.fromArray(INTS, T, at);
      m0 = IntVector.fromArray(INTS, words0, at).add(t);
      m1 = IntVector.fromArray(INTS, words1, at).add(t);
      f0 = c0.bitwiseBlend(b0, a0);
      f1 = c1.bitwiseBlend(b1, a1);
      d0 = d0.add(m0).add(f0).lanewise(ROL, 12).add(a0);
      d1 = d1.add(m1).add(f1).lanewise(ROL, 12).add(a1);

      at = (i + 2) * LANES;
      t = IntVector.fromArray(INTS, T, at);
      m0 = IntVector.fromArray(INTS, words0, at).add(t);
      m1 = IntVector.fromArray(INTS, words1, at).add(t);
      f0 = b0.bitwiseBlend(a0, d0);
      f1 = b1.bitwiseBlend(a1, d1);
      c0 = c0.add(m0).add(f0).lanewise(ROL, 17).add(d0);
      c1 = c1.add(m1).add(f1).lanewise(ROL, 17).add(d1);

      at = (i + 3) * LANES;
      t = IntVector.fromArray(INTS, T, at);
      m0 = IntVector.fromArray(INTS, words0, at).add(t);
      m1 = IntVector.fromArray(INTS, words1, at).add(t);
      f0 = a0.bitwiseBlend(d0, c0);
      f1 = a1.bitwiseBlend(d1, c1);
      b0 = b0.add(m0).add(f0).lanewise(ROL, 22).add(c0);
      b1 = b1.add(m1).add(f1).lanewise(ROL, 22).add(c1);
    }
    INT_VECTOR.cast(a0).intoArray(work0, 0);
    INT_VECTOR.cast(b0).intoArray(work0, LANES);
    INT_VECTOR.cast(c0).intoArray(work0, 2 * LANES);
    INT_VECTOR.cast(d0).intoArray(work0, 3 * LANES);
    INT_VECTOR.cast(a1).intoArray(work1, 0);
    INT_VECTOR.cast(b1).intoArray(work1, LANES);
    INT_VECTOR.cast(c1).intoArray(work1, 2 * LANES);
    INT_VECTOR.cast(d1).intoArray(work1, 3 * LANES);
  }

  private static void round2(int[] words0, int[] words1, int[] work0, int[] work1) {
    IntVector a0 = IntVector.fromArray(INTS, work0, 0);
    IntVector b0 = IntVector.fromArray(INTS, work0, LANES);
    IntVector c0 = IntVector.fromArray(INTS, work0, 2 * LANES);
    IntVector d0 = IntVector.fromArray(INTS, work0, 3 * LANES);
    IntVector a1 = IntVector.fromArray(INTS, work1, 0);
    IntVector b1 = IntVector.fromArray(INTS, work1, LANES);
    IntVector c1 = IntVector.fromArray(INTS, work1, 2 * LANES);
    IntVector d1 = IntVector.fromArray(INTS, work1, 3 * LANES);
    for (int i = 0; i < WORDS; i += 4) {
      int at = ((5 * i + 1) & 15) * LANES;
      IntVector t = IntVector.fromArray(INTS, T, (16 + i) * LANES);
      IntVector m0 = IntVector.fromArray(INTS, words0, at).add(t);
      IntVector m1 = IntVector.fromArray(INTS, words1, at).add(t);
      IntVector f0 = c0.bitwiseBlend(b0, d0);
      IntVector f1 = c1.bitwiseBlend(b1, d1);
      a0 = a0.add(m0).add(f0).lanewise(ROL, 5).add(b0);
      a1 = a1.add(m1).add(f1).lanewise(ROL, 5).add(b1);

      at = ((5 * i + 6) & 15) * LANES;
      t = IntVector.fromArray(INTS, T, (16 + i + 1) * LANES);
      m0 = IntVector.fromArray(INTS, words0, at).add(t);
      m1 = IntVector.fromArray(INTS, words1, at).add(t);
      f0 = b0.bitwiseBlend(a0, c0);
      f1 = b1.bitwiseBlend(a1, c1);
      d0 = d0.add(m0).add(f0).lanewise(ROL, 9).add(a0);
      d1 = d1.add(m1).add(f1).lanewise(ROL, 9).add(a1);

      at = ((5 * i + 11) & 15) * LANES;
      t = IntVector.fromArray(INTS, T, (16 + i + 2) * LANES);
      m0 = IntVector.fromArray(INTS, words0, at).add(t);
      m1 = IntVector.fromArray(INTS, words1, at).add(t);
      f0 = a0.bitwiseBlend(d0, b0);
      f1 = a1.bitwiseBlend(d1, b1);
      c0 = c0.add(m0).add(f0).lanewise(ROL, 14).add(d0);
      c1 = c1.add(m1).add(f1).lanewise(ROL, 14).add(d1);

      at = ((5 * i + 16) & 15) * LANES;
      t = IntVector.fromArray(INTS, T, (16 + i + 3) * LANES);
      m0 = IntVector.fromArray(INTS, words0, at).add(t);
      m1 = IntVector.fromArray(INTS, words1, at).add(t);
      f0 = d0.bitwiseBlend(c0, a0);
      f1 = d1.bitwiseBlend(c1, a1);
      b0 = b0.add(m0).add(f0).lanewise(ROL, 20).add(c0);
      b1 = b1.add(m1).add(f1).lanewise(ROL, 20).add(c1);
    }
    INT_VECTOR.cast(a0).intoArray(work0, 0);
    INT_VECTOR.cast(b0).intoArray(work0, LANES);
    INT_VECTOR.cast(c0).intoArray(work0, 2 * LANES);
    INT_VECTOR.cast(d0).intoArray(work0, 3 * LANES);
    INT_VECTOR.cast(a1).intoArray(work1, 0);
    INT_VECTOR.cast(b1).intoArray(work1, LANES);
    INT_VECTOR.cast(c1).intoArray(work1, 2 * LANES);
    INT_VECTOR.cast(d1).intoArray(work1, 3 * LANES);
  }

  private static void round3(int[] words0, int[] words1, int[] work0, int[] work1) {
    IntVector a0 = IntVector.fromArray(INTS, work0, 0);
    IntVector b0 = IntVector.fromArray(INTS, work0, LANES);
    IntVector c0 = IntVector.fromArray(INTS, work0, 2 * LANES);
    IntVector d0 = IntVector.fromArray(INTS, work0, 3 * LANES);
    IntVector a1 = IntVector.fromArray(INTS, work1, 0);
    IntVector b1 = IntVector.fromArray(INTS, work1, LANES);
    IntVector c1 = IntVector.fromArray(INTS, work1, 2 * LANES);
    IntVector d1 = IntVector.fromArray(INTS, work1, 3 * LANES);
    for (int i = 0; i < WORDS; i += 4) {
      int at = ((3 * i + 5) & 15) * LANES;
      IntVector t = IntVector.fromArray(INTS, T, (32 + i) * LANES);
      IntVector m0 = IntVector.fromArray(INTS, words0, at).add(t);
      IntVector m1 = IntVector.fromArray(INTS, words1, at).add(t);
      IntVector f0 = b0.lanewise(XOR, c0).lanewise(XOR, d0);
      IntVector f1 = b1.lanewise(XOR, c1).lanewise(XOR, d1);
      a0 = a0.add(m0).add(f0).lanewise(ROL, 4).add(b0);
      a1 = a1.add(m1).add(f1).lanewise(ROL, 4).add(b1);

      at = ((3 * i + 8) & 15) * LANES;
      t = IntVector.fromArray(INTS, T, (32 + i + 1) * LANES);
      m0 = IntVector.fromArray(INTS, words0, at).add(t);
      m1 = IntVector.fromArray(INTS, words1, at).add(t);
      f0 = a0.lanewise(XOR, b0).lanewise(XOR, c0);
      f1 = a1.lanewise(XOR, b1).lanewise(XOR, c1);
      d0 = d0.add(m0).add(f0).lanewise(ROL, 11).add(a0);
      d1 = d1.add(m1).add(f1).lanewise(ROL, 11).add(a1);

      at = ((3 * i + 11) & 15) * LANES;
      t = IntVector.fromArray(INTS, T, (32 + i + 2) * LANES);
      m0 = IntVector.fromArray(INTS, words0, at).add(t);
      m1 = IntVector.fromArray(INTS, words1, at).add(t);
      f0 = d0.lanewise(XOR, a0).lanewise(XOR, b0);
      f1 = d1.lanewise(XOR, a1).lanewise(XOR, b1);
      c0 = c0.add(m0).add(f0).lanewise(ROL, 16).add(d0);
      c1 = c1.add(m1).add(f1).lanewise(ROL, 16).add(d1);

      at = ((3 * i + 14) & 15) * LANES;
      t = IntVector.fromArray(INTS, T, (32 + i + 3) * LANES);
      m0 = IntVector.fromArray(INTS, words0, at).add(t);
      m1 = IntVector.fromArray(INTS, words1, at).add(t);
      f0 = c0.lanewise(XOR, d0).lanewise(XOR, a0);
      f1 = c1.lanewise(XOR, d1).lanewise(XOR, a1);
      b0 = b0.add(m0).add(f0).lanewise(ROL, 23).add(c0);
      b1 = b1.add(m1).add(f1).lanewise(ROL, 23).add(c1);
    }
    INT_VECTOR.cast(a0).intoArray(work0, 0);
    INT_VECTOR.cast(b0).intoArray(work0, LANES);
    INT_VECTOR.cast(c0).intoArray(work0, 2 * LANES);
    INT_VECTOR.cast(d0).intoArray(work0, 3 * LANES);
    INT_VECTOR.cast(a1).intoArray(work1, 0);
    INT_VECTOR.cast(b1).intoArray(work1, LANES);
    INT_VECTOR.cast(c1).intoArray(work1, 2 * LANES);
    INT_VECTOR.cast(d1).intoArray(work1, 3 * LANES);
  }

  private static void round4(
      int[] words0, int[] words1, int[] work0, int[] work1, int[] state0, int[] state1) {
    IntVector a0 = IntVector.fromArray(INTS, work0, 0);
    IntVector b0 = IntVector.fromArray(INTS, work0, LANES);
    IntVector c0 = IntVector.fromArray(INTS, work0, 2 * LANES);
    IntVector d0 = IntVector.fromArray(INTS, work0, 3 * LANES);
    IntVector a1 = IntVector.fromArray(INTS, work1, 0);
    IntVector b1 = IntVector.fromArray(INTS, work1, LANES);
    IntVector c1 = IntVector.fromArray(INTS, work1, 2 * LANES);
    IntVector d1 = IntVector.fromArray(INTS, work1, 3 * LANES);
    for (int i = 0; i < WORDS; i += 4) {
      int at = (7 * i & 15) * LANES;
      IntVector t = IntVector.fromArray(INTS, T, (48 + i) * LANES);
      IntVector m0 = IntVector.fromArray(INTS, words0, at).add(t);
      IntVector m1 = IntVector.fromArray(INTS, words1, at).add(t);
      IntVector f0 = c0.lanewise(XOR, b0.lanewise(OR, d0.not()));
      IntVector f1 = c1.lanewise(XOR, b1.lanewise(OR, d1.not()));
      a0 = a0.add(m0).add(f0).lanewise(ROL, 6).add(b0);
      a1 = a1.add(m1).add(f1).lanewise(ROL, 6).add(b1);

      at = ((7 * i + 7) & 15) * LANES;
      t = IntVector.fromArray(INTS, T, (48 + i + 1) * LANES);
      m0 = IntVector.fromArray(INTS, words0, at).add(t);
      m1 = IntVector.fromArray(INTS, words1, at).add(t);
      f0 = b0.lanewise(XOR, a0.lanewise(OR, c0.not()));
      f1 = b1.lanewise(XOR, a1.lanewise(OR, c1.not()));
      d0 = d0.add(m0).add(f0).lanewise(ROL, 10).add(a0);
      d1 = d1.add(m1).add(f1).lanewise(ROL, 10).add(a1);

      at = ((7 * i + 14) & 15) * LANES;
      t = IntVector.fromArray(INTS, T, (48 + i + 2) * LANES);
      m0 = IntVector.fromArray(INTS, words0, at).add(t);
      m1 = IntVector.fromArray(INTS, words1, at).add(t);
      f0 = a0.lanewise(XOR, d0.lanewise(OR, b0.not()));
      f1 = a1.lanewise(XOR, d1.lanewise(OR, b1.not()));
      c0 = c0.add(m0).add(f0).lanewise(ROL, 15).add(d0);
      c1 = c1.add(m1).add(f1).lanewise(ROL, 15).add(d1);

      at = ((7 * i + 21) & 15) * LANES;
      t = IntVector.fromArray(INTS, T, (48 + i + 3) * LANES);
      m0 = IntVector.fromArray(INTS, words0, at).add(t);
      m1 = IntVector.fromArray(INTS, words1, at).add(t);
      f0 = d0.lanewise(XOR, c0.lanewise(OR, a0.not()));
      f1 = d1.lanewise(XOR, c1.lanewise(OR, a1.not()));
      b0 = b0.add(m0).add(f0).lanewise(ROL, 21).add(c0);
      b1 = b1.add(m1).add(f1).lanewise(ROL, 21).add(c1);
    }
    INT_VECTOR.cast(a0.add(IntVector.fromArray(INTS, state0, 0))).intoArray(state0, 0);
    INT_VECTOR.cast(b0.add(IntVector.fromArray(INTS, state0, LANES))).intoArray(state0, LANES);
    INT_VECTOR
        .cast(c0.add(IntVector.fromArray(INTS, state0, 2 * LANES)))
        .intoArray(state0, 2 * LANES);
    INT_VECTOR
        .cast(d0.add(IntVector.fromArray(INTS, state0, 3 * LANES)))
        .intoArray(state0, 3 * LANES);
    INT_VECTOR.cast(a1.add(IntVector.fromArray(INTS, state1, 0))).intoArray(state1, 0);
    INT_VECTOR.cast(b1.add(IntVector.fromArray(INTS, state1, LANES))).intoArray(state1, LANES);
    INT_VECTOR
        .cast(c1.add(IntVector.fromArray(INTS, state1, 2 * LANES)))
        .intoArray(state1, 2 * LANES);
    INT_VECTOR
        .cast(d1.add(IntVector.fromArray(INTS, state1, 3 * LANES)))
        .intoArray(state1, 3 * LANES);
  }
}
