// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/** The checksums of files by other means: the JDK over windows cut out as arrays. */
final class Oracle {

  private Oracle() {}

  static byte[] random(long seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  static byte[] flipped(byte[] bytes, int index, int bit) {
    byte[] other = bytes.clone();
    other[index] ^= (byte) (1 << bit);
    return other;
  }

  static byte[] joined(byte[] one, byte[] other) {
    byte[] both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  /** The bytes of a window that are there. */
  static byte[] window(byte[] file, long index, int bytesPerChecksum) {
    long start = Math.min(index * bytesPerChecksum, file.length);
    long end = Math.min(start + bytesPerChecksum, file.length);
    return Arrays.copyOfRange(file, (int) start, (int) end);
  }

  static int windows(byte[] file, int bytesPerChecksum) {
    return (int) (((long) file.length + bytesPerChecksum - 1) / bytesPerChecksum);
  }

  static List<String> sums(String type, byte[] file, int bytesPerChecksum) {
    List<String> sums = new ArrayList<>();
    if (type.equals("NONE")) {
      return sums;
    }
    for (int i = 0; i < windows(file, bytesPerChecksum); i++) {
      sums.add(sum(type, window(file, i, bytesPerChecksum)));
    }
    return sums;
  }

  static String sum(String type, byte[] bytes) {
    return switch (type) {
      case "CRC32" -> crc(new CRC32(), bytes);
      case "CRC32C" -> crc(new CRC32C(), bytes);
      case "MD5" -> digest("MD5", bytes);
      case "SHA256" -> digest("SHA-256", bytes);
      default -> throw new IllegalArgumentException(type);
    };
  }

  private static String crc(Checksum crc, byte[] bytes) {
    crc.update(bytes);
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  private static String digest(String name, byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance(name).digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A sidecar with a CRC that matches what was changed in it. */
  static byte[] withCrc(byte[] sidecar) {
    CRC32C crc = new CRC32C();
    crc.update(sidecar, 0, sidecar.length - Integer.BYTES);
    byte[] fixed = sidecar.clone();
    ByteBuffer.wrap(fixed).putInt(sidecar.length - Integer.BYTES, (int) crc.getValue());
    return fixed;
  }
}
