// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import io.chunksum.algorithm.CrcValue;
import java.util.HexFormat;
import java.util.Objects;

/**
 * COMPOSITE_CRC: the CRC of the bytes of a file, combined from those of its windows. It does not
 * depend on the sizes of windows, chunks and blocks, so files in different systems can be compared.
 *
 * <p>Hadoop and Ozone have it for CRC32 and CRC32C; other CRCs work the same way here.
 *
 * <p>Immutable and safe to share between threads.
 *
 * @param value the CRC, with the number of bytes it covers
 */
public record CompositeCrc(CrcValue value) implements FileChecksum {

  /**
   * Checks that there is a CRC.
   *
   * @param value the CRC, with the number of bytes it covers
   */
  public CompositeCrc {
    Objects.requireNonNull(value, "value");
  }

  @Override
  public String algorithmName() {
    return "COMPOSITE-" + value.type();
  }

  /**
   * {@inheritDoc}
   *
   * @return the CRC, big-endian
   */
  @Override
  public byte[] bytes() {
    return value.bytes();
  }

  @Override
  public byte[] paddedBytes() {
    return bytes();
  }

  @Override
  public String toString() {
    return algorithmName() + ":0x" + HexFormat.of().formatHex(bytes());
  }
}
