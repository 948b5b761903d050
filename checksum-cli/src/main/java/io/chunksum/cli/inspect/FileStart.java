// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The first bytes of a file, by which its format is recognized. */
public final class FileStart {

  private static final int MAX_BYTES = 4096;

  private final byte[] bytes;

  private FileStart(byte[] bytes) {
    this.bytes = bytes;
  }

  static FileStart of(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new FileStart(in.readNBytes(MAX_BYTES));
    }
  }

  /**
   * Returns one byte.
   *
   * @param at the offset in the file
   * @return the unsigned value, or −1 if the file is shorter
   */
  public int at(int at) {
    return at < bytes.length ? Byte.toUnsignedInt(bytes[at]) : -1;
  }

  /**
   * Returns a stream over the bytes.
   *
   * @return all of them
   */
  public InputStream stream() {
    return new ByteArrayInputStream(bytes);
  }

  /**
   * Returns whether the file begins with the given bytes.
   *
   * @param magic the bytes
   * @return whether it does
   */
  public boolean is(byte... magic) {
    return bytes.length >= magic.length
        && Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length);
  }
}
