// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcAlgorithm;
import io.chunksum.algorithm.CrcModel;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.append.ChecksumAppender;
import io.chunksum.append.FlushedChecksums;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.compute.DigestLanes;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.proto.ChunkInfoCodec;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.FailingCrc32c;
import io.chunksum.tests.ForwardingChecksum;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ChecksumMismatchException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holds appenders to the checksums of all bytes so far. Long, because appending, flushing and
 * restoring are tried with the same steps and records.
 */
class ChecksumAppenderTest {

  private static final int MEBIBYTE = 1024 * 1024;
  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);
  private static final byte[] CONTENT = TestBytes.random(30_01, MEBIBYTE);

  /**
   * Windows of many steps each, and steps of several windows each; the latter over fewer bytes,
   * because each step compares all their checksums.
   */
  static Stream<Arguments> typesAndWindows() {
    return Stream.of(ChecksumType.CRC32, ChecksumType.CRC32C, ChecksumType.SHA256, ChecksumType.MD5)
        .flatMap(type ->
            Stream.of(
                Arguments.of(type, 16 * 1024, MEBIBYTE),
                Arguments.of(type, 5003, MEBIBYTE),
                Arguments.of(type, 33, MEBIBYTE / 16)));
  }

  @ParameterizedTest
  @MethodSource("typesAndWindows")
  void everyStepGivesTheChecksumsOfAllBytesSoFar(
      ChecksumType type, int bytesPerChecksum, int length) {
    ChecksumAppender appender = ChunkChecksum.of(type, bytesPerChecksum).newAppender();
    WindowOracle oracle = new WindowOracle(type, bytesPerChecksum, CONTENT);
    Random random = new Random(SEED);
    BufferKind[] kinds = BufferKind.values();
    assertThat(appender.snapshot().count()).isZero();
    for (int at = 0; at < length; ) {
      int step = Math.min(1 + random.nextInt(100), length - at);
      byte[] bytes = Arrays.copyOfRange(CONTENT, at, at + step);
      appender.append(ChunkBuffer.wrap(kinds[random.nextInt(kinds.length)].of(bytes)));
      at += step;
      assertEntries(appender.snapshot(), oracle.ofFirst(at), at);
      assertThat(appender.length()).isEqualTo(at);
    }
    assertThat(appender.bytesKept()).isZero();
  }

  @ParameterizedTest
  @MethodSource("typesAndWindows")
  void anAppenderRestoredAtAnyStepContinues(ChecksumType type, int bytesPerChecksum, int length)
      throws IOException {
    ChecksumAppender appender = ChunkChecksum.of(type, bytesPerChecksum).newAppender();
    WindowOracle oracle = new WindowOracle(type, bytesPerChecksum, CONTENT);
    Random random = new Random(SEED + 1);
    for (int at = 0; at < length; ) {
      int step = Math.min(1 + random.nextInt(100), length - at);
      appender.append(ChunkBuffer.wrap(CONTENT, at, step));
      at += step;
      if (random.nextInt(10) == 0) {
        appender = throughTheDisk(appender, at);
        assertEntries(appender.snapshot(), oracle.ofFirst(at), at);
        assertThat(appender.length()).isEqualTo(at);
      }
      if (random.nextInt(10) == 0) {
        assertEntries(appender.snapshot(), oracle.ofFirst(at), at);
      }
    }
    assertEntries(appender.snapshot(), oracle.ofFirst(length), length);
  }

  /** Writes the record in wire form, and makes an appender of what is read back. */
  private static ChecksumAppender throughTheDisk(ChecksumAppender appender, int length)
      throws IOException {
    ChunkInfoCodec codec = ChunkInfoCodec.OZONE;
    ChunkInfo record =
        codec.decode(codec.encode(new ChunkInfo("chunk", 0, length, appender.snapshot())));
    ChecksumType type = record.checksums().type();
    if (type.checksumLength() == Integer.BYTES) {
      return ChecksumAppender.restore(record);
    }
    int open = length % record.checksums().bytesPerChecksum();
    ChunkBuffer openWindow = ChunkBuffer.wrap(CONTENT, length - open, open);
    return ChecksumAppender.restore(record, openWindow);
  }

  @ParameterizedTest
  @MethodSource("typesAndWindows")
  void flushesTogetherAreTheChecksumsOfTheChunk(
      ChecksumType type, int bytesPerChecksum, int length) {
    ChecksumAppender appender = ChunkChecksum.of(type, bytesPerChecksum).newAppender();
    Random random = new Random(SEED + 2);
    ChunkBuffer content = ChunkBuffer.wrap(CONTENT);
    byte[] persisted = {};
    for (int at = 0; at < length; ) {
      int step = Math.min(random.nextInt(2 * bytesPerChecksum), length - at);
      appender.append(content, at, step);
      at += step;
      FlushedChecksums flushed = appender.flush();
      assertThat(flushed.length()).as("seed %d", SEED).isEqualTo(at);
      assertThat(flushed.checksums().count())
          .as("after %d bytes, seed %d", at, SEED)
          .isLessThanOrEqualTo(step / bytesPerChecksum + 2);
      int kept = flushed.firstWindow() * type.checksumLength();
      byte[] fresh = flushed.checksums().toByteArray();
      persisted = Arrays.copyOf(persisted, kept + fresh.length);
      System.arraycopy(fresh, 0, persisted, kept, fresh.length);
      assertThat(persisted)
          .as("after %d bytes, seed %d", at, SEED)
          .isEqualTo(appender.snapshot().toByteArray());
    }
    assertThat(persisted)
        .as("seed %d", SEED)
        .isEqualTo(new WindowOracle(type, bytesPerChecksum, CONTENT).ofFirst(length));
  }

  /** More of them than twice what there was room for. */
  @Test
  void windowsThatComeTogetherFindRoom() {
    int window = 16;
    WindowOracle oracle = new WindowOracle(ChecksumType.SHA256, window, CONTENT);
    for (int before = 0; before < 100; before++) {
      ChecksumAppender appender = ChunkChecksum.of(ChecksumType.SHA256, window).newAppender();
      for (int i = 0; i < before; i++) {
        appender.accept(CONTENT, i * window, window);
      }
      appender.accept(CONTENT, before * window, 100 * window);
      int length = (before + 100) * window;
      assertEntries(appender.snapshot(), oracle.ofFirst(length), length);
    }
  }

  @Test
  void everyByteIsReadOnce() {
    CountingAlgorithm counting = new CountingAlgorithm();
    ChecksumAppender appender = new ChecksumAppender(counting, 1000);
    counting.bytes = 0; // It may have tried what the algorithm can do.
    for (int at = 0; at < 20_000; at += 10) {
      appender.append(ChunkBuffer.wrap(CONTENT, at, 10));
      assertThat(appender.flush().length()).isEqualTo(at + 10);
      assertThat(appender.snapshot().count()).isEqualTo((at + 10 + 999) / 1000);
    }
    assertThat(counting.bytes).isEqualTo(20_000);
  }

  /** CRC32C that counts what it is fed. */
  private static final class CountingAlgorithm implements ChecksumAlgorithm {
    private final ChecksumAlgorithm crc32c = ChecksumAlgorithms.of(ChecksumType.CRC32C);
    private long bytes;

    @Override
    public ChecksumType type() {
      return crc32c.type();
    }

    @Override
    public StreamingChecksum newChecksum() {
      return new ForwardingChecksum(crc32c.newChecksum()) {
        @Override
        public boolean updateInPlace(ByteBuffer view) {
          return false;
        }

        @Override
        public void update(byte[] source, int offset, int length) {
          bytes += length;
          super.update(source, offset, length);
        }
      };
    }
  }

  @Test
  void snapshotsDoNotChangeWhenMoreIsAppended() {
    for (ChecksumType type : new ChecksumType[] {ChecksumType.CRC32, ChecksumType.MD5}) {
      ChecksumAppender appender = ChunkChecksum.of(type, 100).newAppender();
      appender.append(ChunkBuffer.wrap(CONTENT, 0, 250));
      ChecksumData early = appender.snapshot();
      FlushedChecksums flushed = appender.flush();
      byte[] then = early.toByteArray();
      appender.append(ChunkBuffer.wrap(CONTENT, 250, 1000));
      assertThat(appender.snapshot().count()).isEqualTo(13);
      appender.reset();
      appender.append(ChunkBuffer.wrap(CONTENT, 777, 250));
      assertThat(appender.snapshot().toByteArray()).isNotEqualTo(then);
      assertThat(early.toByteArray()).isEqualTo(then);
      assertThat(flushed.checksums().toByteArray()).isEqualTo(then);
    }
  }

  @Test
  void aResetForgetsARestoredWindow() {
    ChunkChecksum crc = ChunkChecksum.of(ChecksumType.CRC32C, 100);
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT, 0, 250);
    ChecksumAppender appender =
        ChecksumAppender.restore(
            ChecksumAlgorithms.of(ChecksumType.CRC32C),
            new ChunkInfo("chunk", 0, 250, crc.compute(chunk)));
    appender.reset();
    assertThat(appender.length()).isZero();
    appender.append(chunk);
    assertThat(appender.snapshot()).isEqualTo(crc.compute(chunk));
    assertThat(appender.flush().firstWindow()).isZero();
  }

  @Test
  void chunksAndWindowsMayBeLongerThanAnIntCounts() {
    int pieceBytes = 64 * MEBIBYTE;
    ByteBuffer piece = ByteBuffer.allocateDirect(pieceBytes);
    piece.put(TestBytes.random(30_01, pieceBytes)).flip();
    int pieces = 33;
    long length = (long) pieces * pieceBytes;
    ChunkBuffer chunk = ChunkBuffer.wrap(Collections.nCopies(pieces, piece));
    for (int bytesPerChecksum : new int[] {1_000_003, Integer.MAX_VALUE}) {
      ChunkChecksum crc = ChunkChecksum.of(ChecksumType.CRC32C, bytesPerChecksum);
      ChecksumData expected = crc.compute(chunk);
      ChecksumAppender appender = crc.newAppender();
      appender.append(chunk.slice(0, length - 5));
      ChunkInfo record = new ChunkInfo("chunk", 0, length - 5, appender.snapshot());
      appender.append(chunk.slice(length - 5, 5));
      assertThat(appender.length()).isEqualTo(length);
      assertThat(appender.snapshot()).isEqualTo(expected);

      ChecksumAppender restored =
          ChecksumAppender.restore(ChecksumAlgorithms.of(ChecksumType.CRC32C), record);
      restored.append(chunk.slice(length - 5, 5));
      assertThat(restored.snapshot()).isEqualTo(expected);
    }
    CRC32C last = new CRC32C();
    for (int i = 0; i < pieces; i++) {
      long skipped = Math.min(pieceBytes, Math.max(0, Integer.MAX_VALUE - (long) i * pieceBytes));
      last.update(piece.slice((int) skipped, pieceBytes - (int) skipped));
    }
    ChunkChecksum largest = ChunkChecksum.of(ChecksumType.CRC32C, Integer.MAX_VALUE);
    assertThat(largest.compute(chunk).crc(1)).isEqualTo((int) last.getValue());
  }

  @Test
  void typeNoneCountsBytesAndReadsNone() throws IOException {
    ChecksumAppender appender = ChunkChecksum.of(ChecksumType.NONE, 0).newAppender();
    appender.append(ChunkBuffer.wrap(CONTENT));
    appender.append(ChunkBuffer.wrap(ByteBuffer.allocateDirect(7)));
    assertThat(appender.length()).isEqualTo(MEBIBYTE + 7);
    assertThat(appender.snapshot()).isEqualTo(ChecksumData.none(0));
    ChunkInfo record = new ChunkInfo("chunk", 0, MEBIBYTE + 7, appender.snapshot());
    ChunkBuffer nothing = ChunkBuffer.wrap(new byte[0]);
    assertThat(ChecksumAppender.restore(ChecksumAlgorithms.of(ChecksumType.NONE), record).length())
        .isEqualTo(MEBIBYTE + 7);
    assertThat(
            ChecksumAppender.restore(ChecksumAlgorithms.of(ChecksumType.NONE), record, nothing)
                .length())
        .isEqualTo(MEBIBYTE + 7);
  }

  /** As for any other type, a record may have a window size. */
  @Test
  void typeNoneTakesTheBytesOfTheOpenWindowAndReadsNone() throws IOException {
    ChecksumAlgorithm none = ChecksumAlgorithms.of(ChecksumType.NONE);
    for (int bytesPerChecksum : new int[] {0, 100}) {
      ChunkInfo record = new ChunkInfo("chunk", 0, 250, ChecksumData.none(bytesPerChecksum));
      for (int open : new int[] {0, 50, 250}) {
        ChunkBuffer openWindow = ChunkBuffer.wrap(CONTENT, 250 - open, open);
        ChecksumAppender appender = ChecksumAppender.restore(none, record, openWindow);
        assertThat(appender.length()).isEqualTo(250);
        assertThat(appender.flush().checksums()).isEqualTo(record.checksums());
        appender.append(openWindow);
        assertThat(appender.length()).isEqualTo(250 + open);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"SHA256", "MD5"})
  void aDigestCannotContinueInsideAWindowWithoutItsBytes(String name) throws IOException {
    var algorithm = ChecksumAlgorithms.find(name).orElseThrow();
    ChunkChecksum digest = ChunkChecksum.of(algorithm, 100);
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT, 0, 250);
    ChunkInfo record = new ChunkInfo("chunk", 0, 250, digest.compute(chunk));
    assertThatThrownBy(() -> ChecksumAppender.restore(algorithm, record))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the last window, of 50 bytes, must be read to continue with " + name);
    assertThatThrownBy(() -> ChecksumAppender.restore(algorithm, record, chunk.slice(200, 49)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the unfinished window has 50 bytes, not 49");
    assertThatThrownBy(() -> ChecksumAppender.restore(algorithm, record, chunk.slice(199, 50)))
        .isInstanceOf(ChecksumMismatchException.class)
        .hasMessageContaining("in chunk chunk: window 2");

    ChunkInfo full = new ChunkInfo("chunk", 0, 200, digest.compute(chunk.slice(0, 200)));
    ChecksumAppender appender = ChecksumAppender.restore(algorithm, full);
    appender.append(chunk.slice(200, 50));
    assertThat(appender.snapshot()).isEqualTo(record.checksums());
    FlushedChecksums flushed = appender.flush();
    assertThat(flushed.firstWindow()).isEqualTo(2);
    assertThat(flushed.checksums().checksum(0)).isEqualTo(record.checksums().checksum(2));
  }

  @Test
  void aRecordOfAnotherTypeIsRefused() {
    ChunkInfo record =
        new ChunkInfo("chunk", 0, 0, ChecksumData.of(ChecksumType.MD5, 1, CONTENT, 0, 0));
    assertThatThrownBy(
            () -> ChecksumAppender.restore(ChecksumAlgorithms.of(ChecksumType.CRC32), record))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("checksums of type MD5, not CRC32");
  }

  /** Compares without formatting a message for each of very many comparisons. */
  private static void assertEntries(ChecksumData actual, byte[] expected, int length) {
    if (!actual.packed().equals(ByteBuffer.wrap(expected))) {
      assertThat(actual.toByteArray())
          .as("after %d bytes, seed %d", length, SEED)
          .isEqualTo(expected);
    }
  }

  /** MessageDigest cannot read direct memory in place. */
  @Test
  void whatCouldNotBeReadInPlaceIsCounted() {
    DigestLanes.find(ChecksumType.MD5).orElseThrow().use(DigestLanes.Engine.MESSAGE_DIGEST);
    ChunkBuffer direct = ChunkBuffer.wrap(ByteBuffer.allocateDirect(100));
    ChecksumAppender md5 = ChunkChecksum.of(ChecksumType.MD5, 16).newAppender();
    md5.append(direct);
    md5.append(ChunkBuffer.wrap(new byte[50]));
    md5.accept(ByteBuffer.wrap(new byte[50]));
    assertThat(md5.bytesCopied().total()).isEqualTo(100);
    ChecksumAppender none = ChunkChecksum.of(ChecksumType.NONE, 16).newAppender();
    none.append(direct);
    assertThat(none.bytesCopied()).isEqualTo(CopiedBytes.NONE);
  }

  private static final ChecksumAlgorithm FAILING = new FailingCrc32c();

  /** Inside a window, and after one, where the open window has no bytes. */
  @ParameterizedTest
  @ValueSource(ints = {50, 900})
  void anAppendThatFailsMidwayLosesTheChecksumsUntilAReset(int read) {
    ChecksumAppender appender = new ChecksumAppender(FAILING, 1000);
    byte[] gone = {(byte) 0xEE};
    appender.accept(CONTENT, 0, 100);
    ChunkBuffer half =
        ChunkBuffer.wrap(List.of(ByteBuffer.wrap(CONTENT, 100, read), ByteBuffer.wrap(gone)));
    assertThatThrownBy(() -> appender.append(half)).hasMessage("gone");
    assertThat(appender.length()).isEqualTo(100);
    for (Runnable next :
        List.<Runnable>of(
            appender::snapshot,
            appender::flush,
            () -> appender.append(ChunkBuffer.wrap(CONTENT)),
            () -> appender.accept(CONTENT, 0, 1),
            () -> appender.accept(ByteBuffer.wrap(CONTENT)))) {
      assertThatThrownBy(next::run)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("an append has failed midway: the checksums are lost");
    }
    appender.reset();
    appender.accept(CONTENT, 0, 2500);
    assertThat(appender.snapshot())
        .isEqualTo(
            ChunkChecksum.of(ChecksumType.CRC32C, 1000)
                .compute(ChunkBuffer.wrap(CONTENT, 0, 2500)));
  }

  @Test
  void whatIsRefusedBeforeItIsReadLosesNothing() {
    ChecksumAppender appender = ChunkChecksum.of(ChecksumType.CRC32C, 1000).newAppender();
    appender.accept(CONTENT, 0, 100);
    assertThatThrownBy(() -> appender.accept(CONTENT, MEBIBYTE - 1, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    ChunkBuffer content = ChunkBuffer.wrap(CONTENT);
    for (long[] range : new long[][] {{-1, 1}, {1, MEBIBYTE}, {1, Long.MAX_VALUE}, {1, -1}}) {
      assertThatThrownBy(() -> appender.append(content, range[0], range[1]))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(appender.snapshot())
        .isEqualTo(
            ChunkChecksum.of(ChecksumType.CRC32C, 1000).compute(ChunkBuffer.wrap(CONTENT, 0, 100)));
  }

  @Test
  void bytesWhoseChecksumsDoNotFitAreNotAppended() {
    ChecksumAppender appender = ChunkChecksum.of(ChecksumType.CRC32C, 1).newAppender();
    appender.accept(CONTENT, 0, 100);
    ByteBuffer piece = ByteBuffer.allocateDirect(MEBIBYTE);
    // With the 100 bytes before, one window more than an array has room for.
    ChunkBuffer chunk = ChunkBuffer.wrap(Collections.nCopies(512, piece)).slice(0, (1 << 29) - 102);
    assertThatThrownBy(() -> appender.append(chunk))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("536870910 bytes have too many windows for one array of CRC32C checksums");
    assertThat(appender.length()).isEqualTo(100);
    appender.accept(CONTENT, 100, 5);
    assertEntries(
        appender.snapshot(), new WindowOracle(ChecksumType.CRC32C, 1, CONTENT).ofFirst(105), 105);
  }

  @Test
  void bytesThatTheChunkCannotCountAreNotAppended() {
    ChunkInfo record = new ChunkInfo("c", 0, Long.MAX_VALUE - 2, ChecksumData.none(0));
    ChecksumAppender appender = ChecksumAppender.restore(record);
    for (Runnable tooMany :
        List.<Runnable>of(
            () -> appender.append(ChunkBuffer.wrap(CONTENT, 0, 3)),
            () -> appender.accept(CONTENT, 0, 3),
            () -> appender.accept(ByteBuffer.wrap(CONTENT, 0, 3)))) {
      assertThatThrownBy(tooMany::run).isInstanceOf(ArithmeticException.class);
      assertThat(appender.length()).isEqualTo(Long.MAX_VALUE - 2);
    }
    appender.accept(CONTENT, 0, 2);
    assertThat(appender.length()).isEqualTo(Long.MAX_VALUE);
  }

  /** A CRC of 12 bits is kept in 2 bytes, which a damaged record may fill. */
  @Test
  void anOpenWindowWithMoreBitsThanItsCrcIsNotRestored() {
    CrcAlgorithm crc12 = new CrcAlgorithm("CRC-12", new CrcModel(12, 0x80F, 0, false, 0, 0xF5B));
    ChecksumData sums = ChecksumData.of(crc12.type(), 1000, new byte[] {(byte) 0xF1, 2});
    ChunkInfo chunk = new ChunkInfo("c", 0, 400, sums);
    assertThatThrownBy(() -> ChecksumAppender.restore(crc12, chunk))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
