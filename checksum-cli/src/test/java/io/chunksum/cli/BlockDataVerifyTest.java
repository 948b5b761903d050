// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.proto.BlockData;
import io.chunksum.proto.BlockDataCodec;
import io.chunksum.proto.BlockId;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Block files of Apache Ozone, verified against the records that a datanode had of them. */
class BlockDataVerifyTest {

  @TempDir private Path folder;

  static List<OzoneBlock> blocks() {
    return OzoneBlock.all();
  }

  static Stream<OzoneBlock> blocksWithChecksums() {
    return blocks().stream().filter(block -> !block.type().equals("NONE"));
  }

  static Stream<OzoneBlock> blocksOfTypeNone() {
    return blocks().stream().filter(block -> block.type().equals("NONE"));
  }

  private Cli.Outcome verify(Path record, byte[] data, String... options) {
    return Cli.verifyBlock(Cli.write(folder.resolve("block"), data), record, options);
  }

  private Path record(BlockData block) {
    return Cli.write(folder.resolve("record"), BlockDataCodec.encodeToArray(block));
  }

  private static BlockData block(List<ChunkInfo> chunks, long size) {
    return new BlockData(
        new BlockId(1, 2, OptionalLong.empty(), OptionalInt.empty()),
        OptionalLong.empty(),
        List.of(),
        chunks,
        OptionalLong.of(size));
  }

  /** The only mismatch of a result. */
  @SuppressWarnings("unchecked")
  private static Map<String, Object> mismatch(Cli.Outcome outcome) {
    assertThat(outcome.status()).isEqualTo(ExitStatus.MISMATCH);
    assertThat(outcome.json().get(0)).containsEntry("ok", false).containsEntry("mismatchCount", 1L);
    Object found = Objects.requireNonNull(outcome.json().get(0).get("mismatches"));
    return ((List<Map<String, Object>>) found).get(0);
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void everyBlockVerifies(OzoneBlock block) throws Exception {
    byte[] data = block.data();
    List<ChunkInfo> chunks = BlockDataCodec.decode(Files.readAllBytes(block.record())).chunks();
    Cli.Outcome outcome = verify(block.record(), data);
    assertThat(outcome.status()).isEqualTo(ExitStatus.OK);
    assertThat(outcome.json())
        .singleElement()
        .satisfies(result ->
            assertThat(result)
                .containsEntry("ok", true)
                .containsEntry("type", chunks.isEmpty() ? "CRC32" : block.type())
                .containsEntry("length", (long) data.length)
                .containsEntry("expectedLength", (long) data.length)
                .containsEntry(
                    "bytesPerChecksum",
                    chunks.isEmpty() ? null : (Object) (long) block.bytesPerChecksum())
                .containsEntry(
                    "windows",
                    chunks.stream().mapToLong(chunk -> chunk.checksums().count()).sum()));
  }

  @ParameterizedTest
  @MethodSource("blocksWithChecksums")
  void flippedBitIsReportedInTheWindowOfItsChunk(OzoneBlock block) throws Exception {
    List<ChunkInfo> chunks = BlockDataCodec.decode(Files.readAllBytes(block.record())).chunks();
    byte[] data = block.data();
    long windowsBefore = 0;
    for (ChunkInfo chunk : chunks) {
      ChecksumData sums = chunk.checksums();
      long at = chunk.length() - 1;
      data[(int) (chunk.offset() + at)] ^= 0x10;
      long window = at / sums.bytesPerChecksum();
      long start = window * sums.bytesPerChecksum();
      assertThat(mismatch(verify(block.record(), data)))
          .containsEntry("window", windowsBefore + window)
          .containsEntry("offset", chunk.offset() + start)
          .containsEntry("length", chunk.length() - start);
      data[(int) (chunk.offset() + at)] ^= 0x10;
      windowsBefore += sums.count();
    }
  }

  @ParameterizedTest
  @MethodSource("blocksOfTypeNone")
  void cutAndExtendedFilesWithoutChecksumsAreNotChecked(OzoneBlock block) {
    byte[] data = block.data();
    for (int length : new int[] {data.length + 3, data.length - 1}) {
      assertThat(verify(block.record(), Arrays.copyOf(data, length)).json().get(0))
          .containsEntry("ok", true)
          .containsEntry("checked", false)
          .containsEntry("length", (long) length)
          .containsEntry("expectedLength", (long) data.length);
    }
  }

  @ParameterizedTest
  @MethodSource("blocksWithChecksums")
  void cutAndExtendedFilesAreReported(OzoneBlock block) {
    byte[] data = block.data();
    byte[] longer = Arrays.copyOf(data, data.length + 3);
    assertThat(mismatch(verify(block.record(), longer)))
        .containsEntry("offset", (long) data.length)
        .containsEntry("length", 3L)
        .containsEntry("expected", null)
        .containsEntry("actual", null);
    if (data.length > 0) {
      Map<String, Object> cut =
          mismatch(verify(block.record(), Arrays.copyOf(data, data.length - 1)));
      assertThat(number(cut, "offset") + number(cut, "length")).isEqualTo(data.length);
    }
  }

  @Test
  void chunksOfDifferentTypesHaveAResultEach() {
    byte[] data = new byte[30_000];
    Arrays.fill(data, (byte) 'x');
    List<ChunkInfo> chunks = new ArrayList<>();
    int at = 0;
    for (ChecksumType type : List.of(ChecksumType.CRC32C, ChecksumType.MD5, ChecksumType.CRC32C)) {
      int window = 1000 * (1 + chunks.size());
      ChecksumData sums =
          ChunkChecksum.of(type, window).compute(ChunkBuffer.wrap(data).slice(at, 10_000));
      chunks.add(new ChunkInfo("c" + at, at, 10_000, sums));
      at += 10_000;
    }
    Path record = record(block(chunks, 30_000));
    assertThat(verify(record, data).json())
        .extracting(result -> result.get("type"), result -> result.get("windows"))
        .containsExactly(tuple("CRC32C", 14L), tuple("MD5", 5L));
    assertThat(verify(record, data).json())
        .allSatisfy(result -> assertThat(result).containsEntry("bytesPerChecksum", null));
    data[10_000] ^= 1;
    Cli.Outcome outcome = verify(record, data);
    assertThat(outcome.status()).isEqualTo(ExitStatus.MISMATCH);
    assertThat(outcome.json())
        .extracting(result -> result.get("type"), result -> result.get("ok"))
        .containsExactly(tuple("CRC32C", true), tuple("MD5", false));
  }

  /** Each chunk is of type NONE for two of them. */
  @Test
  void chunksOfThreeTypesHaveAResultEach() {
    byte[] data = new byte[30];
    List<ChunkInfo> chunks = new ArrayList<>();
    for (ChecksumType type : List.of(ChecksumType.CRC32, ChecksumType.MD5, ChecksumType.CRC32C)) {
      int at = 10 * chunks.size();
      ChecksumData sums = ChunkChecksum.of(type, 5).compute(ChunkBuffer.wrap(data).slice(at, 10));
      chunks.add(new ChunkInfo("c" + at, at, 10, sums));
    }
    Path record = record(block(chunks, 30));
    assertThat(verify(record, data).status()).isEqualTo(ExitStatus.OK);
    data[29] ^= 1;
    assertThat(verify(record, data).json())
        .extracting(result -> result.get("type"), result -> result.get("ok"))
        .containsExactly(tuple("CRC32", true), tuple("MD5", true), tuple("CRC32C", false));
  }

  @Test
  void missingBytesOfTypeNoneAreOneMismatchOfEveryOtherType() {
    byte[] data = new byte[80];
    ChecksumData sums =
        ChunkChecksum.of(ChecksumType.CRC32, 16).compute(ChunkBuffer.wrap(data).slice(0, 40));
    ChunkInfo none = new ChunkInfo("none", 40, 40, ChecksumData.none(16));
    Path record = record(block(List.of(new ChunkInfo("crc", 0, 40, sums), none), 80));
    assertThat(verify(record, data).status()).isEqualTo(ExitStatus.OK);
    for (long length : new long[] {40, 60, 79}) {
      Cli.Outcome cut = verify(record, Arrays.copyOf(data, (int) length));
      assertThat(mismatch(cut))
          .containsEntry("window", 3L)
          .containsEntry("offset", length)
          .containsEntry("length", 80 - length)
          .containsEntry("expected", null)
          .containsEntry("actual", null);
      assertThat(cut.json().get(1)).containsEntry("type", "NONE").containsEntry("ok", true);
    }
    byte[] cut = Arrays.copyOf(data, 60);
    assertThat(verify(record, cut, "--diagnose").status()).isEqualTo(ExitStatus.MISMATCH);
    assertThat(verify(record, cut, "--range", "0:80").status()).isEqualTo(ExitStatus.OK);
  }

  private static Tuple tuple(Object... values) {
    return Tuple.tuple(values);
  }

  @Test
  void chunksThatDoNotMakeUpTheBlockAreRefused() {
    ChunkInfo first = new ChunkInfo("first", 0, 10, ChecksumData.none(10));
    ChunkInfo second = new ChunkInfo("second", 11, 10, ChecksumData.none(10));
    assertMalformed(block(List.of(first, second), 21), "a chunk begins at 11, not at 10");
    assertMalformed(block(List.of(first), 11), "chunks of 10 bytes in a block of 11");
    assertMalformed(block(List.of(), 1), "chunks of 0 bytes in a block of 1");
  }

  private void assertMalformed(BlockData block, String problem) {
    Cli.Outcome outcome = verify(record(block), new byte[21]);
    assertThat(outcome.status()).isEqualTo(ExitStatus.ERROR);
    assertThat(error(outcome)).startsWith("checksums in ").contains(problem);
  }

  private static String error(Cli.Outcome outcome) {
    return String.valueOf(outcome.json().get(0).get("error"));
  }

  private static long number(Map<String, Object> fields, String name) {
    return (long) Objects.requireNonNull(fields.get(name));
  }

  @Test
  void recordWithoutASizeHasThatOfItsChunks() {
    byte[] data = {1, 2, 3};
    ChecksumData sums = ChunkChecksum.of(ChecksumType.MD5, 2).compute(ChunkBuffer.wrap(data));
    BlockData sized = block(List.of(new ChunkInfo("c", 0, 3, sums)), 3);
    BlockData block =
        new BlockData(
            sized.id(), sized.flags(), sized.metadata(), sized.chunks(), OptionalLong.empty());
    assertThat(verify(record(block), data).status()).isEqualTo(ExitStatus.OK);
    assertThat(verify(record(block), new byte[4]).status()).isEqualTo(ExitStatus.MISMATCH);
  }

  @Test
  void damagedRecordIsNoMismatch() throws Exception {
    OzoneBlock block = new OzoneBlock("crc32c-16k-hsync-170004");
    byte[] good = Files.readAllBytes(block.record());
    for (int length : new int[] {0, 1, good.length / 2, good.length - 6}) {
      Path record = Cli.write(folder.resolve("record"), Arrays.copyOf(good, length));
      Cli.Outcome outcome = verify(record, block.data());
      assertThat(outcome.status()).as("%d bytes", length).isEqualTo(ExitStatus.ERROR);
      assertThat(error(outcome)).contains("(at byte ");
    }
  }

  @Test
  void rangeAndDiagnosisFollowTheChunks() {
    OzoneBlock block = new OzoneBlock("crc32c-16k-hsync-170004");
    byte[] data = block.data();
    data[70_001] ^= 0x08;
    assertThat(verify(block.record(), data, "--range", "0:70001").status())
        .isEqualTo(ExitStatus.OK);
    Cli.Outcome outcome = verify(block.record(), data, "--range", "70001:1", "--diagnose");
    assertThat(mismatch(outcome).get("diagnosis"))
        .satisfies(diagnosis ->
            assertThat((Map<?, ?>) diagnosis)
                .extracting("verdict", "offset", "bit")
                .containsExactly("BIT_FLIP", 70_001L, 3L));
  }

  @Test
  void fileTooLargeForARecordIsNotRead() throws Exception {
    Path record = folder.resolve("record");
    try (RandomAccessFile sparse = new RandomAccessFile(record.toFile(), "rw")) {
      sparse.setLength((64L << 20) + 1);
    }
    Cli.Outcome outcome = verify(record, new byte[1]);
    assertThat(outcome.status()).isEqualTo(ExitStatus.ERROR);
    assertThat(outcome.out()).contains("is not a BlockData message");
  }
}
