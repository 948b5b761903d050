// SPDX-License-Identifier: Apache-2.0

package io.chunksum.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChecksumDataTest {

  private static final byte[] PACKED = {1, 2, 3, 4, 5, 6, 7, 8, (byte) 0xFF, 0, 0, 1};
  private static final ChecksumData DATA = ChecksumData.of(ChecksumType.CRC32C, 512, PACKED);

  @Test
  void entriesAreViewsOfThePackedBytes() {
    assertThat(DATA.count()).isEqualTo(3);
    assertThat(DATA.checksum(1)).isEqualTo(ByteBuffer.wrap(new byte[] {5, 6, 7, 8}));
    assertThat(DATA.checksum(1).position()).isZero();
    assertThat(DATA.checksum(1).isReadOnly()).isTrue();
    assertThat(DATA.packed()).isEqualTo(ByteBuffer.wrap(PACKED));
    assertThat(DATA.packed().isReadOnly()).isTrue();
  }

  @Test
  void anArrayOfTheEntriesIsACopy() {
    byte[] array = DATA.toByteArray();
    assertThat(array).isEqualTo(PACKED);
    array[0]++;
    assertThat(DATA.toByteArray()).isEqualTo(PACKED);
  }

  @Test
  void entriesAreTakenFromAnyKindOfBuffer() {
    ByteBuffer heap = ByteBuffer.allocate(20).position(3).put(PACKED).position(3).limit(15);
    ByteBuffer direct = ByteBuffer.allocateDirect(20).position(3).put(PACKED).flip().position(3);
    for (ByteBuffer buffer : List.of(heap, heap.slice(), heap.asReadOnlyBuffer(), direct)) {
      ByteBuffer before = buffer.duplicate();
      assertThat(ChecksumData.of(DATA.type(), DATA.bytesPerChecksum(), buffer)).isEqualTo(DATA);
      assertThat(buffer.position()).isEqualTo(before.position());
      assertThat(buffer.limit()).isEqualTo(before.limit());
    }
    ChecksumData copied = ChecksumData.of(DATA.type(), DATA.bytesPerChecksum(), heap);
    heap.put(4, (byte) 77);
    assertThat(copied).isEqualTo(DATA);
    assertThatThrownBy(() -> ChecksumData.of(DATA.type(), 512, heap.limit(14)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void crcsAreBigEndian() {
    assertThat(DATA.crc(0)).isEqualTo(0x01020304);
    assertThat(DATA.crc(2)).isEqualTo(0xFF000001);
    ChecksumData md5 = ChecksumData.of(ChecksumType.MD5, 512, new byte[16]);
    assertThatThrownBy(() -> md5.crc(0)).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void numbersAreUnsignedAndOfAtMostEightBytes() {
    assertThat(DATA.value(2)).isEqualTo(0xFF000001L);
    byte[] packed = {-1, 2, 3, 4, 5, 6, 7, 8, 9};
    ChecksumType crc24 = ChecksumType.of("CRC24", 3);
    assertThat(ChecksumData.of(crc24, 512, packed).value(0)).isEqualTo(0xFF0203L);
    ChecksumType crc64 = ChecksumType.of("CRC64", 8);
    assertThat(ChecksumData.of(crc64, 512, packed, 1, 8).value(0)).isEqualTo(0x0203040506070809L);
    ChecksumData longer = ChecksumData.of(ChecksumType.of("LONG", 9), 512, packed);
    assertThatThrownBy(() -> longer.value(0)).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void hashesDifferWhereTheDataDoes() {
    ChecksumData one = ChecksumData.of(ChecksumType.CRC32C, 1, new byte[] {0, 0, 0, 1});
    int hash = one.hashCode();
    assertThat(
            List.of(
                ChecksumData.of(ChecksumType.CRC32, 1, new byte[] {0, 0, 0, 1}).hashCode(),
                ChecksumData.of(ChecksumType.CRC32C, 2, new byte[] {0, 0, 0, 1}).hashCode(),
                ChecksumData.of(ChecksumType.CRC32C, 1, new byte[] {0, 0, 0, 2}).hashCode()))
        .doesNotContain(hash)
        .doesNotHaveDuplicates();
  }

  @Test
  void matchesComparesOneEntry() {
    byte[] other = {9, 9, 5, 6, 7, 8, 9};
    assertThat(DATA.matches(1, other, 2)).isTrue();
    assertThat(DATA.matches(0, other, 2)).isFalse();
    for (int i = 2; i < 6; i++) {
      byte[] changed = other.clone();
      changed[i] ^= 1;
      assertThat(DATA.matches(1, changed, 2)).as("byte %d", i).isFalse();
    }
  }

  @Test
  void matchesComparesARunOfEntries() {
    byte[] other = {9, 9, 5, 6, 7, 8, (byte) 0xFF, 0, 0, 1};
    assertThat(DATA.matches(1, 2, other, 2)).isTrue();
    assertThat(DATA.matches(0, 2, other, 2)).isFalse();
    assertThat(DATA.matches(3, 0, other, 2)).isTrue();
    for (int i = 2; i < other.length; i++) {
      byte[] changed = other.clone();
      changed[i] ^= 1;
      assertThat(DATA.matches(1, 2, changed, 2)).as("byte %d", i).isFalse();
    }
    assertThatThrownBy(() -> DATA.matches(2, 2, other, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> DATA.matches(1, 2, other, Integer.MAX_VALUE))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> DATA.matches(1, 2, other, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void entriesMayLieInAPartOfAnArray() {
    byte[] source = {9, 1, 2, 3, 4, 5, 6, 7, 8, (byte) 0xFF, 0, 0, 1, 9, 9};
    assertThat(ChecksumData.of(ChecksumType.CRC32C, 512, source, 1, 12)).isEqualTo(DATA);
    assertThatThrownBy(() -> ChecksumData.of(ChecksumType.CRC32C, 512, source, 4, 12))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> ChecksumData.of(ChecksumType.CRC32C, 512, source, 1, 11))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void laterChangesOfTheGivenArrayDoNotShow() {
    byte[] packed = PACKED.clone();
    ChecksumData data = ChecksumData.of(ChecksumType.CRC32C, 512, packed);
    packed[0] = 99;
    assertThat(data).isEqualTo(DATA);
  }

  @Test
  void equalityLooksAtTypeWindowSizeAndEntries() {
    assertThat(DATA).isEqualTo(ChecksumData.of(ChecksumType.CRC32C, 512, PACKED));
    assertThat(DATA).hasSameHashCodeAs(ChecksumData.of(ChecksumType.CRC32C, 512, PACKED));
    assertThat(DATA).isNotEqualTo(ChecksumData.of(ChecksumType.CRC32, 512, PACKED));
    assertThat(DATA).isNotEqualTo(ChecksumData.of(ChecksumType.CRC32C, 513, PACKED));
    assertThat(DATA).isNotEqualTo(ChecksumData.of(ChecksumType.CRC32C, 512, new byte[12]));
  }

  @Test
  void dataIsLikeOtherDataOfItsTypeAndWindowSize() {
    assertThat(DATA.isLike(ChecksumData.of(ChecksumType.CRC32C, 512, new byte[4]))).isTrue();
    assertThat(DATA.isLike(ChecksumData.of(ChecksumType.CRC32, 512, PACKED))).isFalse();
    assertThat(DATA.isLike(ChecksumData.of(ChecksumType.CRC32C, 513, PACKED))).isFalse();
  }

  @Test
  void onlyTypeNoneMayHaveNoWindowSize() {
    for (int size : new int[] {1, Integer.MAX_VALUE}) {
      assertThat(ChecksumData.checkWindowSize(ChecksumType.CRC32, size)).isEqualTo(size);
      assertThat(ChecksumData.checkWindowSize(ChecksumType.NONE, size)).isEqualTo(size);
    }
    assertThat(ChecksumData.checkWindowSize(ChecksumType.NONE, 0)).isZero();
    assertThatThrownBy(() -> ChecksumData.checkWindowSize(ChecksumType.CRC32, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bytesPerChecksum of CRC32 must be at least 1: 0");
    assertThatThrownBy(() -> ChecksumData.checkWindowSize(ChecksumType.NONE, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bytesPerChecksum of NONE must be at least 0: -1");
  }

  @Test
  void sizesThatCannotBeAreRefused() {
    assertThatThrownBy(() -> ChecksumData.of(ChecksumType.CRC32, 0, PACKED))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ChecksumData.of(ChecksumType.CRC32, -1, PACKED))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ChecksumData.of(ChecksumType.CRC32, 1, new byte[5]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ChecksumData.of(ChecksumType.NONE, 1, new byte[1]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ChecksumData.none(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(ChecksumData.none(0).count()).isZero();
  }

  @Test
  void checksumsCoverTheLengthsThatHaveAsManyWindows() {
    for (long length : new long[] {1025, 1536}) {
      DATA.checkCovers(length);
    }
    Map.of(0L, 0L, 1024L, 2L, 1537L, 4L, Long.MAX_VALUE, 1L << 54)
        .forEach((length, windows) ->
            assertThatThrownBy(() -> DATA.checkCovers(length))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                    "a chunk of %d bytes in windows of 512 needs %d checksums, and has 3",
                    length, windows));
    ChecksumData ofNothing = DATA.range(0, 0);
    ofNothing.checkCovers(0);
    for (long length : new long[] {Long.MIN_VALUE, -513, -1}) {
      for (ChecksumData sums : List.of(DATA, ofNothing, ChecksumData.none(0))) {
        assertThatThrownBy(() -> sums.checkCovers(length))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("length must not be negative: " + length);
      }
    }
  }

  @Test
  void withoutChecksumsAnyLengthIsCovered() {
    for (int bytesPerChecksum : new int[] {0, 512}) {
      ChecksumData none = ChecksumData.none(bytesPerChecksum);
      none.checkCovers(0);
      none.checkCovers(Long.MAX_VALUE);
      assertThatThrownBy(() -> none.checkCovers(-1)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void anotherTypeIsRefused() {
    DATA.checkType(ChecksumType.CRC32C);
    assertThatThrownBy(() -> DATA.checkType(ChecksumType.CRC32))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("checksums of type CRC32C, not CRC32");
  }

  @Test
  void entriesThatAreNotThereAreRefused() {
    for (int window : new int[] {-1, 3}) {
      assertThatThrownBy(() -> DATA.checksum(window)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> DATA.crc(window)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> DATA.matches(window, PACKED, 0))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThatThrownBy(() -> DATA.matches(0, PACKED, 9))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void textIsShortHoweverManyEntriesThereAre() {
    assertThat(DATA)
        .hasToString(
            "ChecksumData[CRC32C, bytesPerChecksum=512, count=3: 01020304 05060708 ff000001]");
    int shown = ChecksumData.ENTRIES_IN_TEXT;
    assertThat(ChecksumData.of(ChecksumType.CRC32, 1, new byte[4 * shown]).toString())
        .endsWith("00000000]");
    assertThat(ChecksumData.of(ChecksumType.CRC32, 1, new byte[4 * shown + 4]).toString())
        .endsWith("00000000 …]");
    assertThat(ChecksumData.of(ChecksumType.CRC32, 1, new byte[4000]).toString())
        .hasSizeLessThan(99);
    assertThat(ChecksumData.none(0)).hasToString("ChecksumData[NONE, bytesPerChecksum=0, count=0]");
  }

  @Test
  void aChunkHasAsManyChecksumsAsWindows() {
    assertThat(new ChunkInfo("c", 0, 1025, DATA).checksums()).isEqualTo(DATA);
    assertThat(new ChunkInfo("c", 0, 1536, DATA).length()).isEqualTo(1536);
    assertThat(new ChunkInfo("c", 7, 99, ChecksumData.none(0)).offset()).isEqualTo(7);
    for (long length : new long[] {0, 1024, 1537, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> new ChunkInfo("c", 0, length, DATA))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new ChunkInfo("c", -1, 1536, DATA))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no such chunk: 'c', offset -1, length 1536");
    assertThatThrownBy(() -> new ChunkInfo("c", 0, -1, ChecksumData.none(0)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ChunkInfo("c", Long.MAX_VALUE, 1536, DATA))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void laterChangesOfTheGivenMetadataDoNotShow() {
    KeyValue tag = new KeyValue("k", "v");
    List<KeyValue> metadata = new ArrayList<>(List.of(tag));
    ChunkInfo info = new ChunkInfo("c", 0, 1536, DATA, metadata, Optional.empty());
    metadata.clear();
    assertThat(info.metadata()).containsExactly(tag).isUnmodifiable();
  }

  @Test
  @SuppressWarnings("NullAway")
  void aChunkWithoutANameIsRefusedAtOnce() {
    assertThatThrownBy(() -> new ChunkInfo(null, 0, 0, ChecksumData.none(0)))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("name");
  }

  @Test
  void checksumsOfAStripeAreOfTheTypeAndWindowSizeOfTheChunks() {
    ChecksumData stripe = ChecksumData.of(ChecksumType.CRC32C, 512, new byte[24]);
    ChunkInfo info = new ChunkInfo("c", 0, 1536, DATA, List.of(), Optional.of(stripe));
    assertThat(info.stripeChecksum()).contains(stripe);
    assertThat(new ChunkInfo("c", 0, 1536, DATA).stripeChecksum()).isEmpty();
    for (ChecksumData other :
        List.of(
            ChecksumData.of(ChecksumType.CRC32C, 513, new byte[24]),
            ChecksumData.of(ChecksumType.CRC32, 512, new byte[24]))) {
      assertThatThrownBy(() -> new ChunkInfo("c", 0, 1536, DATA, List.of(), Optional.of(other)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void rangeHasTheEntriesOfItsWindows() {
    byte[] packed = {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3};
    ChecksumData sums = ChecksumData.of(ChecksumType.CRC32, 512, packed);
    assertThat(sums.range(0, 3)).isEqualTo(sums);
    assertThat(sums.range(1, 2).crc(0)).isEqualTo(2);
    assertThat(sums.range(1, 2).crc(1)).isEqualTo(3);
    assertThat(sums.range(3, 0).count()).isZero();
    assertThat(sums.range(1, 1).bytesPerChecksum()).isEqualTo(512);
    // The number of bytes before the last one is 2^32.
    for (int first : new int[] {-1, 3, 4, 1 << 30}) {
      assertThatThrownBy(() -> sums.range(first, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }
}
