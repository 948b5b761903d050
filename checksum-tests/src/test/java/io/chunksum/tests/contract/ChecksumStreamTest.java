// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumConsumer;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.DigestEngine;
import io.chunksum.tests.FailingCrc32c;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChecksumStreamTest {

  private static final int WINDOW = 1000;
  private static final byte[] GOOD = TestBytes.random(20_94, 300);

  /** An algorithm that fails at it has taken none of it. */
  private static final byte[] BAD = {(byte) 0xEE, 1, 2};

  private final List<String> sums = new ArrayList<>();

  private void collect(long window, int length, byte[] checksum, int offset) {
    sums.add(window + " " + length + " " + HexFormat.of().formatHex(checksum, offset, offset + 4));
  }

  /** Some bytes of a call that fails are in the window, which nobody may take for a good one. */
  @Test
  void nothingIsTakenOrToldAfterACallThatFailedMidwayUntilReset() {
    ChunkBuffer failing = ChunkBuffer.wrap(List.of(ByteBuffer.wrap(GOOD), ByteBuffer.wrap(BAD)));
    List<Consumer<ChecksumStream>> failures =
        List.of(
            stream -> stream.update(failing),
            stream -> stream.accept(BAD, 0, BAD.length),
            stream -> stream.accept(ByteBuffer.wrap(BAD)),
            stream -> stream.accept(ByteBuffer.allocateDirect(3).put(BAD).flip()));
    ChecksumStream stream = new ChecksumStream(new FailingCrc32c(), WINDOW, this::collect);
    for (Consumer<ChecksumStream> failure : failures) {
      stream.accept(GOOD, 0, GOOD.length);
      assertThatIllegalStateException()
          .isThrownBy(() -> failure.accept(stream))
          .withMessage("gone");
      assertRefuses(stream);
      assertThat(sums).isEmpty();
      stream.reset();
      assertTakes(stream);
    }
  }

  @Test
  void aConsumerThatThrowsLosesTheChunkAndNoOther() {
    ChecksumAlgorithm crc32c = ChecksumAlgorithms.of(ChecksumType.CRC32C);
    boolean[] broken = {true};
    ChecksumConsumer consumer =
        (window, length, checksum, offset) -> {
          if (broken[0]) {
            throw new IllegalStateException("broken");
          }
          collect(window, length, checksum, offset);
        };
    ChecksumStream stream = new ChecksumStream(crc32c, WINDOW, consumer);
    List<ThrowingCallable> failures =
        List.of(() -> stream.accept(new byte[2 * WINDOW], 0, 2 * WINDOW), stream::finish);
    for (ThrowingCallable failure : failures) {
      broken[0] = true;
      stream.accept(GOOD, 0, GOOD.length);
      assertThatIllegalStateException().isThrownBy(failure).withMessage("broken");
      assertRefuses(stream);
      broken[0] = false;
      stream.resume(5 * WINDOW);
      stream.accept(GOOD, 0, GOOD.length);
      stream.finish();
      assertThat(sums).containsExactly("5 300 " + crcOfGood());
      sums.clear();
      assertTakes(stream);
    }
  }

  /** The first view ends inside a window. */
  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void aViewOfAnArrayIsReadInPlace(BufferKind kind) {
    byte[] content = TestBytes.random(20_95, 3 * WINDOW);
    for (ChecksumAlgorithm algorithm : ChecksumAlgorithms.all()) {
      if (algorithm.type().isNone()) {
        continue;
      }
      ChecksumStream stream = new ChecksumStream(algorithm, WINDOW, this::collect);
      stream.accept(content, 0, content.length);
      stream.finish();
      List<String> expected = List.copyOf(sums);
      sums.clear();

      boolean inArray = false;
      for (byte[] part : Parts.ofLength(content, 2 * WINDOW + 300)) {
        ByteBuffer view = kind.of(part);
        inArray = view.hasArray();
        ByteBuffer before = view.duplicate();
        stream.accept(view);
        assertThat(view.position()).isEqualTo(before.position());
        assertThat(view.limit()).isEqualTo(before.limit());
      }
      stream.finish();
      assertThat(sums).as("%s", algorithm.type()).isEqualTo(expected);
      sums.clear();
      if (inArray) {
        assertThat(stream.bytesCopied()).as("%s", algorithm.type()).isEqualTo(CopiedBytes.NONE);
      }
    }
  }

  /** What follows it has enough windows to be digested together. */
  @ParameterizedTest
  @EnumSource
  void anOpenWindowIsFilledFirst(DigestEngine engine) {
    byte[] content = TestBytes.random(20_96, 6 * WINDOW + 5);
    List<String> expected = new ArrayList<>();
    for (int at = 0; at < content.length; at += WINDOW) {
      int end = Math.min(at + WINDOW, content.length);
      byte[] digest = engine.expected(Arrays.copyOfRange(content, at, end));
      expected.add(at / WINDOW + " " + (end - at) + " " + HexFormat.of().formatHex(digest, 0, 4));
    }
    byte[] rest = Arrays.copyOfRange(content, 300, content.length);
    List<Consumer<ChecksumStream>> ways = new ArrayList<>();
    ways.add(stream -> stream.update(ChunkBuffer.wrap(content), 300, rest.length));
    ways.add(stream -> stream.accept(content, 300, rest.length));
    for (BufferKind kind : BufferKind.values()) {
      ways.add(stream -> stream.accept(kind.of(rest)));
    }
    engine.use();
    try {
      ChecksumStream stream = ChunkChecksum.of(engine.type(), WINDOW).newStream(this::collect);
      for (Consumer<ChecksumStream> way : ways) {
        sums.clear();
        stream.accept(content, 0, 300);
        way.accept(stream);
        stream.finish();
        assertThat(sums).isEqualTo(expected);
      }
    } finally {
      DigestEngine.restore();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, WINDOW})
  void typeNoneCountsBytesAndHandsOnNothing(int window) {
    ChecksumStream stream = ChunkChecksum.of(ChecksumType.NONE, window).newStream(this::collect);
    for (BufferKind kind : BufferKind.values()) {
      ByteBuffer view = kind.of(GOOD);
      stream.update(ChunkBuffer.wrap(view.duplicate()));
      stream.accept(GOOD, 100, 50);
      ByteBuffer before = view.duplicate();
      stream.accept(view);
      assertThat(view.position()).isEqualTo(before.position());
      assertThat(view.limit()).isEqualTo(before.limit());
    }
    assertThat(stream.openLength()).isZero();
    assertThat(stream.peek(new byte[0], 0)).isTrue();
    stream.finish();
    stream.resume(Long.MAX_VALUE - 2);
    assertThat(stream.openLength()).isZero();
    stream.accept(GOOD, 0, 2);
    assertThatThrownBy(() -> stream.accept(GOOD, 0, 1)).isInstanceOf(ArithmeticException.class);
    stream.finish();
    stream.accept(GOOD, 0, GOOD.length);
    stream.finish();
    assertThat(sums).isEmpty();
    assertThat(stream.bytesCopied()).isEqualTo(CopiedBytes.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"CRC32C", "NONE"})
  void rangesThatAreNotThereAreRefusedAndNothingOfThemIsTaken(String type) {
    ChecksumAlgorithm algorithm = ChecksumAlgorithms.find(type).orElseThrow();
    ChecksumStream stream = new ChecksumStream(algorithm, WINDOW, this::collect);
    ChunkBuffer bytes = ChunkBuffer.wrap(GOOD);
    for (int[] range : new int[][] {{-1, 2}, {0, 301}, {300, 1}, {301, 0}, {1, -1}}) {
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> stream.update(bytes, range[0], range[1]),
              () -> stream.accept(GOOD, range[0], range[1]))) {
        assertThatThrownBy(call).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(stream.openLength()).isZero();
      }
    }
    stream.update(bytes); // It would refuse to go on if one of those had failed midway.
    stream.accept(GOOD, 0, GOOD.length);
    assertThat(stream.openLength()).isEqualTo(algorithm.type().isNone() ? 0 : 2 * GOOD.length);
  }

  @Test
  void bytesThatTheChunkCannotCountAreNotTaken() {
    ChecksumStream stream =
        new ChecksumStream(ChecksumAlgorithms.of(ChecksumType.CRC32C), WINDOW, this::collect);
    ByteBuffer heap = ByteBuffer.wrap(GOOD, 5, 3);
    ByteBuffer direct = BufferKind.DIRECT_POSITION.of(new byte[3]);
    for (ThrowingCallable tooMany :
        List.<ThrowingCallable>of(
            () -> stream.update(ChunkBuffer.wrap(GOOD, 0, 3)),
            () -> stream.accept(GOOD, 0, 3),
            () -> stream.accept(heap),
            () -> stream.accept(direct))) {
      stream.resume(Long.MAX_VALUE - 2);
      assertThatThrownBy(tooMany).isInstanceOf(ArithmeticException.class);
      stream.accept(GOOD, 0, 2);
      assertThatThrownBy(() -> stream.accept(GOOD, 2, 1)).isInstanceOf(ArithmeticException.class);
      byte[] crc = new byte[4];
      stream.peek(crc, 0);
      assertThat(crc)
          .isEqualTo(
              ChunkChecksum.of(ChecksumType.CRC32C, 2)
                  .compute(ChunkBuffer.wrap(GOOD, 0, 2))
                  .toByteArray());
    }
    assertThat(heap.remaining()).isEqualTo(3);
    assertThat(direct.remaining()).isEqualTo(3);
  }

  /** Of a buffer, those from its position on count, and no others. */
  @Test
  void theLastBytesThatTheChunkCanCountAreTaken() {
    ChecksumStream stream =
        new ChecksumStream(ChecksumAlgorithms.of(ChecksumType.CRC32C), WINDOW, this::collect);
    for (BufferKind kind : BufferKind.values()) {
      stream.resume(Long.MAX_VALUE - 2);
      stream.accept(kind.of(new byte[2]));
      assertThatThrownBy(() -> stream.accept(GOOD, 0, 1)).isInstanceOf(ArithmeticException.class);
    }
  }

  private static void assertRefuses(ChecksumStream stream) {
    List<ThrowingCallable> calls =
        List.of(
            () -> stream.update(ChunkBuffer.wrap(GOOD)),
            () -> stream.accept(GOOD, 0, GOOD.length),
            () -> stream.accept(ByteBuffer.wrap(GOOD)),
            () -> stream.peek(new byte[4], 0),
            stream::finish);
    for (ThrowingCallable call : calls) {
      assertThatIllegalStateException().isThrownBy(call).withMessageContaining("chunk is lost");
    }
  }

  private void assertTakes(ChecksumStream stream) {
    stream.accept(GOOD, 0, GOOD.length);
    stream.finish();
    assertThat(sums).containsExactly("0 300 " + crcOfGood());
    sums.clear();
  }

  private static String crcOfGood() {
    byte[] crc =
        ChunkChecksum.of(ChecksumType.CRC32C, WINDOW).compute(ChunkBuffer.wrap(GOOD)).toByteArray();
    return HexFormat.of().formatHex(crc);
  }
}
