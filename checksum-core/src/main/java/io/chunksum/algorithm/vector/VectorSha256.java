// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.vector;

import static jdk.incubator.vector.VectorOperators.AND;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.OR;
import static jdk.incubator.vector.VectorOperators.ROL;
import static jdk.incubator.vector.VectorOperators.XOR;

import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;

/**
 * SHA-256 (FIPS 180-4) in two sets of lanes. Names follow sections 4.1.2 and 6.2.2 of the standard:
 * a to h are the state, w the message schedule, k the constants; the digit is the set. Right
 * rotations are written as left ones.
 */
public final class VectorSha256 extends VectorKernel {

  private static final int ROUNDS = 64;

  /** Every other byte of a word, the highest one among them. */
  private static final int EVERY_OTHER_BYTE = 0xff00ff00;

  private static final int[] K =
      broadcast(
          0x428a2f98,
          0x71374491,
          0xb5c0fbcf,
          0xe9b5dba5,
          0x3956c25b,
          0x59f111f1,
          0x923f82a4,
          0xab1c5ed5,
          0xd807aa98,
          0x12835b01,
          0x243185be,
          0x550c7dc3,
          0x72be5d74,
          0x80deb1fe,
          0x9bdc06a7,
          0xc19bf174,
          0xe49b69c1,
          0xefbe4786,
          0x0fc19dc6,
          0x240ca1cc,
          0x2de92c6f,
          0x4a7484aa,
          0x5cb0a9dc,
          0x76f988da,
          0x983e5152,
          0xa831c66d,
          0xb00327c8,
          0xbf597fc7,
          0xc6e00bf3,
          0xd5a79147,
          0x06ca6351,
          0x14292967,
          0x27b70a85,
          0x2e1b2138,
          0x4d2c6dfc,
          0x53380d13,
          0x650a7354,
          0x766a0abb,
          0x81c2c92e,
          0x92722c85,
          0xa2bfe8a1,
          0xa81a664b,
          0xc24b8b70,
          0xc76c51a3,
          0xd192e819,
          0xd6990624,
          0xf40e3585,
          0x106aa070,
          0x19a4c116,
          0x1e376c08,
          0x2748774c,
          0x34b0bcb5,
          0x391c0cb3,
          0x4ed8aa4a,
          0x5b9cca4f,
          0x682e6ff3,
          0x748f82ee,
          0x78a5636f,
          0x84c87814,
          0x8cc70208,
          0x90befffa,
          0xa4506ceb,
          0xbef9a3f7,
          0xc67178f2);

  /** Message schedule of each set, one vector for each round. */
  private final int[] schedule0 = new int[ROUNDS * LANES];

  private final int[] schedule1 = new int[ROUNDS * LANES];

  /** Creates a kernel as wide as the machine. */
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

  @Override
  void compressBlock(int at) {
    copyBlock(input0, at, schedule0);
    copyBlock(input1, at, schedule1);
    extend(schedule0, schedule1);
    rounds(schedule0, schedule1, state0, state1);
  }

  /** The first 16 words of the schedule are the block, unzipped and with the first byte highest. */
  private static void copyBlock(long[] input, int block, int[] schedule) {
    for (int i = 0; i < WORDS; i += 2) {
      LongVector low = LongVector.fromArray(LONGS, input, block + i * HALF);
      LongVector high = LongVector.fromArray(LONGS, input, block + (i + 1) * HALF);
      IntVector even =
          low.lanewise(AND, LOW)
              .lanewise(OR, high.lanewise(LSHL, Integer.SIZE))
              .reinterpretAsInts();
      IntVector odd =
          low.lanewise(LSHR, Integer.SIZE)
              .lanewise(OR, high.lanewise(AND, ~LOW))
              .reinterpretAsInts();
      even.lanewise(ROL, 8)
          .bitwiseBlend(even.lanewise(ROL, 24), EVERY_OTHER_BYTE)
          .intoArray(schedule, i * LANES);
      odd.lanewise(ROL, 8)
          .bitwiseBlend(odd.lanewise(ROL, 24), EVERY_OTHER_BYTE)
          .intoArray(schedule, (i + 1) * LANES);
    }
  }

  /** Words 16 to 63 of the schedule, two at a time. */
  private static void extend(int[] schedule0, int[] schedule1) {
    IntVector w0 = IntVector.fromArray(INTS, schedule0, 14 * LANES);
    IntVector w1 = IntVector.fromArray(INTS, schedule1, 14 * LANES);
    IntVector x0 = IntVector.fromArray(INTS, schedule0, 15 * LANES);
    IntVector x1 = IntVector.fromArray(INTS, schedule1, 15 * LANES);
    for (int t = 0; t < (ROUNDS - WORDS) * LANES; t += 2 * LANES) {
      IntVector y0 = IntVector.fromArray(INTS, schedule0, t + LANES);
      IntVector z0 = IntVector.fromArray(INTS, schedule0, t + 2 * LANES);
      IntVector sigma0 =
          w0.lanewise(ROL, 15)
              .lanewise(XOR, w0.lanewise(ROL, 13))
              .lanewise(XOR, w0.lanewise(LSHR, 10));
      IntVector tau0 =
          y0.lanewise(ROL, 25)
              .lanewise(XOR, y0.lanewise(ROL, 14))
              .lanewise(XOR, y0.lanewise(LSHR, 3));
      w0 =
          sigma0
              .add(tau0)
              .add(IntVector.fromArray(INTS, schedule0, t))
              .add(IntVector.fromArray(INTS, schedule0, t + 9 * LANES));
      w0.intoArray(schedule0, t + 16 * LANES);
      sigma0 =
          x0.lanewise(ROL, 15)
              .lanewise(XOR, x0.lanewise(ROL, 13))
              .lanewise(XOR, x0.lanewise(LSHR, 10));
      tau0 =
          z0.lanewise(ROL, 25)
              .lanewise(XOR, z0.lanewise(ROL, 14))
              .lanewise(XOR, z0.lanewise(LSHR, 3));
      x0 = sigma0.add(tau0).add(y0).add(IntVector.fromArray(INTS, schedule0, t + 10 * LANES));
      x0.intoArray(schedule0, t + 17 * LANES);
      IntVector y1 = IntVector.fromArray(INTS, schedule1, t + LANES);
      IntVector z1 = IntVector.fromArray(INTS, schedule1, t + 2 * LANES);
      IntVector sigma1 =
          w1.lanewise(ROL, 15)
              .lanewise(XOR, w1.lanewise(ROL, 13))
              .lanewise(XOR, w1.lanewise(LSHR, 10));
      IntVector tau1 =
          y1.lanewise(ROL, 25)
              .lanewise(XOR, y1.lanewise(ROL, 14))
              .lanewise(XOR, y1.lanewise(LSHR, 3));
      w1 =
          sigma1
              .add(tau1)
              .add(IntVector.fromArray(INTS, schedule1, t))
              .add(IntVector.fromArray(INTS, schedule1, t + 9 * LANES));
      w1.intoArray(schedule1, t + 16 * LANES);
      sigma1 =
          x1.lanewise(ROL, 15)
              .lanewise(XOR, x1.lanewise(ROL, 13))
              .lanewise(XOR, x1.lanewise(LSHR, 10));
      tau1 =
          z1.lanewise(ROL, 25)
              .lanewise(XOR, z1.lanewise(ROL, 14))
              .lanewise(XOR, z1.lanewise(LSHR, 3));
      x1 = sigma1.add(tau1).add(y1).add(IntVector.fromArray(INTS, schedule1, t + 10 * LANES));
      x1.intoArray(schedule1, t + 17 * LANES);
    }
  }

  /** All rounds, two at a time; after two the names of the state have moved on by two. */
  private static void rounds(int[] schedule0, int[] schedule1, int[] state0, int[] state1) {
    IntVector a0 = IntVector.fromArray(INTS, state0, 0);
    IntVector b0 = IntVector.fromArray(INTS, state0, LANES);
    IntVector c0 = IntVector.fromArray(INTS, state0, 2 * LANES);
    IntVector d0 = IntVector.fromArray(INTS, state0, 3 * LANES);
    IntVector e0 = IntVector.fromArray(INTS, state0, 4 * LANES);
    IntVector f0 = IntVector.fromArray(INTS, state0, 5 * LANES);
    IntVector g0 = IntVector.fromArray(INTS, state0, 6 * LANES);
    IntVector h0 = IntVector.fromArray(INTS, state0, 7 * LANES);
    IntVector a1 = IntVector.fromArray(INTS, state1, 0);
    IntVector b1 = IntVector.fromArray(INTS, state1, LANES);
    IntVector c1 = IntVector.fromArray(INTS, state1, 2 * LANES);
    IntVector d1 = IntVector.fromArray(INTS, state1, 3 * LANES);
    IntVector e1 = IntVector.fromArray(INTS, state1, 4 * LANES);
    IntVector f1 = IntVector.fromArray(INTS, state1, 5 * LANES);
    IntVector g1 = IntVector.fromArray(INTS, state1, 6 * LANES);
    IntVector h1 = IntVector.fromArray(INTS, state1, 7 * LANES);
    for (int t = 0; t < ROUNDS * LANES; t += 2 * LANES) {
      IntVector k = IntVector.fromArray(INTS, K, t);
      IntVector u0 =
          h0.add(IntVector.fromArray(INTS, schedule0, t).add(k)).add(g0.bitwiseBlend(f0, e0));
      u0 =
          u0.add(
              e0.lanewise(ROL, 26)
                  .lanewise(XOR, e0.lanewise(ROL, 21))
                  .lanewise(XOR, e0.lanewise(ROL, 7)));
      d0 = d0.add(u0);
      h0 =
          a0.lanewise(AND, b0)
              .lanewise(OR, c0.lanewise(AND, a0.lanewise(OR, b0)))
              .add(
                  a0.lanewise(ROL, 30)
                      .lanewise(XOR, a0.lanewise(ROL, 19))
                      .lanewise(XOR, a0.lanewise(ROL, 10)))
              .add(u0);
      IntVector u1 =
          h1.add(IntVector.fromArray(INTS, schedule1, t).add(k)).add(g1.bitwiseBlend(f1, e1));
      u1 =
          u1.add(
              e1.lanewise(ROL, 26)
                  .lanewise(XOR, e1.lanewise(ROL, 21))
                  .lanewise(XOR, e1.lanewise(ROL, 7)));
      d1 = d1.add(u1);
      h1 =
          a1.lanewise(AND, b1)
              .lanewise(OR, c1.lanewise(AND, a1.lanewise(OR, b1)))
              .add(
                  a1.lanewise(ROL, 30)
                      .lanewise(XOR, a1.lanewise(ROL, 19))
                      .lanewise(XOR, a1.lanewise(ROL, 10)))
              .add(u1);
      k = IntVector.fromArray(INTS, K, t + LANES);
      u0 =
          g0.add(IntVector.fromArray(INTS, schedule0, t + LANES).add(k))
              .add(f0.bitwiseBlend(e0, d0));
      u0 =
          u0.add(
              d0.lanewise(ROL, 26)
                  .lanewise(XOR, d0.lanewise(ROL, 21))
                  .lanewise(XOR, d0.lanewise(ROL, 7)));
      c0 = c0.add(u0);
      g0 =
          h0.lanewise(AND, a0)
              .lanewise(OR, b0.lanewise(AND, h0.lanewise(OR, a0)))
              .add(
                  h0.lanewise(ROL, 30)
                      .lanewise(XOR, h0.lanewise(ROL, 19))
                      .lanewise(XOR, h0.lanewise(ROL, 10)))
              .add(u0);
      u1 =
          g1.add(IntVector.fromArray(INTS, schedule1, t + LANES).add(k))
              .add(f1.bitwiseBlend(e1, d1));
      u1 =
          u1.add(
              d1.lanewise(ROL, 26)
                  .lanewise(XOR, d1.lanewise(ROL, 21))
                  .lanewise(XOR, d1.lanewise(ROL, 7)));
      c1 = c1.add(u1);
      g1 =
          h1.lanewise(AND, a1)
              .lanewise(OR, b1.lanewise(AND, h1.lanewise(OR, a1)))
              .add(
                  h1.lanewise(ROL, 30)
                      .lanewise(XOR, h1.lanewise(ROL, 19))
                      .lanewise(XOR, h1.lanewise(ROL, 10)))
              .add(u1);
      IntVector p0 = g0;
      IntVector q0 = h0;
      g0 = e0;
      h0 = f0;
      e0 = c0;
      f0 = d0;
      c0 = a0;
      d0 = b0;
      a0 = p0;
      b0 = q0;
      IntVector p1 = g1;
      IntVector q1 = h1;
      g1 = e1;
      h1 = f1;
      e1 = c1;
      f1 = d1;
      c1 = a1;
      d1 = b1;
      a1 = p1;
      b1 = q1;
    }
    a0.add(IntVector.fromArray(INTS, state0, 0)).intoArray(state0, 0);
    b0.add(IntVector.fromArray(INTS, state0, LANES)).intoArray(state0, LANES);
    c0.add(IntVector.fromArray(INTS, state0, 2 * LANES)).intoArray(state0, 2 * LANES);
    d0.add(IntVector.fromArray(INTS, state0, 3 * LANES)).intoArray(state0, 3 * LANES);
    e0.add(IntVector.fromArray(INTS, state0, 4 * LANES)).intoArray(state0, 4 * LANES);
    f0.add(IntVector.fromArray(INTS, state0, 5 * LANES)).intoArray(state0, 5 * LANES);
    g0.add(IntVector.fromArray(INTS, state0, 6 * LANES)).intoArray(state0, 6 * LANES);
    h0.add(IntVector.fromArray(INTS, state0, 7 * LANES)).intoArray(state0, 7 * LANES);
    a1.add(IntVector.fromArray(INTS, state1, 0)).intoArray(state1, 0);
    b1.add(IntVector.fromArray(INTS, state1, LANES)).intoArray(state1, LANES);
    c1.add(IntVector.fromArray(INTS, state1, 2 * LANES)).intoArray(state1, 2 * LANES);
    d1.add(IntVector.fromArray(INTS, state1, 3 * LANES)).intoArray(state1, 3 * LANES);
    e1.add(IntVector.fromArray(INTS, state1, 4 * LANES)).intoArray(state1, 4 * LANES);
    f1.add(IntVector.fromArray(INTS, state1, 5 * LANES)).intoArray(state1, 5 * LANES);
    g1.add(IntVector.fromArray(INTS, state1, 6 * LANES)).intoArray(state1, 6 * LANES);
    h1.add(IntVector.fromArray(INTS, state1, 7 * LANES)).intoArray(state1, 7 * LANES);
  }
}
