// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.append;

import io.chunksum.algorithm.ChecksumType;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * The packed checksums of every prefix of some bytes, straight from the JDK. Full windows, which
 * every longer prefix has as well, are computed once, so that asking for longer and longer ones is
 * cheap.
 */
public final class WindowOracle {

  private final ChecksumType type;
  private final int bytesPerChecksum;
  private final byte[] content;
  private final ByteArrayOutputStream fullWindows = new ByteArrayOutputStream();
  private int fullLength;

  public WindowOracle(ChecksumType type, int bytesPerChecksum, byte[] content) {
    this.type = type;
    this.bytesPerChecksum = bytesPerChecksum;
    this.content = content;
  }

  /** The entries of the first {@code length} bytes; lengths must not decrease from call to call. */
  public byte[] ofFirst(int length) {
    while (length - fullLength >= bytesPerChecksum) {
      fullWindows.writeBytes(checksum(fullLength, bytesPerChecksum));
      fullLength += bytesPerChecksum;
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(fullWindows.toByteArray());
    if (length > fullLength) {
      all.writeBytes(checksum(fullLength, length - fullLength));
    }
    return all.toByteArray();
  }

  private byte[] checksum(int offset, int length) {
    return switch (type.name()) {
      case "CRC32" -> crc(new CRC32(), offset, length);
      case "CRC32C" -> crc(new CRC32C(), offset, length);
      case "SHA256" -> digest("SHA-256", offset, length);
      case "MD5" -> digest("MD5", offset, length);
      default -> throw new AssertionError(type);
    };
  }

  private byte[] crc(Checksum crc, int offset, int length) {
    crc.update(content, offset, length);
    return ByteBuffer.allocate(Integer.BYTES).putInt((int) crc.getValue()).array();
  }

  private byte[] digest(String algorithm, int offset, int length) {
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      digest.update(content, offset, length);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
