// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.StreamingChecksum;
import java.util.ArrayList;
import java.util.Arrays;
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
    StreamingChecksum checksum = StreamingChecksum.of(algorithm);
    byte[] sum = new byte[window.expected().length];
    int start = window.start();
    int[] tried = worthTrying(TRIED_BYTES / window.length(), -start, places - 1 - start);
    List<Long> shifts = new ArrayList<>();
    for (int i = 0; i < tried.length && shifts.size() <= MAX_PLACES; i++) {
      checksum.update(window.bytes(), start + tried[i], window.length());
      checksum.finish(sum, 0);
      if (Arrays.equals(sum, window.expected())) {
        shifts.add((long) tried[i]);
      }
    }
    return new ShiftedPlaces(shifts, tried.length);
  }

  /**
   * The shifts from {@code least} to {@code most} that are worth a try, smallest first. If there is
   * only time for some of them, these are by a few bytes or by sectors.
   */
  static int[] worthTrying(long count, int least, int most) {
    int largest = Math.max(-least, most);
    IntStream few = IntStream.rangeClosed(1, SMALL_SHIFT);
    IntStream sectors = IntStream.iterate(SECTOR_BYTES, by -> by <= largest, by -> 2 * by);
    IntStream rest = IntStream.rangeClosed(SMALL_SHIFT + 1, largest).filter(by -> !isSectors(by));
    // There may be very many, so none is boxed: while sorted, they have the sign as their last bit.
    return IntStream.concat(IntStream.concat(few, sectors), rest)
        .mapMulti((size, shifts) -> {
          shifts.accept(size);
          shifts.accept(-size);
        })
        .filter(by -> by >= least && by <= most)
        .limit(Math.max(2, count))
        .map(by -> by > 0 ? 2 * by : 1 - 2 * by)
        .sorted()
        .map(sorted -> (sorted & 1) == 0 ? sorted / 2 : -(sorted / 2))
        .toArray();
  }

  /** Whether a shift is by a power of two of bytes, from one sector up. */
  private static boolean isSectors(int by) {
    return by >= SECTOR_BYTES && Integer.bitCount(by) == 1;
  }
}
