// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.KeyValue;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CompactBlockCodecTest {

  static List<List<ChunkInfo>> samples() {
    return Blocks.samples();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everythingSurvives(List<ChunkInfo> chunks) throws Exception {
    byte[] block = CompactBlockCodec.encode(chunks);
    assertThat(CompactBlockCodec.decode(block)).isEqualTo(chunks);
    for (ByteBuffer buffer : CompactBlockTest.buffers(block)) {
      int position = buffer.position();
      assertThat(CompactBlockCodec.decode(buffer)).isEqualTo(chunks);
      assertThat(buffer.position()).isEqualTo(position);
      assertThat(CompactBlockCodec.decode(buffer.order(ByteOrder.LITTLE_ENDIAN))).isEqualTo(chunks);
    }
  }

  @Test
  void bytesAreThoseOfTheDocument() {
    byte[] sums = HexFormat.of().parseHex("e3069283");
    ChunkInfo chunk =
        new ChunkInfo("300_chunk_1", 0, 9, ChecksumData.of(ChecksumType.CRC32C, 16_384, sums));
    assertThat(HexFormat.ofDelimiter(" ").formatHex(CompactBlockCodec.encode(List.of(chunk))))
        .isEqualTo("43 53 42 01 01 ac 02 01 01 01 03 80 80 01 09 00 e3 06 92 83 65 c0 46 5c");
  }

  @Test
  void largeBlockTakesLittleMoreThanItsChecksums() {
    long[] lengths = LongStream.generate(() -> 4 << 20).limit(64).toArray();
    byte[] block = CompactBlockCodec.encode(Blocks.inARow("117883640217600001", 1, lengths));
    assertThat(block.length / (64 * 256.0)).isLessThanOrEqualTo(4.1);
    assertThat(block).hasSize(64 * 256 * 4 + 31);
  }

  @Test
  void namesThatFollowThePatternCostNothing() {
    int bare = CompactBlockCodec.encode(Blocks.inARow("17", 1, 8, 8)).length;
    assertThat(CompactBlockCodec.encode(Blocks.inARow("17", 0, 8, 8))).hasSize(bare);
    assertThat(CompactBlockCodec.encode(Blocks.inARow("17", 1, 8, 8, 8, 8, 8, 8, 8)))
        .hasSize(bare + 5 * 4);
    assertThat(CompactBlockCodec.encode(Blocks.inARow("x".repeat(100), 1, 8, 8, 8, 8, 8, 8, 8)))
        .hasSize(bare + 5 * 4 + 100);
  }

  @Test
  void patternIsThatOfTheFirstNameThatHasIt() {
    ChunkInfo odd = Blocks.chunk("17_chunk_01", 0, 8, ChecksumType.CRC32C, 8);
    ChunkInfo second = Blocks.chunk("a\nb_chunk_2", 8, 8, ChecksumType.CRC32C, 8);
    ChunkInfo third = Blocks.chunk("a\nb_chunk_3", 16, 8, ChecksumType.CRC32C, 8);
    int two = CompactBlockCodec.encode(List.of(odd, second)).length;
    assertThat(CompactBlockCodec.encode(List.of(odd, second, third))).hasSize(two + 4);
  }

  @Test
  void baseTooLongToBeRepeatedIsCarriedInEachName() throws Exception {
    int each = BlockNames.MAX_REPEATED_BYTES / 2;
    // In bytes as written: two for each of these letters.
    for (String base : List.of("x".repeat(each), "\u00fc".repeat(each / 2))) {
      int one = CompactBlockCodec.encode(Blocks.inARow(base, 1, 8)).length;
      assertThat(CompactBlockCodec.encode(Blocks.inARow(base, 1, 8, 8))).hasSize(one + 4 + 1);
      List<ChunkInfo> longer = Blocks.inARow(base + "x", 1, 8, 8);
      byte[] block = CompactBlockCodec.encode(longer);
      assertThat(block.length).isGreaterThan(one + each);
      assertThat(CompactBlockCodec.decode(block)).isEqualTo(longer);
    }
  }

  /** Many chunks that follow one another, each with little in the block. */
  @Test
  void namesOfOzoneAreRepeatedHoweverManyThereAre() throws Exception {
    long[] lengths = LongStream.generate(() -> 1).limit(50_000).toArray();
    List<ChunkInfo> chunks = Blocks.inARow("117883640217600001", 1, lengths);
    byte[] block = CompactBlockCodec.encode(chunks);
    assertThat(block.length).isLessThan(4 * lengths.length + 50);
    assertThat(CompactBlockCodec.decode(block)).isEqualTo(chunks);
  }

  @Test
  void onlyOddNamesAreCarried() {
    List<ChunkInfo> chunks = new ArrayList<>(Blocks.inARow("17", 1, 8, 8, 8, 8));
    int bare = CompactBlockCodec.encode(chunks).length;
    ChunkInfo third = chunks.get(2);
    chunks.set(2, new ChunkInfo("third", third.offset(), third.length(), third.checksums()));
    // The chunk, what it has, and the length of its name.
    assertThat(CompactBlockCodec.encode(chunks)).hasSize(bare + 3 + 5);
  }

  @Test
  void settingsAreGivenWhereTheyChange() {
    ChunkInfo crc = Blocks.chunk("1_chunk_1", 0, 8, ChecksumType.CRC32, 4);
    ChunkInfo md5 = Blocks.chunk("1_chunk_2", 8, 8, ChecksumType.MD5, 4);
    ChunkInfo longer = Blocks.chunk("1_chunk_3", 16, 12, ChecksumType.MD5, 4);
    int one = CompactBlockCodec.encode(List.of(crc)).length;
    int two = CompactBlockCodec.encode(List.of(crc, md5)).length;
    assertThat(two - one).isEqualTo(4 + 2 * 16);
    assertThat(CompactBlockCodec.encode(List.of(crc, md5, longer)).length - two)
        .isEqualTo(2 + 3 * 16);
  }

  @Test
  void moreChecksumsThanABlockHasRoomForAreRefused() {
    ChecksumData sums = ChecksumData.of(ChecksumType.SHA256, 1, new byte[1 << 26]);
    ChunkInfo chunk = new ChunkInfo("1", 0, sums.count(), sums);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CompactBlockCodec.encode(Collections.nCopies(16, chunk)))
        .withMessage((1L << 30) + " bytes of checksums are too many for one block");
  }

  @Test
  void aListThatShrinksMeanwhileIsEncodedAsItWasAtOneMoment() throws Exception {
    List<ChunkInfo> all = Blocks.inARow("17", 1, 8, 8, 8);
    List<ChunkInfo> fewer = all.subList(0, 2);
    for (int calls = 0; calls < 20; calls++) {
      byte[] block = CompactBlockCodec.encode(shrinking(all, fewer, calls));
      assertThat(CompactBlockCodec.decode(block)).as("after %d calls", calls).isIn(all, fewer);
    }
  }

  /** A list that others may change, such as a CopyOnWriteArrayList: each call sees one moment. */
  private static List<ChunkInfo> shrinking(
      List<ChunkInfo> before, List<ChunkInfo> after, int calls) {
    AtomicInteger left = new AtomicInteger(calls);
    Supplier<List<ChunkInfo>> now = () -> left.getAndDecrement() > 0 ? before : after;
    return new AbstractList<>() {
      @Override
      public ChunkInfo get(int index) {
        return now.get().get(index);
      }

      @Override
      public int size() {
        return now.get().size();
      }

      @Override
      public Iterator<ChunkInfo> iterator() {
        return now.get().iterator();
      }

      @Override
      public Object[] toArray() {
        return now.get().toArray();
      }
    };
  }

  @Test
  void halfACharacterIsRefused() {
    ChunkInfo odd = Blocks.chunk("\uD83D", 0, 8, ChecksumType.CRC32, 4);
    assertThatIllegalArgumentException().isThrownBy(() -> CompactBlockCodec.encode(List.of(odd)));
    ChunkInfo tagged =
        Blocks.with(
            Blocks.chunk("a", 0, 8, ChecksumType.CRC32, 4),
            List.of(new KeyValue("k", "\uDE00")),
            Optional.empty());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CompactBlockCodec.encode(List.of(tagged)));
    ChunkInfo longer = Blocks.chunk("\uD83D".repeat(9000), 0, 8, ChecksumType.CRC32, 4);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CompactBlockCodec.encode(List.of(longer)))
        .withMessageEndingWith("… (9000 characters)");
  }
}
