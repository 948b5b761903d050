// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import com.sun.management.ThreadMXBean;
import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.data.ChecksumData;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What chunks and protobuf strings share, and what they copy. */
class ByteStringsTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static byte[] random(int length) {
    byte[] content = new byte[length];
    new Random(length).nextBytes(content);
    return content;
  }

  /** What {@code unsafeWrap} does from 4.34 on. */
  private static boolean protobufCopiesWhatHasNoArray() throws ReflectiveOperationException {
    try {
      Class<?> version = Class.forName("com.google.protobuf.RuntimeVersion");
      return version.getField("MINOR").getInt(null) >= 34;
    } catch (ClassNotFoundException e) {
      return false; // Line 3 has no such class.
    }
  }

  @Test
  void aRopeIsReadInPlaceByEveryType() {
    byte[] content = random(256 * 4096);
    ByteString rope = ByteString.EMPTY;
    for (int at = 0; at < content.length; at += 4096) {
      rope = rope.concat(ByteString.copyFrom(content, at, 4096));
    }
    ChunkBuffer chunk = ByteStrings.wrap(rope);
    assertThat(chunk.pieceCount()).isEqualTo(256);
    for (ChecksumType type :
        List.of(ChecksumType.CRC32, ChecksumType.CRC32C, ChecksumType.SHA256, ChecksumType.MD5)) {
      ChecksumCalculator calculator = ChunkChecksum.of(type, 10_000).newCalculator();
      ChecksumData expected = calculator.compute(ChunkBuffer.wrap(content));
      assertThat(calculator.compute(chunk)).isEqualTo(expected);
      assertThat(calculator.compute(ByteStrings.wrap(rope.substring(3)).slice(9_997, 10_000)))
          .isEqualTo(calculator.compute(ChunkBuffer.wrap(content, 10_000, 10_000)));
      assertThat(calculator.bytesCopied().total()).isZero();
    }
  }

  @Test
  void theMemoryIsShared() {
    byte[] array = {1, 2, 3};
    ChunkBuffer chunk = ByteStrings.wrap(UnsafeByteOperations.unsafeWrap(array, 1, 2));
    array[2] = 9;
    byte[] bytes = new byte[2];
    chunk.read(0, bytes, 0, 2);
    assertThat(bytes).containsExactly(2, 9);
    ByteBuffer direct = ByteBuffer.allocateDirect(2);
    assertThat(ByteStrings.wrap(UnsafeByteOperations.unsafeWrap(direct)).length()).isEqualTo(2);
    assertThat(direct.position()).isZero();
  }

  @Test
  void aStringOfAChunkHasItsPiecesAndItsMemory() throws Exception {
    byte[] content = random(10_000);
    byte[] array = Arrays.copyOf(content, 4_000);
    ByteBuffer direct = ByteBuffer.allocateDirect(6_000).put(content, 4_000, 6_000).flip();
    ChunkBuffer chunk =
        ChunkBuffer.builder().add(array, 0, 3_000).add(array, 3_000, 1_000).add(direct).build();
    ByteString string = ByteStrings.of(chunk);
    assertThat(string.toByteArray()).isEqualTo(content);
    array[17] ^= 1;
    direct.put(5_999, (byte) ~content[9_999]);
    assertThat(string.byteAt(17)).isEqualTo(array[17]);
    boolean copied = protobufCopiesWhatHasNoArray();
    assertThat(string.byteAt(9_999)).isEqualTo(copied ? content[9_999] : (byte) ~content[9_999]);
    direct.put(5_999, content[9_999]);

    ChunkBuffer back = ByteStrings.wrap(string);
    assertThat(back.pieceCount()).isEqualTo(3);
    ChecksumCalculator calculator = ChunkChecksum.of(ChecksumType.CRC32C, 512).newCalculator();
    assertThat(calculator.compute(back)).isEqualTo(calculator.compute(chunk));
    assertThat(calculator.bytesCopied().total()).isZero();
    assertThat(ByteStrings.of(ChunkBuffer.EMPTY)).isEqualTo(ByteString.EMPTY);
  }

  /** The view that a walk shows belongs to the chunk, whose next walk moves it. */
  @Test
  void aStringOfAChunkStaysWhenTheChunkIsReadAgain() {
    byte[] content = random(1_000);
    ByteBuffer direct = ByteBuffer.allocateDirect(3 + content.length).put(3, content).position(3);
    ChunkBuffer chunk = ChunkBuffer.wrap(direct);
    ByteString string = ByteStrings.of(chunk);
    ChunkChecksum.of(ChecksumType.CRC32C, 512).compute(chunk.slice(100, 700));
    ChunkChecksum.of(ChecksumType.CRC32C, 512).compute(chunk);
    assertThat(string.toByteArray()).isEqualTo(content);
  }

  @Test
  void aChunkTooLongForAStringIsRefused() {
    byte[] part = new byte[1 << 24];
    ChunkBuffer.Builder builder = ChunkBuffer.builder();
    for (int i = 0; i < 128; i++) {
      builder.add(part, 0, part.length);
    }
    ChunkBuffer tooLong = builder.build();
    assertThatIllegalArgumentException().isThrownBy(() -> ByteStrings.of(tooLong));
    assertThat(ByteStrings.of(tooLong.slice(0, Integer.MAX_VALUE)).size())
        .isEqualTo(Integer.MAX_VALUE);
  }

  /** There may be no memory for a copy of so much. */
  @Test
  void aChunkTooLongForAStringIsRefusedBeforeAnythingIsCopied() {
    ByteBuffer part = ByteBuffer.allocateDirect(1 << 24);
    ChunkBuffer tooLong = ChunkBuffer.wrap(Collections.nCopies(128, part));
    long before = THREADS.getCurrentThreadAllocatedBytes();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ByteStrings.of(tooLong))
        .withMessage("a string of 2147483648 bytes is too large");
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(part.capacity());
  }
}
