// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.KeyValue;
import io.chunksum.format.compact.CompactBlockCodec;
import io.chunksum.proto.BlockData;
import io.chunksum.proto.BlockDataCodec;
import io.chunksum.proto.BlockId;
import io.chunksum.verify.BlockVerifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Works out the tables of docs/metadata-size.md from records that are really encoded. */
class MetadataSizeTest {

  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;
  private static final long DISK = 1L << 40;
  private static final long CHUNK = 4 * MIB;
  private static final long LOCAL_ID = 117883640217600001L;

  /** A disk full of files, and the MiB that their records take according to HDDS-10465. */
  enum Files1Tb {
    BIG("big, 256 MiB", 256 * MIB, 17.9, 395.9),
    MEDIUM("medium, 1 MiB", MIB, 83, 461),
    SMALL("small, 16 KiB", 16 * KIB, 5312, 5312);

    private final String label;
    private final long bytes;
    private final double longWindows;
    private final double shortWindows;

    Files1Tb(String label, long bytes, double longWindows, double shortWindows) {
      this.label = label;
      this.bytes = bytes;
      this.longWindows = longWindows;
      this.shortWindows = shortWindows;
    }

    private double mib(double recordBytes) {
      long files = DISK / bytes;
      return files * recordBytes / MIB;
    }

    double protobuf(long window) {
      return mib(BlockDataCodec.encodeToArray(block(chunks(bytes, window), bytes)).length);
    }

    double compact(long window) {
      ByteString compact = ByteString.copyFrom(CompactBlockCodec.encode(chunks(bytes, window)));
      int rest = BlockDataCodec.encodeToArray(block(List.of(), bytes)).length;
      return mib(rest + CodedOutputStream.computeBytesSize(4, compact));
    }
  }

  private static List<ChunkInfo> chunks(long size, long window) {
    List<ChunkInfo> chunks = new ArrayList<>();
    for (long at = 0; at < size; at += CHUNK) {
      long length = Math.min(CHUNK, size - at);
      int windows = (int) ((length + window - 1) / window);
      ChecksumData sums =
          ChecksumData.of(ChecksumType.CRC32, (int) window, new byte[windows * Integer.BYTES]);
      chunks.add(new ChunkInfo(LOCAL_ID + "_chunk_" + (chunks.size() + 1), at, length, sums));
    }
    return chunks;
  }

  private static BlockData block(List<ChunkInfo> chunks, long size) {
    return new BlockData(
        new BlockId(1, LOCAL_ID, OptionalLong.of(2), OptionalInt.empty()),
        OptionalLong.empty(),
        List.of(new KeyValue("TYPE", "KEY")),
        chunks,
        OptionalLong.of(size));
  }

  @Test
  void numbersOfTheIssueAreReproduced() {
    for (Files1Tb files : Files1Tb.values()) {
      assertThat(files.protobuf(MIB))
          .isCloseTo(files.longWindows, within(0.03 * files.longWindows));
      assertThat(files.protobuf(16 * KIB))
          .isCloseTo(files.shortWindows, within(0.005 * files.shortWindows));
    }
    assertThat(Files1Tb.MEDIUM.protobuf(MIB)).isEqualTo(83);
    assertThat(Files1Tb.SMALL.protobuf(16 * KIB)).isEqualTo(5312);
  }

  @Test
  void compactBlocksAreSmaller() {
    for (Files1Tb files : Files1Tb.values()) {
      assertThat(files.compact(MIB)).isLessThan(files.protobuf(MIB));
      assertThat(files.compact(16 * KIB)).isLessThan(files.protobuf(16 * KIB));
    }
    assertThat(Files1Tb.BIG.compact(16 * KIB) / Files1Tb.BIG.protobuf(16 * KIB))
        .isLessThan(2 / 3.0);
  }

  @Test
  void thePageHasTheTables() throws Exception {
    StringBuilder issue = new StringBuilder();
    StringBuilder table =
        new StringBuilder("| files | 1 MiB, BlockData | 1 MiB, compact | 16 KiB, BlockData |");
    table.append(" 16 KiB, compact |\n|---|---|---|---|---|\n");
    for (Files1Tb files : Files1Tb.values()) {
      String name = files.name().toLowerCase(Locale.ROOT);
      issue.append(
          "| %s | %s MB | %s MB |\n"
              .formatted(name, plain(files.longWindows), plain(files.shortWindows)));
      table.append(
          "| %s | %s | %s | %s | %s |\n"
              .formatted(
                  files.label,
                  mb(files.protobuf(MIB)),
                  mb(files.compact(MIB)),
                  mb(files.protobuf(16 * KIB)),
                  mb(files.compact(16 * KIB))));
    }
    assertThat(Files.readString(Path.of("..", "docs", "metadata-size.md")))
        .contains(issue)
        .contains(table);
  }

  @Test
  void thePageHasWhatWindowsCost() throws Exception {
    StringBuilder table = new StringBuilder();
    for (int window : new int[] {512, (int) (16 * KIB), (int) MIB}) {
      ChunkInfo chunk =
          new ChunkInfo(
              "chunk",
              0,
              4 * MIB,
              ChecksumData.of(ChecksumType.CRC32C, window, new byte[(int) (4 * MIB / window) * 4]));
      BlockVerifier block = new BlockVerifier(List.of(chunk));
      long aligned = block.align(MIB, 4 * KIB).length();
      long atMost =
          LongStream.rangeClosed(0, 3 * MIB)
              .filter(at -> at % 255 == 0)
              .map(at -> block.align(at, 4 * KIB).length())
              .max()
              .orElseThrow();
      table.append(
          "| %s | %s | %s | %s | %s |\n"
              .formatted(
                  bytes(window),
                  bytes(aligned),
                  bytes(atMost),
                  bytes((1L << 30) / window * ChecksumType.CRC32C.checksumLength()),
                  bytes((1L << 30) / window * ChecksumType.SHA256.checksumLength())));
    }
    assertThat(Files.readString(Path.of("..", "docs", "metadata-size.md"))).contains(table);
  }

  private static String bytes(long count) {
    if (count < KIB) {
      return count + " B";
    }
    double kib = count / (double) KIB;
    return kib < KIB ? plain(kib) + " KiB" : plain(kib / KIB) + " MiB";
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  private static String mb(double value) {
    return String.format(Locale.ROOT, "%.1f MB", value);
  }
}
