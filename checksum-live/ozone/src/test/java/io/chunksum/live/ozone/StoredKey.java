// SPDX-License-Identifier: Apache-2.0

package io.chunksum.live.ozone;

import io.chunksum.algorithm.ChecksumType;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * What is written into Ozone.
 *
 * @param type of its checksums
 * @param bytesPerChecksum bytes in a full window
 * @param length bytes in all
 */
record StoredKey(ChecksumType type, int bytesPerChecksum, int length) {

  private static final int KIB = 1024;

  /** Lengths at the borders of windows, chunks and blocks; all types that Ozone has. */
  static Stream<StoredKey> all() {
    Stream<StoredKey> crcs =
        Stream.of(ChecksumType.CRC32, ChecksumType.CRC32C)
            .flatMap(type ->
                Stream.of(
                    new StoredKey(type, 16 * KIB, 0),
                    new StoredKey(type, 16 * KIB, 1),
                    new StoredKey(type, 16 * KIB, 16 * KIB),
                    new StoredKey(type, 16 * KIB, 16 * KIB + 1),
                    new StoredKey(type, 16 * KIB, 256 * KIB),
                    new StoredKey(type, 16 * KIB, 300_001),
                    new StoredKey(type, 64 * KIB, KIB * KIB + 1),
                    new StoredKey(type, 8 * KIB, 2_500_003)));
    Stream<StoredKey> others =
        Stream.of(ChecksumType.SHA256, ChecksumType.MD5, ChecksumType.NONE)
            .map(type -> new StoredKey(type, 16 * KIB, 300_001));
    return Stream.concat(crcs, others);
  }

  /** Those in which damage can be found. */
  static Stream<StoredKey> checked() {
    return all().filter(key -> key.length > 0 && !key.type.equals(ChecksumType.NONE));
  }

  /** Those of which there is a file checksum. */
  static Stream<StoredKey> withCrc() {
    return all().filter(key -> key.type.name().startsWith("CRC"));
  }

  String name() {
    return "%s-%d-%d".formatted(type, bytesPerChecksum, length);
  }

  byte[] bytes() {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  /** Offsets in a block at which it gets damaged: first, middle and last byte. */
  static List<Integer> damages(int blockLength) {
    return Stream.of(0, (blockLength - 1) / 2, blockLength - 1).distinct().toList();
  }
}
