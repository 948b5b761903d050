// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import java.util.Arrays;

/**
 * The checksum of a whole file as Hadoop's {@code FileSystem.getFileChecksum} returns it for HDFS
 * and for Apache Ozone: computed from the checksums of its windows, without the data. {@code
 * toString} returns the text of Hadoop's class {@code FileChecksum}.
 *
 * <p>An empty file has the same checksum whatever its type and mode: {@link #ofEmptyFile()}.
 *
 * <p>Immutable and safe to share between threads.
 */
public sealed interface FileChecksum permits CompositeCrc, Md5Md5Crc {

  /**
   * Returns the name of the algorithm with its parameters. Checksums with different names cannot be
   * compared.
   *
   * @return a name such as {@code COMPOSITE-CRC32C} or {@code MD5-of-0MD5-of-512CRC32C}
   */
  String algorithmName();

  /**
   * Returns the value, as {@code hadoop fs -checksum} prints it.
   *
   * @return a new array
   */
  byte[] bytes();

  /**
   * Returns what Hadoop's {@code FileChecksum.getBytes} returns, which may be longer than the
   * value.
   *
   * @return a new array
   */
  byte[] paddedBytes();

  /**
   * Returns the checksum of an empty file, which is the same in both modes.
   *
   * @return {@code MD5-of-0MD5-of-0CRC32:70bc8f4b72a86921468bf8e8441dce51}
   */
  static FileChecksum ofEmptyFile() {
    return Md5Md5Crc.EMPTY;
  }

  /**
   * Returns whether this is the checksum that Hadoop returned for a file.
   *
   * @param algorithmName what {@code FileChecksum.getAlgorithmName} returned
   * @param bytes what {@code FileChecksum.getBytes} returned, or {@code hadoop fs -checksum}
   *     printed
   * @return whether both are equal
   */
  default boolean matches(String algorithmName, byte[] bytes) {
    return algorithmName().equals(algorithmName)
        && (Arrays.equals(bytes(), bytes) || Arrays.equals(paddedBytes(), bytes));
  }
}
