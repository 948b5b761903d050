// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import java.util.Arrays;

/**
 * The checksum of a whole file as Hadoop's {@code FileSystem.getFileChecksum} gives it, for HDFS
 * and for Apache Ozone: made of the checksums of its windows, without the data. {@code toString} is
 * that of Hadoop's class {@code FileChecksum}.
 *
 * <p>A file without bytes has the same checksum whatever its type and mode are: {@link
 * #ofEmptyFile()}.
 *
 * <p>Immutable and safe to share between threads.
 */
public sealed interface FileChecksum permits CompositeCrc, Md5Md5Crc {

  /**
   * Names the algorithm with its parameters. Checksums under different names cannot be compared.
   *
   * @return such as {@code COMPOSITE-CRC32C} or {@code MD5-of-0MD5-of-512CRC32C}
   */
  String algorithmName();

  /**
   * Gives the value, as {@code hadoop fs -checksum} prints it.
   *
   * @return a new array
   */
  byte[] bytes();

  /**
   * Gives what {@code FileChecksum.getBytes} of Hadoop gives, which may be longer than the value.
   *
   * @return a new array
   */
  byte[] paddedBytes();

  /**
   * Gives the checksum of a file without bytes, which is the same in both modes.
   *
   * @return {@code MD5-of-0MD5-of-0CRC32:70bc8f4b72a86921468bf8e8441dce51}
   */
  static FileChecksum ofEmptyFile() {
    return Md5Md5Crc.EMPTY;
  }

  /**
   * Tells whether this is the checksum that Hadoop gave of a file.
   *
   * @param algorithmName what {@code FileChecksum.getAlgorithmName} gave
   * @param bytes what {@code FileChecksum.getBytes} gave, or {@code hadoop fs -checksum} printed
   * @return whether both are the same
   */
  default boolean matches(String algorithmName, byte[] bytes) {
    return algorithmName().equals(algorithmName)
        && (Arrays.equals(bytes(), bytes) || Arrays.equals(paddedBytes(), bytes));
  }
}
