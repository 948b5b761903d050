// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.append.ChecksumAppender;
import io.chunksum.append.ChunkWriter;
import io.chunksum.append.FlushedChecksums;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.FailingCrc32c;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChunkWriterTest {

  private static final int LENGTH = 100_003;
  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);
  private static final byte[] CONTENT = TestBytes.random(30_03, LENGTH);

  private static byte[] bytes(ChunkBuffer chunk) {
    byte[] bytes = new byte[(int) chunk.length()];
    chunk.read(0, bytes, 0, bytes.length);
    return bytes;
  }

  /** The memory is the same each time, and what is put into it is not looked at. */
  @Test
  void aChunkMayBeLongerThan2GiB() {
    int increment = 64 << 20;
    long capacity = 33L * increment + 1000;
    ByteBuffer memory = ByteBuffer.allocate(increment);
    List<Integer> sizes = new ArrayList<>();
    ChunkWriter writer =
        new ChunkWriter(
            ChunkChecksum.of(ChecksumType.NONE, 512).newAppender(),
            capacity,
            increment,
            size -> {
              sizes.add(size);
              return memory.duplicate();
            });
    byte[] part = new byte[increment];
    for (int i = 0; i < 33; i++) {
      writer.put(part, 0, part.length);
    }
    writer.put(part, 0, 1000);
    assertThat(writer.remaining()).isZero();
    assertThat(sizes).hasSize(34).endsWith(increment, 1000);
    assertThat(writer.chunk().length()).isEqualTo(capacity);
  }

  @ParameterizedTest
  @CsvSource({
    "CRC32C, 512, 100003, 100003",
    "CRC32C, 16384, 100003, 10000",
    "CRC32, 7, 100003, 33",
    "MD5, 1000, 200000, 4096",
    "SHA256, 16384, 100004, 2147483647",
    "NONE, 512, 100003, 10000"
  })
  void chunkAndChecksumsAreRightAfterEveryPut(
      String name, int bytesPerChecksum, long capacity, int increment) {
    ChecksumType type = ChecksumAlgorithms.find(name).orElseThrow().type();
    ChunkChecksum checksum = ChunkChecksum.of(type, bytesPerChecksum);
    ChunkWriter writer = checksum.newWriter(capacity, increment);
    Random random = new Random(SEED);
    BufferKind[] kinds = BufferKind.values();
    for (int at = 0; at < LENGTH; ) {
      int step = Math.min(random.nextInt(5_000), LENGTH - at);
      byte[] part = Arrays.copyOfRange(CONTENT, at, at + step);
      ByteBuffer buffer = kinds[random.nextInt(kinds.length)].of(part);
      int position = buffer.position();
      switch (random.nextInt(3)) {
        case 0 -> writer.put(CONTENT, at, step);
        case 1 -> writer.put(buffer);
        default ->
            writer.put(
                ChunkBuffer.wrap(
                    Parts.ofLength(part, 999).stream()
                        .map(kinds[random.nextInt(kinds.length)]::of)
                        .toList()));
      }
      at += step;
      String what = "after %d bytes, seed %d".formatted(at, SEED);
      assertThat(buffer.position()).as(what).isEqualTo(position);
      assertThat(writer.length()).as(what).isEqualTo(at);
      assertThat(writer.remaining()).as(what).isEqualTo(capacity - at);
      byte[] written = Arrays.copyOf(CONTENT, at);
      assertThat(bytes(writer.chunk())).as(what).isEqualTo(written);
      assertThat(writer.checksums())
          .as(what)
          .isEqualTo(checksum.compute(ChunkBuffer.wrap(written)));
    }
  }

  @Test
  void aFlushHasTheChecksumsSinceTheOneBefore() {
    ChunkChecksum checksum = ChunkChecksum.of(ChecksumType.CRC32C, 512);
    ChunkWriter writer = checksum.newWriter(10_000, 4_096);
    for (int at = 0; at < 10_000; at += 1_000) {
      writer.put(CONTENT, at, 1_000);
      ChecksumData all = checksum.compute(ChunkBuffer.wrap(CONTENT, 0, at + 1_000));
      int first = at / 512;
      assertThat(writer.flush())
          .isEqualTo(
              new FlushedChecksums(at + 1_000, first, all.range(first, all.count() - first)));
    }
    writer.clear();
    writer.put(CONTENT, 5, 100);
    assertThat(writer.flush())
        .isEqualTo(
            new FlushedChecksums(100, 0, checksum.compute(ChunkBuffer.wrap(CONTENT, 5, 100))));
  }

  @Test
  void whatWasHandedOutStaysWhileMoreIsPut() {
    ChunkChecksum checksum = ChunkChecksum.of(ChecksumType.CRC32C, 512);
    ChunkWriter writer = checksum.newWriter(LENGTH, 1000);
    writer.put(CONTENT, 0, 1_500);
    ChunkBuffer early = writer.chunk();
    ChecksumData sums = writer.checksums();
    writer.put(CONTENT, 1_500, LENGTH - 1_500);
    assertThat(bytes(early)).isEqualTo(Arrays.copyOf(CONTENT, 1_500));
    assertThat(checksum.verify(early, sums).ok()).isTrue();
    assertThat(sums.count()).isEqualTo(3);
  }

  @Test
  void whatDoesNotFitIsRefusedWhole() {
    ChunkWriter writer = ChunkChecksum.of(ChecksumType.CRC32C, 512).newWriter(100, 30);
    writer.put(CONTENT, 0, 60);
    assertThatThrownBy(() -> writer.put(CONTENT, 60, 41))
        .isInstanceOf(BufferOverflowException.class)
        .hasMessage("41 bytes do not fit: 40 of 100 are left");
    assertThatThrownBy(() -> writer.put(ByteBuffer.wrap(CONTENT, 60, 41)))
        .isInstanceOf(BufferOverflowException.class);
    assertThatThrownBy(() -> writer.put(ChunkBuffer.wrap(CONTENT, 60, 41)))
        .isInstanceOf(BufferOverflowException.class);
    assertThatThrownBy(() -> writer.put(CONTENT, LENGTH, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(writer.length()).isEqualTo(60);
    writer.put(CONTENT, 60, 40);
    writer.put(CONTENT, 0, 0);
    assertThat(bytes(writer.chunk())).isEqualTo(Arrays.copyOf(CONTENT, 100));
  }

  @Test
  void memoryIsAllocatedAsTheChunkGrowsAndUsedAgain() {
    List<Integer> allocated = new ArrayList<>();
    List<byte[]> arrays = new ArrayList<>();
    ChunkChecksum checksum = ChunkChecksum.of(ChecksumType.MD5, 512);
    ChecksumAppender appender = checksum.newAppender();
    ChunkWriter writer =
        new ChunkWriter(
            appender,
            2_500,
            1_000,
            size -> {
              allocated.add(size);
              // More than was asked for, in the middle of an array.
              byte[] array = new byte[size + 20];
              arrays.add(array);
              return ByteBuffer.wrap(array).position(7);
            });
    assertThat(allocated).isEmpty();
    writer.put(CONTENT, 0, 1_000);
    assertThat(allocated).containsExactly(1_000);
    writer.put(CONTENT, 1_000, 300);
    writer.put(CONTENT, 1_300, 1_200);
    assertThat(writer.checksums()).isEqualTo(checksum.compute(ChunkBuffer.wrap(CONTENT, 0, 2_500)));
    assertThat(allocated).containsExactly(1_000, 1_000, 500);
    assertThat(bytes(writer.chunk())).isEqualTo(Arrays.copyOf(CONTENT, 2_500));
    writer.clear();
    assertThat(writer.length()).isZero();
    assertThat(writer.chunk().length()).isZero();
    writer.put(CONTENT, 5_000, 2_500);
    assertThat(allocated).hasSize(3);
    byte[] expected = Arrays.copyOfRange(CONTENT, 5_000, 7_500);
    assertThat(bytes(writer.chunk())).isEqualTo(expected);
    assertThat(writer.checksums()).isEqualTo(checksum.compute(ChunkBuffer.wrap(expected)));
    assertThat(appender.bytesCopied()).isEqualTo(CopiedBytes.NONE);
    for (byte[] array : arrays) {
      assertThat(Arrays.copyOf(array, 7)).containsOnly(0);
      assertThat(Arrays.copyOfRange(array, array.length - 13, array.length)).containsOnly(0);
    }
  }

  /** The writer would not have the bytes, and their checksums would be lost. */
  @Test
  void anAppenderThatHasBytesIsRefused() {
    ChunkChecksum checksum = ChunkChecksum.of(ChecksumType.CRC32C, 512);
    ChecksumAppender used = checksum.newAppender();
    used.append(ChunkBuffer.wrap(CONTENT, 0, 700));
    assertThatThrownBy(() -> new ChunkWriter(used, 10, 10, ByteBuffer::allocate))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("appender has bytes already: 700");
    used.reset();
    ChunkWriter writer = new ChunkWriter(used, 10, 10, ByteBuffer::allocate);
    assertThat(writer.length()).isZero();
    writer.put(CONTENT, 0, 10);
    assertThat(writer.checksums()).isEqualTo(checksum.compute(ChunkBuffer.wrap(CONTENT, 0, 10)));
  }

  @Test
  void memoryThatCannotTakeTheBytesIsRefusedAndMayBeReplaced() {
    ChunkChecksum checksum = ChunkChecksum.of(ChecksumType.CRC32C, 512);
    Deque<ByteBuffer> memory = new ArrayDeque<>();
    ChunkWriter writer =
        new ChunkWriter(checksum.newAppender(), 500, 100, size -> memory.removeFirst());
    memory.add(ByteBuffer.allocate(100));
    for (ByteBuffer useless :
        List.of(
            ByteBuffer.allocate(99),
            ByteBuffer.allocateDirect(120).position(21),
            ByteBuffer.allocate(120).limit(99),
            ByteBuffer.allocate(100).asReadOnlyBuffer())) {
      memory.add(useless);
      int done = (int) writer.length();
      assertThatThrownBy(() -> writer.put(CONTENT, done, 200 - done))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("asked for 100 bytes to write to, the allocator returned " + useless);
      assertThat(writer.length()).isEqualTo(100);
    }
    memory.add(ByteBuffer.allocate(100));
    writer.put(CONTENT, 100, 100);
    assertThat(bytes(writer.chunk())).isEqualTo(Arrays.copyOf(CONTENT, 200));
    assertThat(writer.checksums()).isEqualTo(checksum.compute(ChunkBuffer.wrap(CONTENT, 0, 200)));
  }

  @Test
  @SuppressWarnings("NullAway")
  void memoryThatIsNotThereIsRefusedAlike() {
    ChunkWriter writer =
        new ChunkWriter(
            ChunkChecksum.of(ChecksumType.CRC32C, 512).newAppender(), 500, 100, size -> null);
    assertThatThrownBy(() -> writer.put(CONTENT, 0, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("asked for 100 bytes to write to, the allocator returned null");
    assertThat(writer.length()).isZero();
  }

  /** Its bytes would be written over, or go where the chunk does not have them. */
  @Test
  void anAllocatorCannotPutOrClear() {
    ChunkChecksum checksum = ChunkChecksum.of(ChecksumType.CRC32C, 512);
    ChunkWriter[] own = new ChunkWriter[1];
    List<Runnable> calls =
        List.of(
            () -> own[0].put(CONTENT, 500, 64),
            () -> own[0].put(ByteBuffer.wrap(CONTENT, 500, 64)),
            () -> own[0].put(ChunkBuffer.wrap(CONTENT, 500, 64)),
            () -> own[0].put(CONTENT, 0, 0),
            () -> own[0].clear());
    for (Runnable call : calls) {
      boolean[] nested = {false};
      List<String> refused = new ArrayList<>();
      own[0] =
          new ChunkWriter(
              checksum.newAppender(),
              200,
              64,
              size -> {
                assertThat(own[0].chunk().length()).isEqualTo(own[0].length());
                if (!nested[0]) {
                  nested[0] = true;
                  try {
                    call.run();
                  } catch (IllegalStateException e) {
                    refused.add(e.getMessage());
                  }
                  nested[0] = false;
                }
                return ByteBuffer.allocate(size);
              });
      own[0].put(CONTENT, 0, 64);
      own[0].put(ByteBuffer.wrap(CONTENT, 64, 64));
      own[0].put(ChunkBuffer.wrap(CONTENT, 128, 64));
      byte[] expected = Arrays.copyOf(CONTENT, 192);
      assertThat(bytes(own[0].chunk())).isEqualTo(expected);
      assertThat(own[0].checksums()).isEqualTo(checksum.compute(ChunkBuffer.wrap(expected)));
      assertThat(refused).hasSize(3).containsOnly("the writer was called again before it returned");
      own[0].clear();
      assertTakes(own[0], 192);
    }
  }

  @Test
  void aPutThatFailsMidwayLosesTheChecksumsAndKeepsTheBytesBefore() {
    ChecksumAppender appender = new ChecksumAppender(new FailingCrc32c(), 512);
    ChunkWriter writer = new ChunkWriter(appender, LENGTH, 1_000, ByteBuffer::allocate);
    writer.put(CONTENT, 0, 100);
    byte[] gone = {(byte) 0xEE};
    ChunkBuffer half =
        ChunkBuffer.wrap(List.of(ByteBuffer.wrap(CONTENT, 100, 50), ByteBuffer.wrap(gone)));
    assertThatThrownBy(() -> writer.put(half)).hasMessage("gone");
    assertThat(writer.length()).isEqualTo(150);
    assertThat(bytes(writer.chunk())).isEqualTo(Arrays.copyOf(CONTENT, 150));
    for (Runnable next :
        List.<Runnable>of(
            writer::checksums,
            () -> writer.put(CONTENT, 0, 1),
            () -> writer.put(ByteBuffer.wrap(CONTENT, 0, 1)),
            () -> writer.put(ChunkBuffer.wrap(CONTENT, 0, 1)))) {
      assertThatThrownBy(next::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("failed midway");
    }
    assertThat(bytes(writer.chunk())).isEqualTo(Arrays.copyOf(CONTENT, 150));
    writer.clear();
    assertTakes(writer, 2_000);
  }

  /** It has counted none of the bytes that may be in it. */
  @Test
  void anAppenderWhoseFirstAppendFailedIsAtTheStart() {
    ChecksumAppender appender = new ChecksumAppender(new FailingCrc32c(), 512);
    byte[] gone = {(byte) 0xEE};
    ChunkBuffer half = ChunkBuffer.wrap(List.of(ByteBuffer.wrap(CONTENT), ByteBuffer.wrap(gone)));
    assertThatThrownBy(() -> appender.append(half)).hasMessage("gone");
    assertTakes(new ChunkWriter(appender, LENGTH, 1_000, ByteBuffer::allocate), 700);
  }

  private static void assertTakes(ChunkWriter writer, int count) {
    writer.put(CONTENT, 0, count);
    assertThat(writer.length()).isEqualTo(count);
    assertThat(writer.checksums())
        .isEqualTo(
            ChunkChecksum.of(ChecksumType.CRC32C, 512)
                .compute(ChunkBuffer.wrap(CONTENT, 0, count)));
  }

  @Test
  void sizesThatMakeNoSenseAreRefused() {
    ChunkChecksum checksum = ChunkChecksum.of(ChecksumType.CRC32C, 512);
    assertThatThrownBy(() -> checksum.newWriter(-1, 10))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> checksum.newWriter(10, 0))
        .isInstanceOf(IllegalArgumentException.class);
    ChunkWriter empty = checksum.newWriter(0, 1);
    empty.put(CONTENT, 0, 0);
    assertThat(empty.chunk().length()).isZero();
    assertThat(empty.checksums().count()).isZero();
  }
}
