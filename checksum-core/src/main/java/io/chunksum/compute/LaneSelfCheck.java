// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import com.sun.management.ThreadMXBean;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.algorithm.lanes.LaneDigester;
import io.chunksum.algorithm.lanes.LaneKernel;
import io.chunksum.algorithm.lanes.PairDigester;
import io.chunksum.buffer.ChunkBuffer;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether lanes are correct, free of garbage and faster than {@code MessageDigest} in this
 * JVM, one window at a time or two, by digesting the same windows in all these ways until the
 * compiler has done its work.
 *
 * <p>None of the three can be taken for granted: until it is compiled, the code of the Vector API
 * is a hundred times slower than {@code MessageDigest} and makes hundreds of megabytes of garbage,
 * and it stays that way if one of the JVM's compilers gives up on it.
 */
final class LaneSelfCheck {

  /**
   * What was found.
   *
   * @param passed whether the lanes should be used
   * @param speed how many times as fast as MessageDigest they are, which goes one by one
   * @param gain how many times as fast they are as MessageDigest in its better way
   * @param minWindows with fewer windows than that, they may be slower
   * @param messageDigestNanosPerByte time that MessageDigest takes, in its better way
   * @param reason the reason, in words
   */
  record Outcome(
      boolean passed,
      double speed,
      double gain,
      int minWindows,
      double messageDigestNanosPerByte,
      String reason) {

    static Outcome failed(String reason) {
      return new Outcome(false, 1, 1, 1, 0, reason);
    }
  }

  /** As many windows as the widest lanes, short enough that a pass takes milliseconds. */
  private static final int WINDOW_BYTES = 4096;

  private static final int WINDOWS = 256;
  private static final int CONTENT_BYTES = WINDOW_BYTES * WINDOWS;

  /**
   * Odd, so that windows straddle pieces, and more than what the widest vectors take at a time, so
   * that some of their groups straddle none. Every other piece is outside the heap, and no two of
   * these are alike: the JVM has a class or a way to read for each, and code compiled for one is of
   * no use for another.
   */
  private static final int PIECE_BYTES = 200_007;

  private static final int WARM_UP_ROUNDS = 3;
  private static final int ROUNDS = 30;

  /** Less is not worth a change of engine. */
  private static final double MIN_SPEED = 1.2;

  /** The least gain over MessageDigest with two windows at a time, where that is faster. */
  private static final double MIN_GAIN = 1.1;

  /** Safety margin on the measured gain when there are fewer windows than lanes. */
  private static final double CAUTION = 1.2;

  /** A small group has a window for this many lanes. */
  private static final int FEW = 8;

  private final StreamingChecksum messageDigest;

  /** Digests two windows at a time; null for a type that cannot. */
  private final @Nullable PairDigester pairs;

  private final LaneDigester lanes;
  private final byte[] content = new byte[CONTENT_BYTES];
  private final ChunkBuffer chunk;
  private final BatchWindows scattered;
  private final ChunkRun sideBySide = new ChunkRun();
  private final byte[] expected;
  private final byte[] actual;
  private final int digestLength;

  private LaneSelfCheck(ChecksumType type, LaneKernel kernel, ArenaMemory arenas) {
    this.messageDigest = ChecksumAlgorithms.of(type).newChecksum();
    this.pairs = type.equals(ChecksumType.SHA256) ? PairDigester.sha256() : null;
    this.lanes = new LaneDigester(kernel);
    this.digestLength = type.checksumLength();
    new Random(content.length).nextBytes(content);
    this.chunk = inPieces(content, arenas);
    this.scattered = new BatchWindows(lanes.lanes());
    this.expected = new byte[WINDOWS * digestLength];
    this.actual = new byte[WINDOWS * digestLength];
  }

  private static ChunkBuffer inPieces(byte[] content, ArenaMemory arenas) {
    ChunkBuffer.Builder builder = ChunkBuffer.builder();
    int piece = 0;
    for (int at = 0; at < content.length; at += PIECE_BYTES) {
      int length = Math.min(PIECE_BYTES, content.length - at);
      ByteBuffer bytes = ByteBuffer.wrap(content, at, length);
      switch (piece) {
        case 1 -> builder.add(ByteBuffer.allocateDirect(length).put(bytes).flip());
        case 3 -> builder.add(arenas.forAllThreads(length).put(bytes).flip().asReadOnlyBuffer());
        case 5 -> builder.add(arenas.forThisThread(length).put(bytes).flip());
        default -> builder.add(bytes);
      }
      piece++;
    }
    return builder.build();
  }

  /** Whether the JVM counts what the current thread allocates. It does not for virtual threads. */
  static boolean garbageIsCounted() {
    return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean thread
        && thread.isThreadAllocatedMemorySupported()
        && thread.getCurrentThreadAllocatedBytes() >= 0;
  }

  /**
   * Checks the lanes of a type. Takes up to several seconds, or a minute on a busy machine.
   *
   * @throws OutOfMemoryError if there is too little memory to check them, which says nothing about
   *     them; 450 KB of it must be outside the heap
   * @throws TimeoutException if there is too little processor time, which says nothing either
   */
  static Outcome run(ChecksumType type, Supplier<LaneKernel> kernels) throws TimeoutException {
    try (ArenaMemory arenas = new ArenaMemory()) {
      return new LaneSelfCheck(type, kernels.get(), arenas).check();
    } catch (OutOfMemoryError e) {
      throw e;
    } catch (RuntimeException | Error e) {
      return Outcome.failed("failed: " + e);
    }
  }

  private Outcome check() throws TimeoutException {
    if (!rightForAllLengths()) {
      return Outcome.failed("gave a wrong digest");
    }
    if (!garbageIsCounted()) {
      return Outcome.failed("cannot be checked for garbage: this JVM does not count it");
    }
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Rounds warmUp =
        new LaneWarmUp(processorTime(), System::nanoTime)
            .run(() -> measure(WARM_UP_ROUNDS, thread));
    Rounds rounds = warmUp.good() ? measure(ROUNDS, thread) : warmUp;
    if (!rounds.right || !rightForAllLengths()) {
      return Outcome.failed("gave a wrong digest once compiled");
    }
    return rounds.outcome(rounds.good() ? minWindows(rounds) : lanes.lanes());
  }

  /** Measures groups that leave most lanes idle, too: not all lanes are cheaper then. */
  private int minWindows(Rounds rounds) {
    int few = Math.max(1, lanes.lanes() / FEW);
    long fewNanos = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      digestInLanes(few);
      fewNanos = Math.min(fewNanos, System.nanoTime() - start);
    }
    return minWindows(lanes.lanes(), rounds.lanesNanos, few, fewNanos, rounds.betterNanos());
  }

  /**
   * Returns the least number of windows that pays off. Each group takes a time of its own, and a
   * time for each of its windows, which is next to nothing where all lanes advance together
   * whatever they hold.
   *
   * @param lanes number of windows in a full group
   * @param lanesNanos time for the content in full groups
   * @param few number of windows in a small group; fewer have not been measured
   * @param fewNanos time for the content in small groups
   * @param otherNanos time for the content without lanes
   */
  static int minWindows(int lanes, long lanesNanos, int few, long fewNanos, long otherNanos) {
    double full = (double) lanesNanos * lanes / WINDOWS;
    double small = (double) fewNanos * few / WINDOWS;
    double ofWindow = lanes > few ? Math.max(0, (full - small) / (lanes - few)) : 0;
    double ofGroup = full - ofWindow * lanes;
    double saved = (double) otherNanos / WINDOWS - CAUTION * ofWindow;
    double enough = saved > 0 ? Math.ceil(CAUTION * ofGroup / saved) : lanes;
    return (int) Math.max(few, Math.min(lanes, enough));
  }

  /** Processor time of the current thread; the clock if the JVM does not count that. */
  private static LongSupplier processorTime() {
    return ProcessorTime.ofThisThread() == ProcessorTime.UNKNOWN
        ? System::nanoTime
        : ProcessorTime::ofThisThread;
  }

  /**
   * Some passes over the content. Only the least time and the least garbage matter: anything else
   * that the machine and the JVM do, such as linking code that runs for the first time, can only
   * add to them.
   */
  record Rounds(
      boolean right, long garbage, long lanesNanos, long messageDigestNanos, long pairsNanos) {

    double speed() {
      return (double) messageDigestNanos / lanesNanos;
    }

    double gain() {
      return (double) betterNanos() / lanesNanos;
    }

    long betterNanos() {
      return Math.min(messageDigestNanos, pairsNanos);
    }

    /** These, with MessageDigest as fast as here or in other rounds. */
    Rounds withMessageDigestOf(Rounds other) {
      return new Rounds(
          right,
          garbage,
          lanesNanos,
          Math.min(messageDigestNanos, other.messageDigestNanos),
          Math.min(pairsNanos, other.pairsNanos));
    }

    boolean good() {
      return right && garbage == 0 && speed() >= MIN_SPEED && gain() >= MIN_GAIN;
    }

    /** The outcome of these measurements, for lanes whose digests are right. */
    Outcome outcome(int minWindows) {
      String found = String.format(Locale.ROOT, "%.2f times as fast as MessageDigest", speed());
      if (gain() < speed()) {
        found += String.format(Locale.ROOT, ", %.2f times as fast as two at a time", gain());
      }
      if (!good()) {
        return Outcome.failed(found + (garbage == 0 ? "" : ", with garbage"));
      }
      double nanosPerByte = (double) betterNanos() / CONTENT_BYTES;
      return new Outcome(true, speed(), gain(), minWindows, nanosPerByte, found);
    }
  }

  private Rounds measure(int count, ThreadMXBean thread) {
    boolean right = true;
    long garbage = Long.MAX_VALUE;
    long lanesNanos = Long.MAX_VALUE;
    long messageDigestNanos = Long.MAX_VALUE;
    long pairsNanos = Long.MAX_VALUE;
    for (int round = 0; round < count; round++) {
      long allocated = thread.getCurrentThreadAllocatedBytes();
      long start = System.nanoTime();
      digestInLanes(lanes.lanes());
      long middle = System.nanoTime();
      garbage = Math.min(garbage, thread.getCurrentThreadAllocatedBytes() - allocated);
      digestOneByOne();
      long end = System.nanoTime();
      lanesNanos = Math.min(lanesNanos, middle - start);
      messageDigestNanos = Math.min(messageDigestNanos, end - middle);
      if (pairs != null) {
        digestInPairs(pairs);
        pairsNanos = Math.min(pairsNanos, System.nanoTime() - end);
      }
      right &= Arrays.equals(actual, expected) && rightForFewer(round);
    }
    return new Rounds(right, garbage, lanesNanos, messageDigestNanos, pairsNanos);
  }

  /** Groups of windows of different lengths, at any offset in the pieces. */
  private boolean rightForAllLengths() {
    int count = Math.min(lanes.lanes(), WINDOWS);
    for (int shortest = 1; shortest <= 3 * LaneKernel.BLOCK_BYTES; shortest += 5) {
      if (!rightForLengths(count, shortest)) {
        return false;
      }
    }
    return true;
  }

  /**
   * A group that leaves lanes idle, as the last of most calls does. A compiler that has never seen
   * one leaves that case out, and the first in use would throw its code away.
   */
  private boolean rightForFewer(int round) {
    return rightForLengths(Math.max(1, lanes.lanes() / 2), 16 * LaneKernel.BLOCK_BYTES + round);
  }

  private boolean rightForLengths(int count, int shortest) {
    for (int lane = 0; lane < count; lane++) {
      int length = shortest + 3 * lane;
      int offset = lane * (WINDOW_BYTES + 1 - shortest);
      scattered.set(lane, chunk, offset, length);
      messageDigest.update(content, offset, length);
      messageDigest.finish(expected, lane * digestLength);
    }
    lanes.digest(scattered, count, actual, 0);
    return Arrays.equals(actual, 0, count * digestLength, expected, 0, count * digestLength);
  }

  private void digestInLanes(int group) {
    for (int window = 0; window < WINDOWS; window += group) {
      int count = Math.min(group, WINDOWS - window);
      sideBySide.set(chunk, (long) window * WINDOW_BYTES, WINDOW_BYTES);
      lanes.digest(sideBySide, count, actual, window * digestLength);
    }
  }

  private void digestOneByOne() {
    for (int window = 0; window < WINDOWS; window++) {
      messageDigest.update(content, window * WINDOW_BYTES, WINDOW_BYTES);
      messageDigest.finish(expected, window * digestLength);
    }
  }

  private void digestInPairs(PairDigester digester) {
    for (int window = 0; window < WINDOWS; window += 2) {
      sideBySide.set(chunk, (long) window * WINDOW_BYTES, WINDOW_BYTES);
      digester.digest(sideBySide, 0, true, expected, window * digestLength);
    }
  }
}
