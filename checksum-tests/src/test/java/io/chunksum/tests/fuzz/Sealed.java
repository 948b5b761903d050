// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fuzz;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Bytes with the CRC32C that they should end with, which no fuzzer comes upon by itself. */
final class Sealed {

  private Sealed() {}

  /** Replaces the last four bytes, if there are as many. */
  static byte[] mended(byte[] input) {
    byte[] sealed = input.clone();
    int end = input.length - Integer.BYTES;
    if (end >= 0) {
      ByteBuffer.wrap(sealed).putInt(end, crc(input, end));
    }
    return sealed;
  }

  /** The CRC32C of the first bytes. */
  static int crc(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
