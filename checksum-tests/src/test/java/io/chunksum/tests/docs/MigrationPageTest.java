// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.WholeChecksum;
import io.chunksum.data.ChecksumData;
import io.chunksum.proto.ChecksumDataCodec;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ChecksumMismatchException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.hadoop.hdds.protocol.datanode.proto.ContainerProtos;
import org.apache.hadoop.ozone.common.Checksum;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles the examples of docs/migration.md and holds them to what they replace. */
class MigrationPageTest {

  private static final byte[] CONTENT = TestBytes.random(20_05, 100_000);

  @TempDir private static Path folder;

  private static Compiled compiled;

  @BeforeAll
  static void compileTheExamples() throws Exception {
    List<String> examples = Examples.in(Path.of("docs", "migration.md"));
    assertThat(examples).hasSize(3);
    compiled =
        Examples.compile(
            folder,
            Map.of(
                "OzoneChunks", examples.get(0),
                "HadoopChunks", examples.get(1),
                "EntryDigests", examples.get(2)));
  }

  @AfterAll
  static void close() throws Exception {
    compiled.close();
  }

  private static List<ByteBuffer> pieces(byte[] content) {
    return List.of(
        ByteBuffer.wrap(content, 0, 20_000),
        ByteBuffer.allocateDirect(80_000).put(content, 20_000, 80_000).flip());
  }

  @Test
  void ozoneWritesTheSameAndAcceptsIt() throws Exception {
    Class<?> example = compiled.type("OzoneChunks");
    Checksum replaced = new Checksum(ContainerProtos.ChecksumType.CRC32C, 16 * 1024);
    ContainerProtos.ChecksumData expected = replaced.computeChecksum(CONTENT).getProtoBufMessage();
    Object stored = example.getMethod("compute", List.class).invoke(null, pieces(CONTENT));
    assertThat(stored).isEqualTo(expected);

    Method verify = example.getMethod("verify", List.class, ContainerProtos.ChecksumData.class);
    verify.invoke(null, pieces(CONTENT), expected);
    byte[] damaged = CONTENT.clone();
    damaged[50_000] ^= 4;
    assertThatThrownBy(() -> verify.invoke(null, pieces(damaged), expected))
        .hasCauseInstanceOf(ChecksumMismatchException.class)
        .hasRootCauseMessage(mismatch(3, 49_152, 65_535, expected, damaged));
  }

  @Test
  void ozonesGrowingBufferIsReadAsFarAsItIsWritten() throws Exception {
    Class<?> example = compiled.type("OzoneChunks");
    Object chunks = example.getConstructor().newInstance();
    Method computeSoFar =
        example.getMethod("computeSoFar", org.apache.hadoop.ozone.common.ChunkBuffer.class);
    Checksum replaced = new Checksum(ContainerProtos.ChecksumType.CRC32C, 16 * 1024);
    for (int increment : new int[] {CONTENT.length, 20_000}) {
      List<ByteBuffer> room =
          Stream.generate(() -> ByteBuffer.allocate(increment))
              .limit(CONTENT.length / increment)
              .toList();
      var buffer = org.apache.hadoop.ozone.common.ChunkBuffer.wrap(room);
      for (int at = 0; at < CONTENT.length; at += 12_500) {
        buffer.put(CONTENT, at, 12_500);
        ChecksumData sums = (ChecksumData) computeSoFar.invoke(chunks, buffer);
        byte[] written = Arrays.copyOf(CONTENT, at + 12_500);
        assertThat(ContainerProtos.ChecksumData.parseFrom(ChecksumDataCodec.encodeToArray(sums)))
            .isEqualTo(replaced.computeChecksum(written).getProtoBufMessage());
        assertThat(computeSoFar.invoke(chunks, buffer)).as("again").isEqualTo(sums);
      }
      example.getMethod("nextChunk").invoke(chunks);
    }
  }

  /** What the row on a buffer that is being written warns of. */
  @Test
  void fromItsPositionOzonesBufferHasTheBytesThatAreNotWritten() {
    var buffer = org.apache.hadoop.ozone.common.ChunkBuffer.wrap(ByteBuffer.allocate(100));
    buffer.put(CONTENT, 0, 30);
    assertThat(ChunkBuffer.wrap(buffer.asByteBufferList()).length()).isEqualTo(70);
    assertThat(ChunkBuffer.wrap(buffer.duplicate(0, 30).asByteBufferList()).length()).isEqualTo(30);
  }

  private static String mismatch(
      int window, int first, int last, ContainerProtos.ChecksumData stored, byte[] damaged) {
    CRC32C actual = new CRC32C();
    actual.update(damaged, first, last + 1 - first);
    return "CRC32C mismatch: window %d, bytes %d to %d: expected %08x, found %08x"
        .formatted(
            window,
            first,
            last,
            stored.getChecksums(window).asReadOnlyByteBuffer().getInt(),
            actual.getValue());
  }

  @Test
  void hadoopsPackedChecksumsAreWrittenAndRead() throws Exception {
    ByteBuffer expected = ByteBuffer.allocate(196 * Integer.BYTES);
    for (int from = 0; from < CONTENT.length; from += 512) {
      CRC32C crc = new CRC32C();
      crc.update(CONTENT, from, Math.min(512, CONTENT.length - from));
      expected.putInt((int) crc.getValue());
    }
    Class<?> example = compiled.type("HadoopChunks");
    Object chunks = example.getConstructor().newInstance();
    ByteBuffer sums = ByteBuffer.allocateDirect(expected.capacity());
    Object written =
        example
            .getMethod("sums", ByteBuffer.class, ByteBuffer.class)
            .invoke(chunks, ByteBuffer.wrap(CONTENT), sums);
    assertThat(written).isEqualTo(expected.capacity());
    assertThat(sums).isEqualTo(expected.flip());
    assertThat(example.getMethod("header").invoke(null))
        .isEqualTo(DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512).getHeader());

    Method verify =
        example.getMethod("verify", ByteBuffer.class, ByteBuffer.class, String.class, long.class);
    verify.invoke(chunks, ByteBuffer.wrap(CONTENT), sums, "blk_7", 0);
    ByteBuffer cut = ByteBuffer.wrap(CONTENT, 0, 99_840);
    assertThatThrownBy(() -> verify.invoke(chunks, cut, sums, "blk_7", 1024))
        .hasCauseInstanceOf(ChecksumMismatchException.class)
        .rootCause()
        .hasMessageStartingWith("blk_7 from byte 1024: CRC32C mismatch: window 195, ");
  }

  @Test
  void hadoopIgnoresChecksumsOfWindowsThatTheDataDoesNotHave() throws Exception {
    Object chunks = compiled.type("HadoopChunks").getConstructor().newInstance();
    Method verify =
        chunks
            .getClass()
            .getMethod("verify", ByteBuffer.class, ByteBuffer.class, String.class, long.class);
    DataChecksum replaced = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);
    for (int length : new int[] {0, 511, 512, 513}) {
      ByteBuffer data = ByteBuffer.wrap(CONTENT, 0, length);
      int bytes = (length + 511) / 512 * Integer.BYTES;
      ByteBuffer sums = ByteBuffer.allocate(bytes + Integer.BYTES);
      replaced.calculateChunkedSums(data, sums);
      verify.invoke(chunks, data, sums.slice(0, bytes), "blk_7", 0);
      replaced.verifyChunkedSums(data, sums, "blk_7", 0);
      assertThatThrownBy(() -> verify.invoke(chunks, data, sums, "blk_7", 0))
          .as("one more for %d bytes", length)
          .hasCauseInstanceOf(ChecksumMismatchException.class);
    }
    ByteBuffer data = ByteBuffer.wrap(CONTENT, 0, 513);
    ByteBuffer first = ByteBuffer.allocate(Integer.BYTES).putInt(0, crc(0, 512));
    assertThatThrownBy(() -> replaced.verifyChunkedSums(data, first, "blk_7", 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> verify.invoke(chunks, data, first, "blk_7", 0))
        .hasCauseInstanceOf(ChecksumMismatchException.class);
  }

  /** The CRCs of either part, and of both, have their highest bit set or not. */
  @Test
  void hadoopsUnfinishedWindowContinuesFromItsCrc() throws Exception {
    Method append =
        compiled
            .type("HadoopChunks")
            .getMethod("append", int.class, long.class, int.class, int.class);
    for (int from = 0; from < 512; from++) {
      Object whole = append.invoke(null, crc(0, from), 512 * 7L + from, crc(from, 512), 512 - from);
      assertThat(whole).as("from %d", from).isEqualTo(crc(0, 512));
    }
  }

  private static int crc(int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(CONTENT, from, to - from);
    return (int) crc.getValue();
  }

  @Test
  void digestsOfEntriesAreThoseOfTheirLongsAndData() throws Exception {
    CRC32C expected = new CRC32C();
    Class<?> example = compiled.type("EntryDigests");
    Object digests = example.getConstructor().newInstance();
    Method sign = example.getMethod("sign", ByteBuf.class, ByteBuf.class);
    Method verify = example.getMethod("verify", ByteBuf.class);
    ByteBuf longs = Unpooled.buffer(36).writeLong(7).writeLong(42).writeLong(41).writeLong(3_000);
    expected.update(longs.nioBuffer());
    expected.update(CONTENT);
    ByteBuf data = Unpooled.wrappedBuffer(pieces(CONTENT).toArray(ByteBuffer[]::new));
    sign.invoke(digests, longs, data);
    assertThat(longs.getInt(32)).isEqualTo((int) expected.getValue());

    ByteBuf entry = Unpooled.wrappedBuffer(longs, data);
    assertThat(verify.invoke(digests, entry)).isEqualTo(true);
    assertThat(entry.readerIndex()).isZero();
    for (int at : new int[] {0, 31, 32, 35, 36, entry.readableBytes() - 1}) {
      ByteBuf damaged = entry.copy();
      damaged.setByte(at, damaged.getByte(at) ^ 1);
      assertThat(verify.invoke(digests, damaged)).as("byte %d", at).isEqualTo(false);
    }
    for (int length : new int[] {0, 35, 36, entry.readableBytes() - 1}) {
      assertThat(verify.invoke(digests, entry.slice(0, length))).as("%d", length).isEqualTo(false);
    }
  }

  @Test
  void guavasCrcHasItsBytesReversedAndNoOperationThatAppends() {
    WholeChecksum crc32c = WholeChecksum.of(ChecksumType.CRC32C);
    crc32c.accept(CONTENT, 0, CONTENT.length);
    HashCode whole = Hashing.crc32c().hashBytes(CONTENT);
    assertThat((int) crc32c.finishCrcValue().crc()).isEqualTo(whole.asInt());
    crc32c.accept(CONTENT, 0, CONTENT.length);
    byte[] bigEndian = crc32c.finish();
    assertThat(ByteBuffer.wrap(bigEndian).getInt()).isEqualTo(whole.asInt());
    assertThat(whole.asBytes())
        .containsExactly(bigEndian[3], bigEndian[2], bigEndian[1], bigEndian[0]);
    HashCode start = Hashing.crc32c().hashBytes(CONTENT, 0, 7);
    HashCode rest = Hashing.crc32c().hashBytes(CONTENT, 7, CONTENT.length - 7);
    assertThat(Hashing.combineOrdered(List.of(start, rest))).isNotEqualTo(whole);
    assertThat(CrcCombiner.CRC32C.combine(start.asInt(), rest.asInt(), CONTENT.length - 7))
        .isEqualTo(whole.asInt());
  }
}
