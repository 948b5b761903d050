// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.compute.CrcWindows;
import io.chunksum.data.ChecksumData;

/**
 * Makes a {@link CompositeCrc}. Window sizes may change from chunk to chunk, and ends of blocks do
 * not matter.
 *
 * <p>Mutable, for one thread at a time.
 */
public final class CompositeCrcBuilder extends FileChecksumBuilder {

  private final CrcWindows windows;
  private CrcValue value;

  /**
   * Starts with a file of no bytes.
   *
   * @param algorithm which CRC
   * @throws IllegalArgumentException if checksums of the algorithm cannot be combined
   */
  public CompositeCrcBuilder(ChecksumAlgorithm algorithm) {
    this.windows = new CrcWindows(algorithm);
    this.value = CrcValue.empty(algorithm);
  }

  /**
   * Adds the next bytes of the file, of which only the CRC is known: a whole block, for one.
   *
   * @param next the CRC of the bytes
   * @throws IllegalArgumentException if it is another CRC
   * @throws IllegalStateException if the checksum has been built
   * @throws ArithmeticException if the file has 2<sup>63</sup> bytes or more with it
   */
  public void add(CrcValue next) {
    checkOpen();
    value = value.append(next);
  }

  @Override
  void checkType(ChecksumData sums) {
    Windows.checkType(sums, value.type());
  }

  @Override
  void addChunk(ChecksumData sums, long length) {
    add(windows.value(sums, length));
  }

  @Override
  void closeBlock() {}

  @Override
  FileChecksum finish() {
    return value.length() == 0 ? FileChecksum.ofEmptyFile() : new CompositeCrc(value);
  }
}
