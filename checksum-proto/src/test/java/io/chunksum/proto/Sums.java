// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Checksum data for tests. */
final class Sums {

  static final int WINDOW = 16 * 1024;

  static final List<ChecksumType> REAL_TYPES =
      List.of(ChecksumType.CRC32, ChecksumType.CRC32C, ChecksumType.SHA256, ChecksumType.MD5);

  static final List<ChecksumType> ALL_TYPES =
      Stream.concat(Stream.of(ChecksumType.NONE), REAL_TYPES.stream()).toList();

  private Sums() {}

  /** Data with entries of arbitrary bytes, the same at every run. */
  static ChecksumData of(ChecksumType type, int count) {
    byte[] packed = new byte[count * type.checksumLength()];
    new Random(count).nextBytes(packed);
    return ChecksumData.of(type, WINDOW, packed);
  }

  /** The number of a type on the wire, written down once more. */
  static int numberOf(ChecksumType type) {
    return switch (type.name()) {
      case "NONE" -> 1;
      case "CRC32" -> 2;
      case "CRC32C" -> 3;
      case "SHA256" -> 4;
      case "MD5" -> 5;
      default -> throw new IllegalArgumentException(type.name());
    };
  }

  /** Bytes of an entry of a type, written down once more; 4 for NONE, which must have none. */
  static int lengthOf(ChecksumType type) {
    return switch (type.name()) {
      case "SHA256" -> 32;
      case "MD5" -> 16;
      default -> 4;
    };
  }

  /** Type and window size, as a message of this type begins. */
  static Wire head(ChecksumType type) {
    return new Wire().varint(1, numberOf(type)).varint(2, WINDOW);
  }
}
