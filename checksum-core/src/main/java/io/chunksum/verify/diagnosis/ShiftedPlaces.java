// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.internal.BigEndian;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The places around a window at which bytes with its stored checksum may lie. */
final class ShiftedPlaces {

  /** Bytes that are read for one window where each place is computed from its first byte on. */
  private static final long TRIED_BYTES = 128 * 1024 * 1024;

  private static final int SMALL_SHIFT = 8;
  private static final int SECTOR_BYTES = 512;

  /**
   * Where the bytes were found.
   *
   * @param by how far from the window's place, not 0
   * @param tries number of places that were looked at
   */
  record Place(long by, int tries) {}

  private ShiftedPlaces() {}

  /** Finds the nearest of the places whose bytes have the stored checksum of the window. */
  static Optional<Place> nearest(BadWindow window, ChecksumAlgorithm algorithm) {
    int places = window.bytes().length - window.length() + 1;
    if (places < 1) {
      return Optional.empty();
    }
    return ReflectedCrc32.of(algorithm)
        .map(crc -> roll(window, places, algorithm, crc))
        .orElseGet(() -> tryEach(window, places, algorithm));
  }

  private static Optional<Place> roll(
      BadWindow window, int places, ChecksumAlgorithm algorithm, CrcCombiner crc) {
    RollingCrc rolling = new RollingCrc(algorithm, crc, window.length());
    int expected = BigEndian.getInt(window.expected(), 0);
    int start = window.start();
    int at = rolling.nearest(window.bytes(), expected, start);
    return at < 0 ? Optional.empty() : Optional.of(new Place(at - start, places - 1));
  }

  private static Optional<Place> tryEach(
      BadWindow window, int places, ChecksumAlgorithm algorithm) {
    StreamingChecksum checksum = algorithm.newChecksum();
    byte[] sum = new byte[window.expected().length];
    int start = window.start();
    int[] shifts = shifts(TRIED_BYTES / window.length(), -start, places - 1 - start);
    for (int by : shifts) {
      checksum.update(window.bytes(), start + by, window.length());
      checksum.finish(sum, 0);
      if (Arrays.equals(sum, window.expected())) {
        return Optional.of(new Place(by, shifts.length));
      }
    }
    return Optional.empty();
  }

  /**
   * The shifts from {@code least} to {@code most} that are worth a try, the smallest first. If
   * there is only time for some of them, these are by a few bytes or by sectors.
   */
  static int[] shifts(long count, int least, int most) {
    int largest = Math.max(-least, most);
    IntStream few = IntStream.rangeClosed(1, SMALL_SHIFT);
    IntStream sectors = IntStream.iterate(SECTOR_BYTES, by -> by <= largest, by -> 2 * by);
    IntStream rest = IntStream.rangeClosed(SMALL_SHIFT + 1, largest);
    return Stream.of(few, sectors, rest)
        .flatMapToInt(sizes -> sizes)
        .flatMap(size -> IntStream.of(size, -size))
        .filter(by -> by >= least && by <= most)
        .distinct()
        .limit(Math.max(2, count))
        .boxed()
        .sorted(Comparator.comparingInt(Math::abs))
        .mapToInt(by -> by)
        .toArray();
  }
}
