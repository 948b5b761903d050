// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.compute.CrcComposer;
import io.chunksum.data.ChecksumData;

/**
 * Builds a {@link CompositeCrc}. Window sizes may change from chunk to chunk, and block boundaries
 * do not matter.
 *
 * <p>Mutable, for one thread at a time.
 */
public final class CompositeCrcBuilder extends FileChecksumBuilder {

  private final CrcComposer composer;
  private CrcValue value;

  /**
   * Creates a builder with no bytes added.
   *
   * @param algorithm the CRC algorithm
   * @throws IllegalArgumentException if checksums of the algorithm cannot be combined
   */
  public CompositeCrcBuilder(ChecksumAlgorithm algorithm) {
    this.composer = new CrcComposer(algorithm);
    this.value = CrcValue.empty(algorithm);
  }

  /**
   * Adds the next bytes of the file, of which only the CRC is known: a whole block, for example.
   *
   * @param next the CRC of the bytes
   * @throws IllegalArgumentException if it is a different CRC
   * @throws IllegalStateException if the checksum has been built
   * @throws ArithmeticException if this brings the file to 2<sup>63</sup> bytes or more
   */
  public void add(CrcValue next) {
    checkOpen();
    value = value.append(next);
  }

  /**
   * Returns the CRC of what was added so far. More can be added.
   *
   * @return the CRC and the number of bytes; of none before anything was added
   */
  public CrcValue crcValue() {
    return value;
  }

  @Override
  void addChunk(ChecksumData sums, long length) {
    add(composer.crcValue(sums, length));
  }

  @Override
  void closeBlock() {}

  @Override
  FileChecksum finish() {
    return value.length() == 0 ? FileChecksum.ofEmptyFile() : new CompositeCrc(value);
  }
}
