// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.BatchConsumer;
import io.chunksum.compute.ChecksumBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The places around a window where bytes with its stored checksum are. Immutable.
 *
 * @param shifts how far they are from the window's own place, which is not among them
 * @param tries number of places that were examined
 */
record ShiftedPlaces(List<Long> shifts, int tries) {

  /** Maximum number of places: with more, the data repeats itself, and none says anything. */
  private static final int MAX_PLACES = 8;

  private static final ShiftedPlaces NONE = new ShiftedPlaces(List.of(), 0);

  /** Bytes read for one window where each place is computed from its first byte on. */
  private static final long TRIED_BYTES = 128 * 1024 * 1024;

  /** Chunks whose checksums are computed together: enough for any lanes. */
  private static final int AT_ONCE = 256;

  /** Likewise at first: data that repeats itself is known for that by a few. */
  private static final int FIRST_AT_ONCE = 2 * MAX_PLACES;

  private static final int SMALL_SHIFT = 8;
  private static final int SECTOR_BYTES = 512;

  ShiftedPlaces {
    shifts = List.copyOf(shifts);
  }

  /** Finds the places, if they are few. */
  static ShiftedPlaces of(BadWindow window, Evidence evidence) {
    int places = window.bytes().length - window.length() + 1;
    if (places < 1) {
      return NONE;
    }
    ChecksumAlgorithm algorithm = evidence.algorithm();
    ShiftedPlaces found =
        evidence
            .crc()
            .map(crc -> roll(window, places, algorithm, crc))
            .orElseGet(() -> tryEach(window, places, algorithm));
    return found.shifts.size() > MAX_PLACES ? new ShiftedPlaces(List.of(), found.tries) : found;
  }

  private static ShiftedPlaces roll(
      BadWindow window, int places, ChecksumAlgorithm algorithm, CrcArithmetic crc) {
    RollingCrc rolling = new RollingCrc(algorithm, crc, window.length());
    List<Long> shifts =
        rolling.runs(window.bytes(), window.expected(), MAX_PLACES + 2).stream()
            .map(at -> (long) at - window.start())
            .filter(by -> by != 0)
            .toList();
    return new ShiftedPlaces(shifts, places - 1);
  }

  private static ShiftedPlaces tryEach(BadWindow window, int places, ChecksumAlgorithm algorithm) {
    BitSet untried = worthTrying(TRIED_BYTES / window.length(), window.start(), places);
    int tries = untried.cardinality();
    Trial trial = new Trial(window, algorithm);
    trial.run(untried, FIRST_AT_ONCE);
    while (!untried.isEmpty() && trial.found.size() <= MAX_PLACES) {
      trial.run(untried, AT_ONCE);
    }
    return new ShiftedPlaces(trial.found, tries);
  }

  /**
   * Those of the first places that are worth a try, without the window's own. If there is only time
   * for some of them, they are those that differ from it by a few bytes or by sectors, and then the
   * nearest ones.
   */
  static BitSet worthTrying(long count, int own, int places) {
    int largest = Math.max(own, places - 1 - own);
    IntStream few = IntStream.rangeClosed(1, SMALL_SHIFT);
    IntStream sectors = IntStream.iterate(SECTOR_BYTES, by -> by <= largest, by -> 2 * by);
    IntStream rest = IntStream.rangeClosed(SMALL_SHIFT + 1, largest).filter(by -> !isSectors(by));
    BitSet worth = new BitSet(places);
    IntStream.concat(IntStream.concat(few, sectors), rest)
        .mapMulti((by, found) -> {
          found.accept(own + by);
          found.accept(own - by);
        })
        .filter(place -> place >= 0 && place < places)
        .limit(Math.max(2, count))
        .forEach(worth::set);
    return worth;
  }

  /** Whether a shift is by a power of two of bytes, from one sector up. */
  private static boolean isSectors(int by) {
    return by >= SECTOR_BYTES && Integer.bitCount(by) == 1;
  }

  /** Compares the checksums of places, computed many at once. */
  private static final class Trial implements BatchConsumer {

    private final BadWindow window;
    private final ChecksumBatch batch;
    private final List<Long> found = new ArrayList<>();

    /** Bytes that begin at one place and end where a window at the last of its places does. */
    private final List<ChunkBuffer> chunks = new ArrayList<>();

    private final List<Integer> starts = new ArrayList<>();

    Trial(BadWindow window, ChecksumAlgorithm algorithm) {
      this.window = window;
      this.batch = new ChecksumBatch(algorithm, window.length(), this);
    }

    /** Tries some places, which are then no longer untried: all that are whole windows apart. */
    void run(BitSet untried, int atOnce) {
      starts.clear();
      chunks.clear();
      int start = untried.nextSetBit(0);
      while (start >= 0 && chunks.size() < atOnce) {
        int end = start;
        while (untried.get(end)) {
          untried.clear(end);
          end += window.length();
        }
        starts.add(start);
        chunks.add(ChunkBuffer.wrap(window.bytes(), start, end - start));
        start = untried.nextSetBit(start);
      }
      batch.run(chunks);
    }

    @Override
    public void accept(int chunk, long index, int length, byte[] checksum, int offset) {
      int end = offset + window.expected().length;
      if (Arrays.equals(window.expected(), 0, window.expected().length, checksum, offset, end)) {
        found.add(starts.get(chunk) + index * length - window.start());
      }
    }
  }
}
