// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.vector;

import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.OR;
import static jdk.incubator.vector.VectorOperators.ROL;
import static jdk.incubator.vector.VectorOperators.XOR;

import java.util.stream.IntStream;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;

/**
 * SHA-256 (FIPS 180-4) in two sets of lanes. Names follow sections 4.1.2 and 6.2.2 of the standard:
 * a to h are the state, w the message schedule, k the constants; the digit is the set. Right
 * rotations are written as left ones.
 */
public final class VectorSha256 extends VectorKernel {
  // A long file: the javadoc of the package says why.

  private static final int ROUNDS = 64;

  /** Ints of a row of the schedule: a vector of each set. */
  private static final int ROW = 2 * LANES;

  /**
   * Whether the compiler has one instruction for a rotation in the Vector API, as it does from JDK
   * 18 on. Before, it has one only for those in plain loops that it vectorizes by itself.
   */
  private static final boolean ROTATES = Runtime.version().feature() >= 18;

  /** Every other byte of a word, including the highest. */
  private static final int EVERY_OTHER_BYTE = 0xff00ff00;

  private static final int[] K = broadcast(constants());

  /** Message schedule, one row for each round. */
  private final int[] schedule = new int[ROUNDS * ROW];

  /** State inside a block, passed from the rounds that extend the schedule to the last ones. */
  private final int[] work0 = new int[state0.length];

  private final int[] work1 = new int[state1.length];

  /** Creates a kernel as wide as the machine allows. */
  public VectorSha256() {
    super(
        true,
        0x6a09e667,
        0xbb67ae85,
        0x3c6ef372,
        0xa54ff53a,
        0x510e527f,
        0x9b05688c,
        0x1f83d9ab,
        0x5be0cd19);
  }

  /** The fractions of the cube roots of the first 64 primes, 32 bits of each (section 4.2.2). */
  private static int[] constants() {
    return IntStream.iterate(2, n -> n + 1)
        .filter(n -> IntStream.range(2, n).noneMatch(divisor -> n % divisor == 0))
        .limit(ROUNDS)
        .map(prime -> (int) (long) (StrictMath.cbrt(prime) % 1 * 0x1p32))
        .toArray();
  }

  /**
   * {@inheritDoc}
   *
   * <p>The first 16 words of the schedule are the block, unzipped and with the first byte highest.
   */
  @Override
  void compressBlock(int at) {
    for (int i = 0; i < WORDS; i += 2) {
      LongVector low0 = LongVector.fromArray(LONGS, input0, at + i * HALF);
      LongVector high0 = LongVector.fromArray(LONGS, input0, at + (i + 1) * HALF);
      IntVector even0 =
          low0.lanewise(AND, LOW)
              .lanewise(OR, high0.lanewise(LSHL, Integer.SIZE))
              .reinterpretAsInts();
      IntVector odd0 =
          low0.lanewise(LSHR, Integer.SIZE)
              .lanewise(OR, high0.lanewise(AND, ~LOW))
              .reinterpretAsInts();
      even0
          .lanewise(ROL, 8)
          .bitwiseBlend(even0.lanewise(ROL, 24), EVERY_OTHER_BYTE)
          .intoArray(schedule, i * ROW);
      odd0.lanewise(ROL, 8)
          .bitwiseBlend(odd0.lanewise(ROL, 24), EVERY_OTHER_BYTE)
          .intoArray(schedule, (i + 1) * ROW);
      LongVector low1 = LongVector.fromArray(LONGS, input1, at + i * HALF);
      LongVector high1 = LongVector.fromArray(LONGS, input1, at + (i + 1) * HALF);
      IntVector even1 =
          low1.lanewise(AND, LOW)
              .lanewise(OR, high1.lanewise(LSHL, Integer.SIZE))
              .reinterpretAsInts();
      IntVector odd1 =
          low1.lanewise(LSHR, Integer.SIZE)
              .lanewise(OR, high1.lanewise(AND, ~LOW))
              .reinterpretAsInts();
      even1
          .lanewise(ROL, 8)
          .bitwiseBlend(even1.lanewise(ROL, 24), EVERY_OTHER_BYTE)
          .intoArray(schedule, i * ROW + LANES);
      odd1.lanewise(ROL, 8)
          .bitwiseBlend(odd1.lanewise(ROL, 24), EVERY_OTHER_BYTE)
          .intoArray(schedule, (i + 1) * ROW + LANES);
    }
    if (ROTATES) {
      extendingRounds(schedule, state0, state1, work0, work1);
      rounds(ROUNDS - WORDS, schedule, work0, work1, state0, state1);
    } else {
      extend(schedule, schedule.length - WORDS * ROW);
      rounds(0, schedule, state0, state1, state0, state1);
    }
  }

  /**
   * Makes the rows of the schedule after the first 16, in a loop for the compiler to vectorize.
   * That of JDK 17 does not if it can see that the number of iterations is a constant.
   */
  private static void extend(int[] schedule, int count) {
    for (int i = 0; i < count; i++) {
      int x = schedule[i + ROW];
      int y = schedule[i + 14 * ROW];
      schedule[i + 16 * ROW] =
          schedule[i]
              + schedule[i + 9 * ROW]
              + (Integer.rotateLeft(x, 25) ^ Integer.rotateLeft(x, 14) ^ (x >>> 3))
              + (Integer.rotateLeft(y, 15) ^ Integer.rotateLeft(y, 13) ^ (y >>> 10));
    }
  }

  /**
   * Rounds 0 to 47, each of which also makes the word of the schedule that is needed 16 rounds
   * later: rounds wait for one another, and these words fill the gaps.
   *
   * <p>In one piece for the reason that the description of the package gives. No method for the
   * casts: it would not be inlined after what is put off.
   */
  private static void extendingRounds(
      int[] schedule, int[] from0, int[] from1, int[] to0, int[] to1) {
    IntVector a0 = IntVector.fromArray(INTS, from0, 0);
    IntVector b0 = IntVector.fromArray(INTS, from0, LANES);
    IntVector c0 = IntVector.fromArray(INTS, from0, 2 * LANES);
    IntVector d0 = IntVector.fromArray(INTS, from0, 3 * LANES);
    IntVector e0 = IntVector.fromArray(INTS, from0, 4 * LANES);
    IntVector f0 = IntVector.fromArray(INTS, from0, 5 * LANES);
    IntVector g0 = IntVector.fromArray(INTS, from0, 6 * LANES);
    IntVector h0 = IntVector.fromArray(INTS, from0, 7 * LANES);
    IntVector a1 = IntVector.fromArray(INTS, from1, 0);
    IntVector b1 = IntVector.fromArray(INTS, from1, LANES);
    IntVector c1 = IntVector.fromArray(INTS, from1, 2 * LANES);
    IntVector d1 = IntVector.fromArray(INTS, from1, 3 * LANES);
    IntVector e1 = IntVector.fromArray(INTS, from1, 4 * LANES);
    IntVector f1 = IntVector.fromArray(INTS, from1, 5 * LANES);
    IntVector g1 = IntVector.fromArray(INTS, from1, 6 * LANES);
    IntVector h1 = IntVector.fromArray(INTS, from1, 7 * LANES);
    for (int i = 0; i < ROUNDS - WORDS; i++) {
      int at = i * ROW;
      IntVector k = IntVector.fromArray(INTS, K, i * LANES);
      IntVector w0 = IntVector.fromArray(INTS, schedule, at);
      IntVector t0 =
          h0.add(k)
              .add(w0)
              .add(g0.bitwiseBlend(f0, e0))
              .add(
                  e0.lanewise(ROL, 26)
                      .lanewise(XOR, e0.lanewise(ROL, 21))
                      .lanewise(XOR, e0.lanewise(ROL, 7)));
      IntVector u0 =
          a0.lanewise(AND, b0)
              .lanewise(OR, c0.lanewise(AND, a0.lanewise(OR, b0)))
              .add(
                  a0.lanewise(ROL, 30)
                      .lanewise(XOR, a0.lanewise(ROL, 19))
                      .lanewise(XOR, a0.lanewise(ROL, 10)));
      h0 = g0;
      g0 = f0;
      f0 = e0;
      e0 = INT_VECTOR.cast(d0.add(t0));
      d0 = c0;
      c0 = b0;
      b0 = a0;
      a0 = INT_VECTOR.cast(u0.add(t0));
      IntVector x0 = IntVector.fromArray(INTS, schedule, at + ROW);
      IntVector y0 = IntVector.fromArray(INTS, schedule, at + 14 * ROW);
      IntVector later0 =
          w0.add(IntVector.fromArray(INTS, schedule, at + 9 * ROW))
              .add(
                  x0.lanewise(ROL, 25)
                      .lanewise(XOR, x0.lanewise(ROL, 14))
                      .lanewise(XOR, x0.lanewise(LSHR, 3)))
              .add(
                  y0.lanewise(ROL, 15)
                      .lanewise(XOR, y0.lanewise(ROL, 13))
                      .lanewise(XOR, y0.lanewise(LSHR, 10)));
      INT_VECTOR.cast(later0).intoArray(schedule, at + 16 * ROW);
      IntVector w1 = IntVector.fromArray(INTS, schedule, at + LANES);
      IntVector t1 =
          h1.add(k)
              .add(w1)
              .add(g1.bitwiseBlend(f1, e1))
              .add(
                  e1.lanewise(ROL, 26)
                      .lanewise(XOR, e1.lanewise(ROL, 21))
                      .lanewise(XOR, e1.lanewise(ROL, 7)));
      IntVector u1 =
          a1.lanewise(AND, b1)
              .lanewise(OR, c1.lanewise(AND, a1.lanewise(OR, b1)))
              .add(
                  a1.lanewise(ROL, 30)
                      .lanewise(XOR, a1.lanewise(ROL, 19))
                      .lanewise(XOR, a1.lanewise(ROL, 10)));
      h1 = g1;
      g1 = f1;
      f1 = e1;
      e1 = INT_VECTOR.cast(d1.add(t1));
      d1 = c1;
      c1 = b1;
      b1 = a1;
      a1 = INT_VECTOR.cast(u1.add(t1));
      IntVector x1 = IntVector.fromArray(INTS, schedule, at + ROW + LANES);
      IntVector y1 = IntVector.fromArray(INTS, schedule, at + 14 * ROW + LANES);
      IntVector later1 =
          w1.add(IntVector.fromArray(INTS, schedule, at + 9 * ROW + LANES))
              .add(
                  x1.lanewise(ROL, 25)
                      .lanewise(XOR, x1.lanewise(ROL, 14))
                      .lanewise(XOR, x1.lanewise(LSHR, 3)))
              .add(
                  y1.lanewise(ROL, 15)
                      .lanewise(XOR, y1.lanewise(ROL, 13))
                      .lanewise(XOR, y1.lanewise(LSHR, 10)));
      INT_VECTOR.cast(later1).intoArray(schedule, at + 16 * ROW + LANES);
    }
    INT_VECTOR.cast(a0).intoArray(to0, 0);
    INT_VECTOR.cast(b0).intoArray(to0, LANES);
    INT_VECTOR.cast(c0).intoArray(to0, 2 * LANES);
    INT_VECTOR.cast(d0).intoArray(to0, 3 * LANES);
    INT_VECTOR.cast(e0).intoArray(to0, 4 * LANES);
    INT_VECTOR.cast(f0).intoArray(to0, 5 * LANES);
    INT_VECTOR.cast(g0).intoArray(to0, 6 * LANES);
    INT_VECTOR.cast(h0).intoArray(to0, 7 * LANES);
    INT_VECTOR.cast(a1).intoArray(to1, 0);
    INT_VECTOR.cast(b1).intoArray(to1, LANES);
    INT_VECTOR.cast(c1).intoArray(to1, 2 * LANES);
    INT_VECTOR.cast(d1).intoArray(to1, 3 * LANES);
    INT_VECTOR.cast(e1).intoArray(to1, 4 * LANES);
    INT_VECTOR.cast(f1).intoArray(to1, 5 * LANES);
    INT_VECTOR.cast(g1).intoArray(to1, 6 * LANES);
    INT_VECTOR.cast(h1).intoArray(to1, 7 * LANES);
  }

  /**
   * The rounds from {@code first} to 63, for which the schedule is complete, and the sum with the
   * previous state.
   */
  private static void rounds(
      int first, int[] schedule, int[] from0, int[] from1, int[] state0, int[] state1) {
    IntVector a0 = IntVector.fromArray(INTS, from0, 0);
    IntVector b0 = IntVector.fromArray(INTS, from0, LANES);
    IntVector c0 = IntVector.fromArray(INTS, from0, 2 * LANES);
    IntVector d0 = IntVector.fromArray(INTS, from0, 3 * LANES);
    IntVector e0 = IntVector.fromArray(INTS, from0, 4 * LANES);
    IntVector f0 = IntVector.fromArray(INTS, from0, 5 * LANES);
    IntVector g0 = IntVector.fromArray(INTS, from0, 6 * LANES);
    IntVector h0 = IntVector.fromArray(INTS, from0, 7 * LANES);
    IntVector a1 = IntVector.fromArray(INTS, from1, 0);
    IntVector b1 = IntVector.fromArray(INTS, from1, LANES);
    IntVector c1 = IntVector.fromArray(INTS, from1, 2 * LANES);
    IntVector d1 = IntVector.fromArray(INTS, from1, 3 * LANES);
    IntVector e1 = IntVector.fromArray(INTS, from1, 4 * LANES);
    IntVector f1 = IntVector.fromArray(INTS, from1, 5 * LANES);
    IntVector g1 = IntVector.fromArray(INTS, from1, 6 * LANES);
    IntVector h1 = IntVector.fromArray(INTS, from1, 7 * LANES);
    for (int i = first; i < ROUNDS; i++) {
      int at = i * ROW;
      IntVector k = IntVector.fromArray(INTS, K, i * LANES);
      IntVector w0 = IntVector.fromArray(INTS, schedule, at);
      IntVector t0 =
          h0.add(k)
              .add(w0)
              .add(g0.bitwiseBlend(f0, e0))
              .add(
                  e0.lanewise(ROL, 26)
                      .lanewise(XOR, e0.lanewise(ROL, 21))
                      .lanewise(XOR, e0.lanewise(ROL, 7)));
      IntVector u0 =
          a0.lanewise(AND, b0)
              .lanewise(OR, c0.lanewise(AND, a0.lanewise(OR, b0)))
              .add(
                  a0.lanewise(ROL, 30)
                      .lanewise(XOR, a0.lanewise(ROL, 19))
                      .lanewise(XOR, a0.lanewise(ROL, 10)));
      h0 = g0;
      g0 = f0;
      f0 = e0;
      e0 = d0.add(t0);
      d0 = c0;
      c0 = b0;
      b0 = a0;
      a0 = u0.add(t0);
      IntVector w1 = IntVector.fromArray(INTS, schedule, at + LANES);
      IntVector t1 =
          h1.add(k)
              .add(w1)
              .add(g1.bitwiseBlend(f1, e1))
              .add(
                  e1.lanewise(ROL, 26)
                      .lanewise(XOR, e1.lanewise(ROL, 21))
                      .lanewise(XOR, e1.lanewise(ROL, 7)));
      IntVector u1 =
          a1.lanewise(AND, b1)
              .lanewise(OR, c1.lanewise(AND, a1.lanewise(OR, b1)))
              .add(
                  a1.lanewise(ROL, 30)
                      .lanewise(XOR, a1.lanewise(ROL, 19))
                      .lanewise(XOR, a1.lanewise(ROL, 10)));
      h1 = g1;
      g1 = f1;
      f1 = e1;
      e1 = d1.add(t1);
      d1 = c1;
      c1 = b1;
      b1 = a1;
      a1 = u1.add(t1);
    }
    INT_VECTOR.cast(a0.add(IntVector.fromArray(INTS, state0, 0))).intoArray(state0, 0);
    INT_VECTOR.cast(b0.add(IntVector.fromArray(INTS, state0, LANES))).intoArray(state0, LANES);
    INT_VECTOR
        .cast(c0.add(IntVector.fromArray(INTS, state0, 2 * LANES)))
        .intoArray(state0, 2 * LANES);
    INT_VECTOR
        .cast(d0.add(IntVector.fromArray(INTS, state0, 3 * LANES)))
        .intoArray(state0, 3 * LANES);
    INT_VECTOR
        .cast(e0.add(IntVector.fromArray(INTS, state0, 4 * LANES)))
        .intoArray(state0, 4 * LANES);
    INT_VECTOR
        .cast(f0.add(IntVector.fromArray(INTS, state0, 5 * LANES)))
        .intoArray(state0, 5 * LANES);
    INT_VECTOR
        .cast(g0.add(IntVector.fromArray(INTS, state0, 6 * LANES)))
        .intoArray(state0, 6 * LANES);
    INT_VECTOR
        .cast(h0.add(IntVector.fromArray(INTS, state0, 7 * LANES)))
        .intoArray(state0, 7 * LANES);
    INT_VECTOR.cast(a1.add(IntVector.fromArray(INTS, state1, 0))).intoArray(state1, 0);
    INT_VECTOR.cast(b1.add(IntVector.fromArray(INTS, state1, LANES))).intoArray(state1, LANES);
    INT_VECTOR
        .cast(c1.add(IntVector.fromArray(INTS, state1, 2 * LANES)))
        .intoArray(state1, 2 * LANES);
    INT_VECTOR
        .cast(d1.add(IntVector.fromArray(INTS, state1, 3 * LANES)))
        .intoArray(state1, 3 * LANES);
    INT_VECTOR
        .cast(e1.add(IntVector.fromArray(INTS, state1, 4 * LANES)))
        .intoArray(state1, 4 * LANES);
    INT_VECTOR
        .cast(f1.add(IntVector.fromArray(INTS, state1, 5 * LANES)))
        .intoArray(state1, 5 * LANES);
    INT_VECTOR
        .cast(g1.add(IntVector.fromArray(INTS, state1, 6 * LANES)))
        .intoArray(state1, 6 * LANES);
    INT_VECTOR
        .cast(h1.add(IntVector.fromArray(INTS, state1, 7 * LANES)))
        .intoArray(state1, 7 * LANES);
  }
}
