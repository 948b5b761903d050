// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.compact;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.KeyValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.CRC32C;

/** Blocks for tests. */
final class Blocks {

  static final int WINDOW = 16 << 10;

  static final ChecksumType WIDE = ChecksumType.of("X-WIDE", 7);

  private Blocks() {}

  /** Data with entries of arbitrary bytes, the same at every run. */
  static ChecksumData sums(ChecksumType type, int bytesPerChecksum, long length) {
    int count =
        type.equals(ChecksumType.NONE)
            ? 0
            : (int) ((length + bytesPerChecksum - 1) / bytesPerChecksum);
    byte[] packed = new byte[count * type.checksumLength()];
    new Random(count).nextBytes(packed);
    return ChecksumData.of(type, bytesPerChecksum, packed);
  }

  static ChunkInfo chunk(String name, long offset, long length, ChecksumType type, int window) {
    return new ChunkInfo(name, offset, length, sums(type, window, length));
  }

  /** Chunks of CRC32C that follow each other. */
  static List<ChunkInfo> inARow(String base, int first, long... lengths) {
    List<ChunkInfo> chunks = new ArrayList<>();
    long offset = 0;
    for (long length : lengths) {
      String name = base + "_chunk_" + (first + chunks.size());
      chunks.add(chunk(name, offset, length, ChecksumType.CRC32C, WINDOW));
      offset += length;
    }
    return chunks;
  }

  /** Blocks of all kinds. */
  static List<List<ChunkInfo>> samples() {
    List<List<ChunkInfo>> samples = new ArrayList<>();
    samples.add(List.of());
    samples.add(inARow("117883640217600001", 1, 9));
    samples.add(inARow("117883640217600001", 0, 40_000, 40_000, 40_000, 7));
    samples.add(inARow("a", 7, 20_001, 50_000, 100_003));
    samples.add(inARow("", 0, 100, 10, 100, 10, 100, 0, 0, 100));
    samples.add(inARow("0017", 999_999_990, WINDOW, WINDOW));
    samples.add(inARow("-17", 3, WINDOW, WINDOW));
    samples.add(inARow("9223372036854775807", 3, WINDOW, WINDOW));
    samples.add(inARow("größe_chunk_1 \uD83D\uDE00", 3, WINDOW, WINDOW));
    samples.add(List.of(chunk("odd", 17, 1L << 40, ChecksumType.NONE, 0)));
    samples.add(List.of(chunk("1_chunk_01", Long.MAX_VALUE, 0, ChecksumType.MD5, 1)));
    samples.add(List.of(chunk("", 1, 1L << 33, ChecksumType.CRC32, Integer.MAX_VALUE)));
    samples.add(inARow("9", 1, 40, 10, 10, 7).subList(1, 4)); // All of a run that may be given.
    samples.add(beyond2GiB());
    samples.add(mixed());
    samples.add(withExtras());
    return samples;
  }

  /** Chunks in a row, of more bytes than an int can number. */
  private static List<ChunkInfo> beyond2GiB() {
    List<ChunkInfo> chunks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      long length = 1L << 31;
      String name = "8_chunk_" + i;
      chunks.add(chunk(name, i * length, length, ChecksumType.CRC32, Integer.MAX_VALUE));
    }
    return chunks;
  }

  /** Chunks of which no two are alike, in no order. */
  private static List<ChunkInfo> mixed() {
    return List.of(
        chunk("5_chunk_1", 100, 5, ChecksumType.CRC32, 2),
        chunk("5_chunk_2", 105, 5, ChecksumType.CRC32, 2),
        chunk("5_chunk_3", 110, 5, ChecksumType.CRC32, 3),
        chunk("5_chunk_4", 0, 5, ChecksumType.CRC32, 3),
        chunk("5_chunk_9", 0, 5, ChecksumType.CRC32, 3),
        chunk("5_chunk_6", 5, 8, ChecksumType.SHA256, 3),
        chunk("5_chunk_07", 13, 8, ChecksumType.NONE, 0),
        chunk("5_chunk_8", 21, 8, ChecksumType.NONE, 0),
        chunk("5_chunk_9", 29, 8, WIDE, 4),
        chunk("5_chunk_10", 37, 4, WIDE, 4),
        chunk("6_chunk_11", 41, 4, ChecksumType.CRC64NVME, 4),
        chunk("5_chunk_12", 45, 4, ChecksumType.ADLER32, 4));
  }

  private static List<ChunkInfo> withExtras() {
    List<ChunkInfo> chunks = new ArrayList<>(inARow("1", 1, 10, 10, 10, 10, 10));
    List<KeyValue> metadata =
        List.of(
            new KeyValue("b", "2"),
            new KeyValue("a", Optional.empty()),
            new KeyValue("b", "2"),
            new KeyValue("", ""));
    chunks.set(1, with(chunks.get(1), metadata, Optional.empty()));
    Optional<ChecksumData> stripe = Optional.of(sums(ChecksumType.CRC32C, WINDOW, 5 * WINDOW));
    chunks.set(2, with(chunks.get(2), List.of(), stripe));
    Optional<ChecksumData> empty = Optional.of(sums(ChecksumType.CRC32C, WINDOW, 0));
    chunks.set(4, with(chunks.get(4), metadata, empty));
    chunks.add(with(chunk("odd", 50, 10, ChecksumType.CRC32C, WINDOW), metadata, stripe));
    return chunks;
  }

  static ChunkInfo with(
      ChunkInfo chunk, List<KeyValue> metadata, Optional<ChecksumData> stripeChecksum) {
    return new ChunkInfo(
        chunk.name(), chunk.offset(), chunk.length(), chunk.checksums(), metadata, stripeChecksum);
  }

  /** Appends the right CRC to bytes that may be wrong. */
  static byte[] sealed(byte... bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    byte[] whole = Arrays.copyOf(bytes, bytes.length + 4);
    for (int i = 0; i < 4; i++) {
      whole[bytes.length + i] = (byte) (crc.getValue() >>> (24 - 8 * i));
    }
    return whole;
  }
}
