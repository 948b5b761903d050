// SPDX-License-Identifier: Apache-2.0

package io.chunksum.live.ozone;

import io.chunksum.algorithm.ChecksumType;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
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
    return all().filter(StoredKey::isChecked);
  }

  /** Those of which there is a file checksum. */
  static Stream<StoredKey> withCrc() {
    return all().filter(StoredKey::hasCrc);
  }

  /** Lengths at the borders of windows, cells, stripes and block groups; all types again. */
  static Stream<StoredKey> coded() {
    int cell = StoredGroup.CELL_BYTES;
    int stripe = StoredGroup.DATA * cell;
    int group = StoredGroup.STRIPES * stripe;
    Stream<StoredKey> own =
        IntStream.of(
                0,
                1,
                16 * KIB + 1,
                cell,
                cell + 1,
                2 * cell + 700,
                stripe,
                stripe + 1,
                2 * stripe + 2 * cell,
                group,
                group + 1,
                2 * group + stripe + 70_000)
            .mapToObj(length -> new StoredKey(ChecksumType.CRC32, 16 * KIB, length));
    Stream<StoredKey> others =
        Stream.of(
            new StoredKey(ChecksumType.CRC32C, 16 * KIB, 1),
            new StoredKey(ChecksumType.CRC32C, 16 * KIB, cell + 1),
            new StoredKey(ChecksumType.CRC32C, 16 * KIB, group + 2 * stripe),
            // Cells that do not end with a full window.
            new StoredKey(ChecksumType.CRC32, 24 * KIB, 300_001),
            new StoredKey(ChecksumType.CRC32C, 40 * KIB, group + 2 * cell + 1),
            new StoredKey(ChecksumType.SHA256, 16 * KIB, 300_001),
            new StoredKey(ChecksumType.MD5, 16 * KIB, 300_001),
            new StoredKey(ChecksumType.NONE, 16 * KIB, 300_001));
    return Stream.concat(own, others);
  }

  static Stream<StoredKey> codedAndChecked() {
    return coded().filter(StoredKey::isChecked);
  }

  static Stream<StoredKey> codedWithCrc() {
    return coded().filter(StoredKey::hasCrc);
  }

  private boolean isChecked() {
    return length > 0 && !type.equals(ChecksumType.NONE);
  }

  boolean hasCrc() {
    return type.name().startsWith("CRC");
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
