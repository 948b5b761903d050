// SPDX-License-Identifier: Apache-2.0

package io.chunksum.live.hdfs;

import io.chunksum.algorithm.ChecksumType;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * What is written into HDFS.
 *
 * @param type of its checksums
 * @param bytesPerChecksum bytes in a full window
 * @param blockBytes bytes in a full block
 * @param length bytes in all
 */
record StoredFile(ChecksumType type, int bytesPerChecksum, int blockBytes, int length) {

  private static final int KIB = 1024;

  /** Lengths at the borders of windows and blocks, for several sizes of both. */
  static Stream<StoredFile> all() {
    return Stream.of(ChecksumType.CRC32, ChecksumType.CRC32C)
        .flatMap(type ->
            Stream.of(
                new StoredFile(type, 512, 64 * KIB, 0),
                new StoredFile(type, 512, 64 * KIB, 1),
                new StoredFile(type, 512, 64 * KIB, 512),
                new StoredFile(type, 512, 64 * KIB, 513),
                new StoredFile(type, 512, 64 * KIB, 64 * KIB),
                new StoredFile(type, 512, 64 * KIB, 300_007),
                new StoredFile(type, 1536, 150 * KIB, 460_801),
                new StoredFile(type, 4096, 128 * KIB, 131_073),
                new StoredFile(type, 4096, KIB * KIB, 3_000_001),
                new StoredFile(type, 64 * KIB, 64 * KIB, 200_000)));
  }

  /** Those that have a byte to damage. */
  static Stream<StoredFile> withBytes() {
    return all().filter(file -> file.length > 0);
  }

  String name() {
    return "%s-%d-%d-%d".formatted(type, bytesPerChecksum, blockBytes, length);
  }

  byte[] bytes() {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  int blocks() {
    return ceilDiv(length, blockBytes);
  }

  int blockLength(int block) {
    return Math.min(blockBytes, length - block * blockBytes);
  }

  int windows(int block) {
    return ceilDiv(blockLength(block), bytesPerChecksum);
  }

  /** Offsets in a block at which it gets damaged: first, middle and last byte. */
  List<Integer> damages(int block) {
    int last = blockLength(block) - 1;
    return Stream.of(0, last / 2, last).distinct().toList();
  }

  /** Lengths of which a checksum is asked for, within and at the ends of windows and blocks. */
  Stream<Integer> lengths() {
    return Stream.of(
            0,
            1,
            bytesPerChecksum - 1,
            bytesPerChecksum,
            bytesPerChecksum + 1,
            blockBytes - 1,
            blockBytes,
            blockBytes + 1,
            blockBytes + bytesPerChecksum,
            length - 1,
            length)
        .filter(end -> end >= 0 && end <= length)
        .distinct();
  }

  private static int ceilDiv(int x, int y) {
    return (x + y - 1) / y;
  }
}
