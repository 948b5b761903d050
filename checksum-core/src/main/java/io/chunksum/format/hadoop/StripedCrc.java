// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.compute.CrcComposer;
import io.chunksum.data.ChecksumData;
import io.chunksum.internal.TakenBytes;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Computes a CRC of every {@code stripeLength} bytes from the checksums of chunks, added in order:
 * the cells in one replica of an erasure-coded block, for example.
 *
 * <pre>
 * chunks   |-------|-------|---|-------|-------|-------|---|
 * stripes  |-------------------|-------------------|-------|
 * </pre>
 *
 * <p>A stripe must end where a window does. This is the striped mode of Hadoop's {@code
 * CrcComposer}; unlike in Hadoop, chunks may be short and have windows of different sizes.
 *
 * <p>Mutable, for one thread at a time. Of what was added, it keeps only the open stripe. The
 * consumer of stripes must not call it. If that throws while a chunk is added, the rest of the
 * chunk is lost, and nothing more is accepted.
 */
public final class StripedCrc {

  private final CrcComposer composer;
  private final long stripeLength;
  private final Consumer<CrcValue> stripes;
  private final CrcValue none;

  /** Remembers whether a chunk was added in part; its count is not used. */
  private final TakenBytes taken =
      new TakenBytes("a chunk was added in part: the stripes after that are lost");

  /** The open stripe, shorter than a full one. */
  private CrcValue open;

  /**
   * Creates an instance with no bytes added.
   *
   * @param algorithm the CRC algorithm
   * @param stripeLength bytes in a full stripe, at least 1
   * @param stripes receives the CRC of each stripe when it is full, in order
   * @throws IllegalArgumentException if checksums of the algorithm cannot be combined, or the
   *     length is below 1
   */
  public StripedCrc(ChecksumAlgorithm algorithm, long stripeLength, Consumer<CrcValue> stripes) {
    if (stripeLength < 1) {
      throw new IllegalArgumentException("stripeLength must be at least 1: " + stripeLength);
    }
    this.composer = new CrcComposer(algorithm);
    this.stripeLength = stripeLength;
    this.stripes = Objects.requireNonNull(stripes, "stripes");
    this.none = CrcValue.empty(algorithm);
    this.open = none;
  }

  /**
   * Adds the next chunk, which may span any number of stripes.
   *
   * @param sums the checksums of its windows
   * @param length bytes of the chunk
   * @throws IllegalArgumentException if the checksums have another type or the chunk another number
   *     of windows, or a window extends beyond the end of its stripe; nothing has been added then.
   *     Also if a checksum has more bits than the CRC; only the stripes before it have been added
   * @throws IllegalStateException if an earlier chunk was added in part
   */
  public void add(ChecksumData sums, long length) {
    taken.checkWhole();
    sums.checkType(none.type());
    sums.checkCovers(length);
    int bytesPerChecksum = sums.bytesPerChecksum();
    checkStripesEndWithWindows(bytesPerChecksum, length);
    taken.begin(0);
    long rest = length;
    for (int first = 0; first < sums.count(); ) {
      long room = stripeLength - open.length();
      long count = rest <= room ? sums.count() - first : room / bytesPerChecksum;
      long bytes = Math.min(rest, count * bytesPerChecksum);
      append(composer.crcValue(sums.range(first, (int) count), bytes));
      first += (int) count;
      rest -= bytes;
    }
    taken.set(0);
  }

  private void checkStripesEndWithWindows(int bytesPerChecksum, long length) {
    long room = stripeLength - open.length();
    boolean first = length <= room || room % bytesPerChecksum == 0;
    boolean others = length - room <= stripeLength || stripeLength % bytesPerChecksum == 0;
    if (!first || !others) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a window of %d bytes goes beyond the end of a stripe of %d, of which there are %d",
              bytesPerChecksum,
              stripeLength,
              open.length()));
    }
  }

  /**
   * Adds the next bytes, of which only the CRC is known. They must end within the open stripe, or
   * with it.
   *
   * @param next the CRC of the bytes
   * @throws IllegalArgumentException if it is a different CRC, or extends beyond the end of the
   *     stripe
   * @throws IllegalStateException if an earlier chunk was added in part
   */
  public void add(CrcValue next) {
    taken.checkWhole();
    if (next.length() > stripeLength - open.length()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d bytes go beyond the end of a stripe, which has %d of %d",
              next.length(),
              open.length(),
              stripeLength));
    }
    append(next);
  }

  private void append(CrcValue next) {
    open = open.append(next);
    if (open.length() == stripeLength) {
      endStripe();
    }
  }

  /**
   * Passes on the last stripe, if a short one is open. What is added next begins a new one.
   *
   * @throws IllegalStateException if an earlier chunk was added in part
   */
  public void finish() {
    taken.checkWhole();
    endStripe();
  }

  private void endStripe() {
    if (open.length() > 0) {
      CrcValue full = open;
      open = none;
      stripes.accept(full);
    }
  }
}
