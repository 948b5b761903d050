// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CompactBlockTest {

  static List<List<ChunkInfo>> samples() {
    return Blocks.samples();
  }

  /** The bytes in buffers of all kinds, with other bytes around them. */
  static List<ByteBuffer> buffers(byte[] block) {
    byte[] around = new byte[block.length + 16];
    Arrays.fill(around, (byte) 0x5A);
    System.arraycopy(block, 0, around, 9, block.length);
    ByteBuffer heap = ByteBuffer.wrap(around, 4, block.length + 5).slice().position(5);
    ByteBuffer direct = ByteBuffer.allocateDirect(around.length).put(around);
    direct.position(9).limit(9 + block.length);
    return List.of(heap, direct, heap.asReadOnlyBuffer());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyPartOfEveryChunkIsFound(List<ChunkInfo> chunks) throws Exception {
    byte[] bytes = CompactBlockCodec.encode(chunks);
    CompactBlock block = new CompactBlock();
    assertShows(block.wrap(bytes), chunks);
    byte[] around = Arrays.copyOf(bytes, bytes.length + 3);
    System.arraycopy(bytes, 0, around, 3, bytes.length);
    assertShows(block.wrap(around, 3, bytes.length), chunks);
    for (ByteBuffer buffer : buffers(bytes)) {
      assertShows(block.wrap(buffer), chunks);
    }
  }

  /** As when one record after the other is read from the same buffer. */
  @ParameterizedTest
  @MethodSource("samples")
  void theCallersBufferMayBeMovedAfterwards(List<ChunkInfo> chunks) throws Exception {
    byte[] bytes = CompactBlockCodec.encode(chunks);
    for (ByteBuffer buffer : buffers(bytes)) {
      CompactBlock block = new CompactBlock().wrap(buffer);
      buffer.limit(buffer.position() + 1).position(0);
      assertShows(block, chunks);
    }
  }

  /** Of more bytes than are copied at a time. */
  @Test
  void aLongBlockIsReadInBuffersOfAllKinds() throws Exception {
    long[] lengths = LongStream.generate(() -> 1).limit(3000).toArray();
    byte[] bytes = CompactBlockCodec.encode(Blocks.inARow("17", 1, lengths));
    for (ByteBuffer buffer : buffers(bytes)) {
      assertThat(new CompactBlock().wrap(buffer).chunkCount()).isEqualTo(lengths.length);
    }
  }

  private static void assertShows(CompactBlock block, List<ChunkInfo> chunks) {
    assertThat(block.chunkCount()).isEqualTo(chunks.size());
    for (int i = chunks.size() - 1; i >= 0; i--) {
      ChunkInfo chunk = chunks.get(i);
      assertThat(block.chunk(i)).isEqualTo(chunk);
      assertThat(block.offset(i)).isEqualTo(chunk.offset());
      assertThat(block.length(i)).isEqualTo(chunk.length());
      assertThat(block.type(i)).isEqualTo(chunk.checksums().type());
      assertThat(block.bytesPerChecksum(i)).isEqualTo(chunk.checksums().bytesPerChecksum());
      assertThat(block.checksumCount(i)).isEqualTo(chunk.checksums().count());
      assertThat(block.checksums(i)).isEqualTo(chunk.checksums());
      assertShowsWindows(block, i, chunk.checksums());
    }
  }

  private static void assertShowsWindows(CompactBlock block, int chunk, ChecksumData sums) {
    byte[] packed = new byte[sums.packed().remaining() + 1];
    sums.packed().get(packed, 1, packed.length - 1);
    int length = sums.type().checksumLength();
    assertThat(block.matches(chunk, 0, sums.count(), packed, 1)).isTrue();
    for (int window = 0; window < sums.count(); window++) {
      int at = 1 + window * length;
      assertThat(block.matches(chunk, window, 1, packed, at)).isTrue();
      packed[at + length - 1] ^= 1;
      assertThat(block.matches(chunk, window, 1, packed, at)).isFalse();
      packed[at + length - 1] ^= 1;
      packed[at] ^= 0x40;
      assertThat(block.matches(chunk, 0, sums.count(), packed, 1)).isFalse();
      packed[at] ^= 0x40;
      if (length == 4) {
        assertThat(block.crc(chunk, window)).isEqualTo(sums.crc(window));
      }
    }
  }

  @Test
  void whatIsNotThereIsOutOfBounds() throws Exception {
    byte[] bytes = CompactBlockCodec.encode(Blocks.inARow("1", 1, Blocks.WINDOW, 5));
    CompactBlock block = new CompactBlock().wrap(bytes);
    for (int chunk : new int[] {-1, 2}) {
      assertOutOfBounds(() -> block.offset(chunk));
      assertOutOfBounds(() -> block.length(chunk));
      assertOutOfBounds(() -> block.type(chunk));
      assertOutOfBounds(() -> block.bytesPerChecksum(chunk));
      assertOutOfBounds(() -> block.checksumCount(chunk));
      assertOutOfBounds(() -> block.checksums(chunk));
      assertOutOfBounds(() -> block.chunk(chunk));
    }
    for (int window : new int[] {-1, 1}) {
      assertOutOfBounds(() -> block.crc(1, window));
      assertOutOfBounds(() -> block.matches(1, window, 1, new byte[4], 0));
    }
    assertOutOfBounds(() -> block.matches(0, 0, 2, new byte[8], 0));
    assertOutOfBounds(() -> block.matches(0, 0, 1, new byte[4], 1));
    assertOutOfBounds(() -> new CompactBlock().wrap(bytes, 1, bytes.length));
    block.wrap(buffers(bytes).get(1));
    assertThat(block.matches(0, 0, 1, new byte[4], 0)).isFalse();
    List<ChunkInfo> md5 = List.of(Blocks.chunk("1", 0, 5, ChecksumType.MD5, 5));
    block.wrap(buffers(CompactBlockCodec.encode(md5)).get(1));
    assertThat(block.matches(0, 0, 1, new byte[16], 0)).isFalse();
    assertOutOfBounds(() -> block.matches(0, 0, 1, new byte[15], 0));
    block.wrap(buffers(bytes).get(1));
    assertOutOfBounds(() -> block.matches(0, 0, 1, new byte[4], 1));
    assertOutOfBounds(() -> block.crc(1, 1));
  }

  private static void assertOutOfBounds(ThrowingCallable call) {
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(call);
  }

  @Test
  void onlyShortChecksumsAreNumbers() throws Exception {
    ChunkInfo chunk = Blocks.chunk("1", 0, 5, ChecksumType.MD5, 5);
    CompactBlock block = new CompactBlock().wrap(CompactBlockCodec.encode(List.of(chunk)));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> block.crc(0, 0));
  }

  @Test
  void viewHasNoChunksBeforeAndAfterFailure() throws Exception {
    CompactBlock block = new CompactBlock();
    assertThat(block.chunkCount()).isZero();
    byte[] bytes = CompactBlockCodec.encode(Blocks.inARow("1", 1, 5));
    assertThat(block.wrap(bytes).chunkCount()).isEqualTo(1);
    assertThatExceptionOfType(MalformedChecksumDataException.class)
        .isThrownBy(() -> block.wrap(new byte[20]));
    assertThat(block.chunkCount()).isZero();
    assertOutOfBounds(() -> block.offset(0));
    assertThat(block.wrap(bytes).chunkCount()).isEqualTo(1);
    assertThatExceptionOfType(MalformedChecksumDataException.class)
        .isThrownBy(() -> block.wrap(ByteBuffer.allocate(20)));
    assertThat(block.chunkCount()).isZero();
  }

  /** The chunk had a name, so there is no pattern; nor is it that of the block before. */
  @Test
  void aNameThatHasBeenOverwrittenIsNotMadeUp() throws Exception {
    CompactBlock block = new CompactBlock();
    block.wrap(CompactBlockCodec.encode(Blocks.inARow("1", 1, 5)));
    ChunkInfo chunk = new ChunkInfo("", 0, 0, ChecksumData.none(0));
    byte[] bytes = CompactBlockCodec.encode(List.of(chunk));
    assertThat(block.wrap(bytes).chunk(0)).isEqualTo(chunk);
    int flags = bytes.length - CompactBlock.CRC_BYTES - 2;
    assertThat(bytes[flags]).isEqualTo((byte) BlockExtras.NAME);
    bytes[flags] = BlockExtras.METADATA; // Of which there is none, as the name has no bytes.
    assertThatIllegalStateException()
        .isThrownBy(() -> block.chunk(0))
        .withMessage("the bytes of the block have changed");
  }

  /** What one block had must not show in the next. */
  @Test
  void oneViewServesBlocksOfAllKinds() throws Exception {
    CompactBlock block = new CompactBlock();
    List<List<ChunkInfo>> samples = Blocks.samples();
    for (int i = 0; i < samples.size(); i++) {
      for (List<ChunkInfo> chunks : List.of(samples.get(i), samples.get(samples.size() - 1 - i))) {
        block.wrap(CompactBlockCodec.encode(chunks));
        assertShows(block, chunks);
      }
    }
  }
}
