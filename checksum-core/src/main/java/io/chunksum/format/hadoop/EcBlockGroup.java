// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.compute.CrcComposer;
import io.chunksum.data.ChecksumData;
import io.chunksum.window.WindowLayout;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The layout of an erasure-coded block group of Apache Ozone in its replicas: cells go to the data
 * replicas in turn, a stripe has one cell for each of them, and the parity of each stripe follows
 * it.
 *
 * <pre>
 * replica   1       2       3       parity
 * stripe 0  |-------|-------|-------|  |-------|-------|
 * stripe 1  |-------|-----|            |-------|-------|    the data ends in the second cell
 * </pre>
 *
 * <p>For each stripe, the first replica and the parity replicas keep the checksums of all replicas,
 * one after the other, in the field {@code stripeChecksum} of their chunk. Each cell has its own
 * windows; parity cells are as long as the first cell of their stripe.
 *
 * <p>Immutable.
 *
 * @param dataReplicas number of replicas that hold data
 * @param parityReplicas number of replicas that hold parity
 * @param cellBytes bytes in a full cell
 * @param length bytes of data in the block group
 */
public record EcBlockGroup(int dataReplicas, int parityReplicas, int cellBytes, long length) {

  /**
   * Checks the numbers.
   *
   * @param dataReplicas number of replicas that hold data, at least 1
   * @param parityReplicas number of replicas that hold parity, not negative
   * @param cellBytes bytes in a full cell, at least 1
   * @param length bytes of data in the block group, not negative
   * @throws IllegalArgumentException if one of them is out of range
   */
  public EcBlockGroup {
    if (dataReplicas < 1 || parityReplicas < 0 || cellBytes < 1 || length < 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "no such block group: %d data and %d parity replicas, cells of %d bytes, %d bytes",
              dataReplicas,
              parityReplicas,
              cellBytes,
              length));
    }
  }

  /**
   * Returns the CRC of the data, combined from the checksums of the stripes. Those of the parity
   * are left out.
   *
   * @param algorithm the CRC algorithm
   * @param stripes the checksums of each stripe, in order
   * @return the CRC of the block group
   * @throws IllegalArgumentException if checksums of the algorithm cannot be combined, or those of
   *     the stripes have another type or number, or more bits than the CRC
   */
  public CrcValue crcValue(ChecksumAlgorithm algorithm, List<ChecksumData> stripes) {
    CrcComposer composer = new CrcComposer(algorithm);
    CrcValue value = CrcValue.empty(algorithm);
    for (ChecksumData stripe : stripes) {
      long bytes = Math.min(fullStripeBytes(), length - value.length());
      if (bytes == 0) {
        throw new IllegalArgumentException(
            "more than the " + stripeCount() + " stripes of " + length + " bytes");
      }
      checkStripe(stripe, algorithm.type(), bytes);
      long end = value.length() + bytes;
      int first = 0;
      while (value.length() < end) {
        long cell = Math.min(cellBytes, end - value.length());
        int count = (int) WindowLayout.windowCount(cell, stripe.bytesPerChecksum());
        value = value.append(composer.crcValue(stripe.range(first, count), cell));
        first += count;
      }
    }
    if (value.length() != length) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d stripes have %d of %d bytes",
              stripes.size(),
              value.length(),
              length));
    }
    return value;
  }

  /**
   * Returns the checksums of one cell, out of those of its stripe: what a cell that has been
   * reconstructed is to be verified against.
   *
   * @param stripe the checksums of the stripe, of any type
   * @param index index of the stripe, from 0
   * @param replica index of the replica, from 1; those with parity come after those with data
   * @return the checksums of the replica's cell, none if the data ends before it
   * @throws IndexOutOfBoundsException if there is no such stripe or replica
   * @throws IllegalArgumentException if the checksums of the stripe have another number
   */
  public ChecksumData cellChecksums(ChecksumData stripe, long index, int replica) {
    Objects.checkIndex(replica - 1L, (long) dataReplicas + parityReplicas);
    Objects.checkIndex(index, stripeCount());
    if (stripe.count() == 0) { // Its windows may have no size.
      throw new IllegalArgumentException("a stripe without checksums");
    }
    long full = fullStripeBytes();
    long bytes = Math.min(full, length - index * full);
    checkStripe(stripe, stripe.type(), bytes);
    int first = 0;
    for (int before = 1; before < replica; before++) {
      first += windowsOf(before, bytes, stripe.bytesPerChecksum());
    }
    return stripe.range(first, windowsOf(replica, bytes, stripe.bytesPerChecksum()));
  }

  /** Bytes of data in every stripe but the last. */
  private long fullStripeBytes() {
    return dataReplicas * (long) cellBytes;
  }

  private long stripeCount() {
    long full = fullStripeBytes();
    return length / full + Math.min(1, length % full);
  }

  /** Windows of a replica's cell in a stripe of so many bytes. */
  private int windowsOf(int replica, long bytes, int bytesPerChecksum) {
    long before = replica <= dataReplicas ? (replica - 1) * (long) cellBytes : 0;
    long cell = Math.max(0, Math.min(cellBytes, bytes - before));
    return (int) WindowLayout.windowCount(cell, bytesPerChecksum);
  }

  /** Checks the checksums of a stripe, which has at least one byte. */
  private void checkStripe(ChecksumData stripe, ChecksumType type, long bytes) {
    stripe.checkType(type);
    int bytesPerChecksum = stripe.bytesPerChecksum();
    long fullCells = bytes / cellBytes;
    long expected =
        fullCells * WindowLayout.windowCount(cellBytes, bytesPerChecksum)
            + WindowLayout.windowCount(bytes % cellBytes, bytesPerChecksum)
            + parityReplicas
                * WindowLayout.windowCount(Math.min(cellBytes, bytes), bytesPerChecksum);
    if (stripe.count() != expected) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a stripe of %d bytes needs %d checksums, and has %d",
              bytes,
              expected,
              stripe.count()));
    }
  }
}
