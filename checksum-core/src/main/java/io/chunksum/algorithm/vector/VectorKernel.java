// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.vector;

import io.chunksum.algorithm.lanes.LaneBlocks;
import io.chunksum.algorithm.lanes.LaneKernel;
import io.chunksum.internal.BigEndian;
import io.chunksum.internal.LittleEndian;
import java.nio.ByteBuffer;
import java.util.Arrays;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * What the MD5 and SHA-256 kernels share: the transposition of the blocks, and two sets of vectors
 * that advance together, because one alone would wait for itself at each step.
 *
 * <p>A set has as many lanes as a vector has ints. Its input is a matrix of longs with one row for
 * each 8 bytes of a block and one column per lane, filled column by column. When an algorithm first
 * needs a row, it takes it as two vectors, low and high half, and unzips them into one vector of
 * the first words and one of the second. An algorithm with big-endian words reverses their bytes at
 * that point, so the loading loops are the same for all:
 *
 * <pre>
 * row of longs, 4 lanes    a1a0 b1b0 | c1c0 d1d0      1 and 0: second and first word of 8 bytes
 * unzipped to ints         a0 c0 b0 d0 | a1 c1 b1 d1
 * </pre>
 *
 * <p>So lane {@code n} of the first half of lanes is in int {@code 2n} of a vector, and lane {@code
 * n} of the second half in int {@code 2n + 1}; on big-endian processors it is the other way round.
 * No element is ever shuffled.
 */
abstract class VectorKernel extends LaneKernel {

  /** The widest shape of this machine. The compiler needs it to be a constant. */
  static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;

  static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;

  /**
   * The class of all vectors of ints here, for casts. C2 puts off the last vector operations of a
   * method as long as a round of MD5 or SHA-256, and does not know then of which class their
   * results are, unless it is told. That of JDK 21 gives up on storing such a vector, and makes an
   * object of it each time (<a href="https://bugs.openjdk.org/browse/JDK-8302459">JDK-8302459</a>).
   * Which operations are the last ones depends on what else the JVM has run.
   */
  static final Class<? extends IntVector> INT_VECTOR =
      INTS.vectorType().asSubclass(IntVector.class);

  /** Lanes of a set: ints in a vector. */
  static final int LANES = INTS.length();

  /** Longs in a vector. */
  static final int HALF = LANES / 2;

  /** Words of a block. */
  static final int WORDS = BLOCK_BYTES / Integer.BYTES;

  /** Longs of a block. */
  private static final int LONGS_PER_BLOCK = BLOCK_BYTES / Long.BYTES;

  /** Longs of a block of all lanes of a set: the distance from block to block in the input. */
  static final int BLOCK_LONGS = WORDS * HALF;

  private static final int SETS = 2;

  /** Fewer would go to memory too often; more would not fit in the first-level cache. */
  private static final int LOAD_BLOCKS = 8;

  /** The low half of a long. */
  static final long LOW = 0xffffffffL;

  /**
   * Which of two ints the low half of a long becomes: the first, according to the API
   * documentation, but the second if a processor puts the high half first.
   */
  private static final int LOW_INT =
      LongVector.broadcast(LONGS, LOW).reinterpretAsInts().lane(0) == 0 ? 1 : 0;

  /** Input of each set. */
  long[] input0 = new long[LOAD_BLOCKS * BLOCK_LONGS];

  long[] input1 = new long[LOAD_BLOCKS * BLOCK_LONGS];

  /** State of each set, one vector for each word. */
  final int[] state0;

  final int[] state1;

  private final int[] initial;

  VectorKernel(boolean bigEndian, int... initial) {
    super(SETS * LANES, LOAD_BLOCKS, bigEndian, initial.length * Integer.BYTES);
    this.initial = initial;
    this.state0 = new int[initial.length * LANES];
    this.state1 = new int[initial.length * LANES];
  }

  /** Repeats each constant of an algorithm over a vector. */
  static int[] broadcast(int... constants) {
    int[] repeated = new int[constants.length * LANES];
    for (int i = 0; i < constants.length; i++) {
      Arrays.fill(repeated, i * LANES, (i + 1) * LANES, constants[i]);
    }
    return repeated;
  }

  @Override
  public final void start(int count) {
    for (int i = 0; i < initial.length; i++) {
      Arrays.fill(state0, i * LANES, (i + 1) * LANES, initial[i]);
      Arrays.fill(state1, i * LANES, (i + 1) * LANES, initial[i]);
    }
  }

  @Override
  public final void load(LaneBlocks next, int count, int blocks) {
    for (int lane = 0; lane < count; lane++) {
      loadLane(next, lane, blocks, lane < LANES ? input0 : input1);
    }
  }

  /** Loads blocks of a lane into the input of its set, or into what will become that. */
  static void loadLane(LaneBlocks next, int lane, int blocks, long[] input) {
    if (blocks == LOAD_BLOCKS) {
      // Nearly always. The compiler knows the number of iterations and makes better loops.
      scatter(next, lane, input, LOAD_BLOCKS * LONGS_PER_BLOCK);
    } else {
      scatter(next, lane, input, blocks * LONGS_PER_BLOCK);
    }
  }

  private static void scatter(LaneBlocks next, int lane, long[] input, int count) {
    ByteBuffer buffer = next.buffer(lane);
    if (buffer == null) {
      scatter(next.array(lane), next.offset(lane), input, lane % LANES, count);
    } else {
      scatter(buffer, next.offset(lane), input, lane % LANES, count);
    }
  }

  /** Puts {@code count} longs into a column of the input, row by row. */
  private static void scatter(byte[] source, int offset, long[] input, int column, int count) {
    for (int i = 0; i < count; i++) {
      input[i * LANES + column] = LittleEndian.getLong(source, offset + i * Long.BYTES);
    }
  }

  private static void scatter(ByteBuffer source, int offset, long[] input, int column, int count) {
    for (int i = 0; i < count; i++) {
      input[i * LANES + column] = source.getLong(offset + i * Long.BYTES);
    }
  }

  @Override
  public final void loadSame(byte[] block) {
    for (int i = 0; i < LONGS_PER_BLOCK; i++) {
      long words = LittleEndian.getLong(block, i * Long.BYTES);
      Arrays.fill(input0, i * LANES, (i + 1) * LANES, words);
      Arrays.fill(input1, i * LANES, (i + 1) * LANES, words);
    }
  }

  @Override
  public final void compress(int blocks) {
    for (int at = 0; at < blocks * BLOCK_LONGS; at += BLOCK_LONGS) {
      compressBlock(at);
    }
  }

  /**
   * Advances both sets over the block that begins at an index of the input.
   *
   * @implSpec All vector operations are in methods long enough, at more than 325 bytes of bytecode,
   *     that C2 does not inline them. In a caller that is long itself, C2 may stop halfway through
   *     vector operations, and what it has not inlined makes garbage.
   */
  abstract void compressBlock(int at);

  @Override
  public final void digest(int lane, byte[] target, int offset) {
    int[] state = lane < LANES ? state0 : state1;
    int column = lane % LANES;
    int at = column < HALF ? 2 * column + LOW_INT : 2 * (column - HALF) + 1 - LOW_INT;
    for (int i = 0; i < initial.length; i++) {
      int word = state[i * LANES + at];
      int to = offset + i * Integer.BYTES;
      if (bigEndian()) {
        BigEndian.putInt(target, to, word);
      } else {
        LittleEndian.putInt(target, to, word);
      }
    }
  }
}
