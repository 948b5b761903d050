// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.Chunks;
import io.chunksum.tests.ForwardingChecksum;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ChunkVerifier;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** compute(pieces) equals compute(concat(pieces)) equals one checksum per window. */
class ChunkChecksumTest {

  private static final int LONGEST = 26;
  private static final byte[] CONTENT = TestBytes.random(20_04, LONGEST);

  static Stream<ChecksumType> types() {
    return Stream.of(
        ChecksumType.CRC32, ChecksumType.CRC32C, ChecksumType.SHA256, ChecksumType.MD5);
  }

  /** One window after the other, copied out and checksummed in one go. */
  private static ChecksumData reference(ChecksumType type, int window, byte[] content) {
    StreamingChecksum checksum = ChecksumAlgorithms.of(type).newChecksum();
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    for (byte[] bytes : Parts.ofLength(content, window)) {
      byte[] sum = new byte[type.checksumLength()];
      checksum.update(bytes, 0, bytes.length);
      checksum.finish(sum, 0);
      packed.writeBytes(sum);
    }
    return ChecksumData.of(type, window, packed.toByteArray());
  }

  @Test
  @SuppressWarnings("NullAway")
  void optionsAreRefusedAtOnceIfTheyAreNull() {
    ChunkChecksum checksum = ChunkChecksum.of(ChecksumType.CRC32C, 512);
    assertThatNullPointerException().isThrownBy(() -> checksum.with(null));
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyLengthWindowAndSplitGivesOneChecksumPerWindow(ChecksumType type) {
    for (int window : new int[] {1, 2, 3, 7, 8, LONGEST - 1, LONGEST, LONGEST + 1}) {
      ChecksumCalculator calculator = ChunkChecksum.of(type, window).newCalculator();
      for (int length = 0; length <= LONGEST; length++) {
        byte[] content = Arrays.copyOf(CONTENT, length);
        ChecksumData expected = reference(type, window, content);
        for (int split = 0; split <= length; split++) {
          List<byte[]> parts = Parts.cut(content, split);
          ChunkBuffer chunk =
              ChunkBuffer.wrap(
                  List.of(
                      BufferKind.HEAP_ARRAY_OFFSET.of(parts.get(0)),
                      BufferKind.DIRECT_POSITION.of(parts.get(1))));
          assertThat(calculator.compute(chunk))
              .as("window %d, length %d, split at %d", window, length, split)
              .isEqualTo(expected);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void everyKindGivesTheSameForEveryPieceLength(BufferKind kind) {
    byte[] content = TestBytes.random(20_05, 70_000);
    for (ChecksumType type : types().toList()) {
      ChunkChecksum checksum = ChunkChecksum.of(type, 4096);
      ChecksumData expected = reference(type, 4096, content);
      // Beyond 8 and 32 KiB, so that the scratch array is filled more than once.
      for (int pieceBytes : new int[] {1, 63, 4095, 4096, 4097, 9000, 70_000}) {
        List<ByteBuffer> pieces =
            Parts.ofLength(content, pieceBytes).stream().map(kind::of).toList();
        List<ByteBuffer> before = pieces.stream().map(ByteBuffer::duplicate).toList();
        ChunkBuffer chunk = ChunkBuffer.wrap(pieces);
        assertThat(checksum.compute(chunk)).as("pieces of %d", pieceBytes).isEqualTo(expected);
        assertThat(checksum.verify(chunk, expected).ok()).isTrue();
        for (int i = 0; i < pieces.size(); i++) {
          assertThat(pieces.get(i).position()).isEqualTo(before.get(i).position());
          assertThat(pieces.get(i).limit()).isEqualTo(before.get(i).limit());
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void manyWindowsInOnePieceAreAsGoodAsOne(BufferKind kind) {
    byte[] content = TestBytes.random(20_08, 70_000);
    for (ChecksumType type : Stream.concat(types(), Stream.of(XxHash32Algorithm.TYPE)).toList()) {
      // One or two of these windows just fit the scratch array.
      for (int window : new int[] {1, 100, 467, 512, 4096, 8192, 8193, 16_384, 32_768, 32_769}) {
        ChecksumData expected = reference(type, window, content);
        for (int cut : new int[] {0, 1, window, 50_000}) {
          List<byte[]> parts = Parts.cut(content, cut);
          ChunkBuffer chunk = ChunkBuffer.wrap(parts.stream().map(kind::of).toList());
          ChunkChecksum checksum = ChunkChecksum.of(type, window);
          assertThat(checksum.compute(chunk)).as("%s, %d", type, window).isEqualTo(expected);
          assertThat(checksum.verify(chunk, expected).ok()).isTrue();
        }
      }
    }
  }

  /** An algorithm without loops of its own over windows. */
  private record WindowByWindow(ChecksumAlgorithm of) implements ChecksumAlgorithm {
    @Override
    public ChecksumType type() {
      return of.type();
    }

    @Override
    public StreamingChecksum newChecksum() {
      return new ForwardingChecksum(of.newChecksum()) {};
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void anAlgorithmThatTakesWindowsSinglyIsStillReadInPlace(BufferKind kind) {
    byte[] content = TestBytes.random(20_09, 30_000);
    ChunkBuffer chunk = ChunkBuffer.wrap(kind.of(content));
    ChecksumAlgorithm crc32c = ChecksumAlgorithms.of(ChecksumType.CRC32C);
    for (int window : new int[] {100, 9_000}) {
      ChecksumCalculator calculator =
          ChunkChecksum.of(new WindowByWindow(crc32c), window).newCalculator();
      assertThat(calculator.compute(chunk))
          .isEqualTo(reference(ChecksumType.CRC32C, window, content));
      assertThat(calculator.bytesCopied().total())
          .isEqualTo(kind == BufferKind.READ_ONLY_HEAP ? 30_000 : 0);
    }
  }

  @Test
  void windowsLongerThanTheScratchArrayAreWhole() {
    byte[] content = TestBytes.random(20_06, 100_000);
    for (ChecksumType type : types().toList()) {
      ChunkBuffer chunk = ChunkBuffer.wrap(BufferKind.READ_ONLY_HEAP.of(content));
      assertThat(ChunkChecksum.of(type, 30_000).compute(chunk))
          .isEqualTo(reference(type, 30_000, content));
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void packedFormGoesToThePositionOfAnyBufferAndDoesNotMoveIt(ChecksumType type) {
    ChunkChecksum checksum = ChunkChecksum.of(type, 10);
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT);
    ByteBuffer expected = checksum.compute(chunk).packed();
    int length = expected.remaining();
    for (ByteBuffer memory :
        List.of(ByteBuffer.allocate(length + 9), ByteBuffer.allocateDirect(length + 9))) {
      ByteBuffer target = memory.position(2).slice().position(3).limit(3 + length);
      assertThat(checksum.newCalculator().compute(chunk, target)).isEqualTo(length);
      assertThat(target.position()).isEqualTo(3);
      assertThat(target.limit()).isEqualTo(3 + length);
      assertThat(target).isEqualTo(expected);
      for (int i : new int[] {0, 1, 2, 3, 4, length + 5, length + 8}) {
        assertThat(memory.get(i)).as("byte %d", i).isZero();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void aRangeHasTheChecksumsOfASlice(ChecksumType type) {
    ChecksumCalculator calculator = ChunkChecksum.of(type, 7).newCalculator();
    ChunkBuffer bytes = Chunks.ofAllKinds(Parts.ofLength(CONTENT, 5));
    for (int from = 0; from <= LONGEST; from++) {
      for (int to = from; to <= LONGEST; to++) {
        ByteBuffer expected = calculator.compute(bytes.slice(from, to - from)).packed();
        ByteBuffer packed = ByteBuffer.allocate(4 * type.checksumLength() + 3).position(2);
        int written = calculator.compute(bytes, from, to - from, packed);
        assertThat(packed.position()).isEqualTo(2);
        assertThat(packed.slice(2, written)).as("%d to %d", from, to).isEqualTo(expected);
        for (int i = 2 + written; i < packed.capacity(); i++) {
          assertThat(packed.get(i)).isZero();
        }
      }
    }
  }

  @Test
  void rangesThatAreNotThereAreRefusedAndNothingIsWritten() {
    ByteBuffer packed = ByteBuffer.allocate(100);
    for (ChecksumType type : List.of(ChecksumType.CRC32C, ChecksumType.NONE)) {
      ChecksumCalculator calculator = ChunkChecksum.of(type, 10).newCalculator();
      for (long[] range : new long[][] {{-1, 1}, {0, 27}, {26, 1}, {1, -1}, {1, Long.MAX_VALUE}}) {
        assertThatThrownBy(
                () -> calculator.compute(ChunkBuffer.wrap(CONTENT), range[0], range[1], packed))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
    assertThat(packed.array()).containsOnly(0);
  }

  @Test
  void buffersThatCannotTakeThePackedFormAreRefused() {
    ChecksumCalculator calculator = ChunkChecksum.of(ChecksumType.CRC32C, 10).newCalculator();
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT);
    ByteBuffer tooSmall = ByteBuffer.allocate(20).limit(11);
    assertThatThrownBy(() -> calculator.compute(chunk, tooSmall))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the checksums take 12 writable bytes, the buffer has 11");
    List<ChunkBuffer> chunks = List.of(chunk, ChunkBuffer.wrap(CONTENT));
    assertThatThrownBy(() -> calculator.compute(chunks, tooSmall))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the checksums take 24 writable bytes, the buffer has 11");
    assertThat(tooSmall.array()).containsOnly(0);
    ByteBuffer readOnly = ByteBuffer.allocate(24).asReadOnlyBuffer();
    assertThatThrownBy(() -> calculator.compute(chunk, readOnly))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> calculator.compute(chunks, readOnly))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(calculator.compute(chunk, ByteBuffer.allocate(12))).isEqualTo(12);
    assertThat(calculator.compute(chunks, ByteBuffer.allocate(24))).isEqualTo(24);
  }

  @Test
  void noneReadsNothing() {
    ChecksumCalculator calculator = ChunkChecksum.of(ChecksumType.NONE, 0).newCalculator();
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT);
    assertThat(calculator.compute(chunk)).isEqualTo(ChecksumData.none(0));
    assertThat(calculator.compute(chunk, ByteBuffer.allocate(0))).isZero();
    assertThat(calculator.compute(List.of(chunk, chunk)))
        .containsExactly(ChecksumData.none(0), ChecksumData.none(0));
    assertThat(calculator.compute(List.of(chunk, chunk), ByteBuffer.allocate(0))).isZero();
    assertThat(calculator.bytesCopied()).isEqualTo(CopiedBytes.NONE);
    assertThat(ChunkChecksum.of(ChecksumType.NONE, 512).compute(chunk))
        .isEqualTo(ChecksumData.none(512));
  }

  @Test
  void windowSizesThatCannotBeAreRefused() {
    for (ChecksumType type : types().toList()) {
      for (int window : new int[] {0, -1, Integer.MIN_VALUE}) {
        assertThatThrownBy(() -> ChunkChecksum.of(type, window))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("bytesPerChecksum of " + type + " must be at least 1: " + window);
      }
      assertThat(ChunkChecksum.of(type, Integer.MAX_VALUE).compute(ChunkBuffer.wrap(CONTENT)))
          .isEqualTo(reference(type, Integer.MAX_VALUE, CONTENT));
    }
    assertThatThrownBy(() -> ChunkChecksum.of(ChecksumType.NONE, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @SuppressWarnings("NullAway")
  void aStreamWithoutAConsumerIsRefusedAtOnce() {
    ChunkChecksum crc32c = ChunkChecksum.of(ChecksumType.CRC32C, 10);
    assertThatThrownBy(() -> crc32c.newStream(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("consumer");
  }

  @Test
  void aStreamGivesWindowsAsTheyComplete() {
    byte[] content = Arrays.copyOf(CONTENT, 25);
    ChecksumData expected = reference(ChecksumType.CRC32C, 10, content);
    for (int step = 1; step <= 25; step++) {
      List<String> got = new ArrayList<>();
      var stream =
          ChunkChecksum.of(ChecksumType.CRC32C, 10)
              .newStream((window, length, checksum, offset) ->
                  got.add(
                      window
                          + " "
                          + length
                          + " "
                          + expected.matches((int) window, checksum, offset)));
      for (int at = 0; at < 25; at += step) {
        stream.update(ChunkBuffer.wrap(content, at, Math.min(step, 25 - at)));
        assertThat(got).hasSize(Math.min(at + step, 25) / 10);
      }
      stream.finish();
      assertThat(got).containsExactly("0 10 true", "1 10 true", "2 5 true");

      got.clear();
      stream.update(ChunkBuffer.wrap(content));
      stream.finish();
      assertThat(got).as("next chunk").containsExactly("0 10 true", "1 10 true", "2 5 true");

      got.clear();
      stream.update(ChunkBuffer.wrap(content, 0, 3));
      stream.reset();
      stream.update(ChunkBuffer.wrap(content));
      stream.finish();
      assertThat(got).containsExactly("0 10 true", "1 10 true", "2 5 true");
    }
  }

  @Test
  void aStreamThatResumesKnowsItsWindowsAndTakesOnlyTheRestOfTheFirst() {
    ChunkChecksum crc32c = ChunkChecksum.of(ChecksumType.CRC32C, 10);
    ChecksumData rest = crc32c.compute(ChunkBuffer.wrap(CONTENT, 17, 3));
    ChecksumData whole = crc32c.compute(ChunkBuffer.wrap(CONTENT, 0, 25));
    List<String> got = new ArrayList<>();
    ChecksumStream stream =
        crc32c.newStream((window, length, checksum, offset) ->
            got.add(
                window
                    + " "
                    + length
                    + " "
                    + (window == 1
                        ? rest.matches(0, checksum, offset)
                        : whole.matches((int) window, checksum, offset))));
    stream.update(ChunkBuffer.wrap(CONTENT, 0, 5));
    stream.resume(17);
    assertThat(stream.openLength()).isEqualTo(7);
    byte[] asked = new byte[4];
    stream.accept(CONTENT, 17, 3);
    stream.accept(ByteBuffer.allocateDirect(5).put(CONTENT, 20, 5).flip());
    assertThat(got).containsExactly("1 10 true");
    assertThat(stream.peek(asked, 0)).isTrue();
    assertThat(whole.matches(2, asked, 0)).isTrue();
    stream.finish();
    assertThat(got).containsExactly("1 10 true", "2 5 true");
    assertThatThrownBy(() -> stream.resume(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> stream.accept(CONTENT, CONTENT.length, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void anAlgorithmThatCannotBeAskedMidwaySaysSo() {
    ChecksumStream stream =
        new ChecksumStream(new XxHash32Algorithm(), 10, (window, length, checksum, offset) -> {});
    stream.accept(CONTENT, 0, 15);
    byte[] target = new byte[4];
    assertThat(stream.peek(target, 0)).isFalse();
    assertThat(target).containsOnly(0);
    assertThat(stream.openLength()).isEqualTo(5);
  }

  @Test
  void copiedBytesAreCountedAndOnlyWhereTheJdkCannotReadInPlace() {
    for (ChecksumType type : types().toList()) {
      boolean crc = type.checksumLength() == 4;
      for (BufferKind kind : BufferKind.values()) {
        ChecksumCalculator calculator = ChunkChecksum.of(type, 10).newCalculator();
        ChunkVerifier verifier = ChunkChecksum.of(type, 10).newVerifier();
        ChunkBuffer chunk = ChunkBuffer.wrap(kind.of(CONTENT));
        verifier.verify(chunk, calculator.compute(chunk));
        CopiedBytes expected =
            switch (kind) {
              case HEAP, HEAP_POSITION, HEAP_ARRAY_OFFSET -> CopiedBytes.NONE;
              case DIRECT, DIRECT_POSITION, READ_ONLY_DIRECT ->
                  crc ? CopiedBytes.NONE : new CopiedBytes(LONGEST, 0);
              case READ_ONLY_HEAP -> new CopiedBytes(0, LONGEST);
            };
        assertThat(calculator.bytesCopied()).as("%s over %s", type, kind).isEqualTo(expected);
        assertThat(verifier.bytesCopied()).as("%s over %s", type, kind).isEqualTo(expected);
      }
    }
  }

  @Test
  void itSaysWhatItWasMadeOf() {
    ChunkChecksum checksum = ChunkChecksum.of(ChecksumType.CRC32C, 512);
    assertThat(checksum.type()).isEqualTo(ChecksumType.CRC32C);
    assertThat(checksum.bytesPerChecksum()).isEqualTo(512);
    assertThat(checksum).hasToString("ChunkChecksum[CRC32C, bytesPerChecksum=512]");
  }
}
