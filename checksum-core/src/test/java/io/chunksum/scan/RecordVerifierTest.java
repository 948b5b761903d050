// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.file.ByteReader;
import io.chunksum.file.FailingFile;
import io.chunksum.file.SequentialInput;
import io.chunksum.format.FileRecord;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.VerifyOptions;
import io.chunksum.window.ByteRange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bytes from any input against their record, in all and by ranges. Long, because all cases verify
 * the same file, and what one input does wrong is little code.
 */
class RecordVerifierTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);
  private static final int WINDOW = 64;
  private static final int CHUNK = 1000; // 15 windows and a short one.
  private static final int LENGTH = 2500;
  private static final ChecksumType[] TYPES = {ChecksumType.CRC32C, ChecksumType.MD5};

  @TempDir private Path root;

  private final MemoryFormat format = new MemoryFormat();
  private final RecordVerifier verifier = new RecordVerifier();

  private Path recorded(ChecksumType... types) throws IOException {
    byte[] content = content();
    Path file = Files.write(root.resolve("f"), content);
    format.record(file, content, CHUNK, WINDOW, types);
    return file;
  }

  private static byte[] content() {
    byte[] content = new byte[LENGTH];
    new Random(LENGTH).nextBytes(content);
    return content;
  }

  private FileRecord record(Path file) throws IOException {
    return format.open(file, file);
  }

  private static SequentialInput channel(byte[] bytes) {
    return SequentialInput.ofChannel(
        Channels.newChannel(new ByteArrayInputStream(bytes)), new ByteReader());
  }

  /** Cut off in the middle of a window, at its end, as recorded, and grown. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1000, 1063, 1064, 2499, 2500, 2501, 4000})
  void aChannelAndAFileHaveTheResultsOfAScan(int length) throws Exception {
    Path file = recorded(TYPES);
    byte[] now = Arrays.copyOf(content(), length);
    for (int at = 70; at < length; at += 700) {
      now[at] ^= 1;
    }
    Files.write(file, now);
    List<FileResult> scanned = FileScanner.of(2).verify(file, () -> record(file));
    assertThat(scanned).hasSize(2);
    assertThat(scanned.get(0).ok()).isFalse();
    assertThat(verifier.verify(file.toString(), channel(now), record(file))).isEqualTo(scanned);
    try (FileChannel open = FileChannel.open(file)) {
      SequentialInput input = SequentialInput.ofFile(open, new ByteReader());
      assertThat(verifier.verify(file.toString(), input, record(file))).isEqualTo(scanned);
    }
  }

  /** All bytes are wrong, so that the mismatches are the windows that were read. */
  @Test
  void onlyWindowsWithBytesInTheRangeAreVerified() throws Exception {
    Path file = recorded(TYPES);
    byte[] wrong = content();
    for (int i = 0; i < wrong.length; i++) {
      wrong[i] ^= 0x55;
    }
    Random random = new Random(SEED);
    for (int i = 0; i < 1000; i++) {
      int offset = random.nextInt(LENGTH);
      int length = random.nextInt(LENGTH - offset + 1) / (1 + random.nextInt(100));
      ByteRange range = new ByteRange(offset, length);
      List<FileResult> results = verifier.verify("f", channel(wrong), record(file), range);
      assertThat(results).hasSize(TYPES.length);
      for (FileResult result : results) {
        assertThat(result.mismatches())
            .as("%s, seed %d", range, SEED)
            .extracting(Mismatch::offset)
            .isEqualTo(windowsWithBytesIn(offset, offset + length));
        assertThat(result.length()).isEqualTo(LENGTH);
      }
    }
  }

  /** It would be taken for the whole file. */
  @Test
  @SuppressWarnings("NullAway")
  void aRangeThatIsMissingIsRefused() throws Exception {
    Path file = recorded(TYPES);
    try (FileRecord record = record(file)) {
      assertThatNullPointerException()
          .isThrownBy(() -> verifier.verify("f", channel(content()), record, null))
          .withMessage("range");
    }
  }

  private static List<Long> windowsWithBytesIn(long from, long to) {
    List<Long> offsets = new ArrayList<>();
    for (long chunk = 0; chunk < LENGTH; chunk += CHUNK) {
      long end = Math.min(LENGTH, chunk + CHUNK);
      for (long at = chunk; at < end; at += WINDOW) {
        if (Math.max(at, from) < Math.min(Math.min(end, at + WINDOW), to)) {
          offsets.add(at);
        }
      }
    }
    return offsets;
  }

  @Test
  void aRangeBeyondTheRecordedLengthHasNoChecksums() throws Exception {
    Path file = recorded(ChecksumType.CRC32C);
    ByteRange range = new ByteRange(2400, 200);
    FileResult result = verifier.verify("f", channel(content()), record(file), range).get(0);
    assertThat(result.mismatches()).containsExactly(Mismatch.surplus(40, 2500, 100));
    assertThat(result.windows()).isEqualTo(2);
    ByteRange behind = new ByteRange(7000, 10); // What is between has not been asked for.
    FileResult none = verifier.verify("f", channel(content()), record(file), behind).get(0);
    assertThat(none.mismatches()).containsExactly(Mismatch.surplus(40, 7000, 10));
    assertThat(none.windows()).isZero();
  }

  /** What is behind the range, and has no checksums, is not missing. */
  @Test
  void aRangeBeforeAnEndWithoutChecksumsHasNoMismatches() throws Exception {
    byte[] content = Arrays.copyOf(content(), 2 * CHUNK);
    Path file = root.resolve("f");
    format.recordEach(file, content, CHUNK, WINDOW, ChecksumType.CRC32C, ChecksumType.NONE);
    List<FileResult> results =
        verifier.verify("f", channel(content), record(file), new ByteRange(0, 10));
    assertThat(results).hasSize(2);
    assertThat(results).allMatch(FileResult::ok);
  }

  @Test
  void aChunkWithoutChecksumsIsNotRead() throws Exception {
    byte[] content = Arrays.copyOf(content(), 2 * CHUNK);
    Path file = Files.write(root.resolve("f"), content);
    format.recordEach(file, content, CHUNK, WINDOW, ChecksumType.CRC32C, ChecksumType.NONE);
    try (FileChannel failing = new FailingFile(FileChannel.open(file), CHUNK)) {
      SequentialInput input = SequentialInput.ofFile(failing, new ByteReader());
      List<FileResult> results = verifier.verify("f", input, record(file));
      assertThat(results).hasSize(2).allMatch(FileResult::ok);
      assertThat(results).extracting(FileResult::windows).containsExactly(16L, 0L);
    }
  }

  /** Wherever it is. */
  @Test
  void anEmptyRangeHasNoMismatches() throws Exception {
    Path file = recorded(ChecksumType.CRC32C);
    for (long offset : new long[] {0, 70, 2500, 9999}) {
      ByteRange range = new ByteRange(offset, 0);
      FileResult result =
          verifier.verify("f", channel(new byte[LENGTH]), record(file), range).get(0);
      assertThat(result.mismatches()).isEmpty();
      assertThat(result.windows()).isZero();
    }
  }

  @Test
  void countersCountWhatIsVerified() throws Exception {
    Path file = recorded(TYPES);
    ChecksumCounters counters = new ChecksumCounters();
    byte[] longer = Arrays.copyOf(content(), 2510);
    new RecordVerifier(VerifyOptions.DEFAULT.countingInto(counters))
        .verify("f", channel(longer), record(file));
    assertThat(counters.snapshot().verified().bytes()).isEqualTo(2 * 2500);
    assertThat(counters.snapshot().unchecked().bytes()).isEqualTo(2 * 10);
    assertThat(counters.snapshot().mismatched().bytes()).isEqualTo(2 * 10);
  }

  @Test
  void aRecordThatBreaksOffHasNoResult() throws Exception {
    Path file = recorded(ChecksumType.CRC32C);
    format.damage(file, 1);
    assertThatThrownBy(() -> verifier.verify("f", channel(content()), record(file)))
        .isInstanceOf(IOException.class)
        .hasMessage("record ends at 1000");
  }

  /** Windows that were read whole count, in the chunk that breaks off as well. */
  @Test
  void whatWasFoundBeforeReadingFailedIsTheResult() throws Exception {
    Path file = recorded(TYPES);
    byte[] now = content();
    now[70] ^= 1;
    now[1010] ^= 1;
    now[1900] ^= 1;
    Files.write(file, now);
    try (FileChannel failing = new FailingFile(FileChannel.open(file), 1300)) {
      SequentialInput input = SequentialInput.ofFile(failing, new ByteReader());
      List<FileResult> results = verifier.verify("f", input, record(file));
      assertThat(results).hasSize(TYPES.length);
      for (FileResult result : results) {
        assertThat(result.failure()).hasMessage("Input/output error");
        assertThat(result.ok()).isFalse();
        assertThat(result.mismatches()).extracting(Mismatch::offset).containsExactly(64L, 1000L);
        assertThat(result.mismatchCount()).isEqualTo(2);
        assertThat(result.windows()).isEqualTo(16 + 4);
        assertThat(result.length()).isEqualTo(LENGTH);
        assertThat(result.expectedLength()).isEqualTo(LENGTH);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {IOException.class, IllegalStateException.class})
  void aLengthThatCannotBeFoundOutAfterAFailureIsSuppressed(Class<? extends Exception> type)
      throws Exception {
    Path file = recorded(ChecksumType.CRC32C);
    Files.write(file, new byte[LENGTH]);
    Exception noLength = type.getConstructor().newInstance();
    try (FileChannel failing =
        new FailingFile(FileChannel.open(file), 1300) {
          @Override
          public long size() throws IOException {
            if (noLength instanceof IOException failure) {
              throw failure;
            }
            throw (RuntimeException) noLength;
          }
        }) {
      SequentialInput input = SequentialInput.ofFile(failing, new ByteReader());
      FileResult result = verifier.verify("f", input, record(file)).get(0);
      assertThat(result.failure())
          .hasMessage("Input/output error")
          .hasSuppressedException(noLength);
      assertThat(result.length()).isEqualTo(1300);
    }
  }

  /** As from a client that keeps what ended its connection. */
  @Test
  void aLengthMayFailLikeTheReadBeforeIt() throws Exception {
    Path file = recorded(ChecksumType.CRC32C);
    IOException gone = new IOException("gone");
    SequentialInput input =
        new SequentialInput() {
          @Override
          public long read(long offset, long length, Consumer<ChunkBuffer> consumer)
              throws IOException {
            consumer.accept(ChunkBuffer.wrap(new byte[100]));
            throw gone;
          }

          @Override
          public long readToEnd() throws IOException {
            throw gone;
          }

          @Override
          public OptionalLong lengthIfKnown() throws IOException {
            throw gone;
          }
        };
    FileResult result = verifier.verify("f", input, record(file)).get(0);
    assertThat(result.failure()).isSameAs(gone).hasNoSuppressedExceptions();
    assertThat(result.mismatches()).extracting(Mismatch::offset).containsExactly(0L);
  }

  /** A pipe has no end but where it breaks. */
  @Test
  void aPipeThatBreaksIsAsLongAsWhatWasRead() throws Exception {
    Path file = recorded(ChecksumType.CRC32C);
    InputStream broken =
        new SequenceInputStream(
            new ByteArrayInputStream(new byte[1100]),
            new InputStream() {
              @Override
              public int read() throws IOException {
                throw new IOException("broken");
              }

              @Override
              public int read(byte[] target, int offset, int length) throws IOException {
                return read();
              }
            });
    SequentialInput input =
        SequentialInput.ofChannel(Channels.newChannel(broken), new ByteReader());
    FileResult result = verifier.verify("f", input, record(file)).get(0);
    assertThat(result.failure()).hasMessage("broken");
    assertThat(result.windows()).isEqualTo(16 + 1);
    assertThat(result.mismatchCount()).isEqualTo(16 + 1);
    assertThat(result.length()).isEqualTo(1100);
  }

  @Test
  void aPipeThatEndsIsNoLongerThanThatWhateverFailsLater() throws Exception {
    Path file = recorded(ChecksumType.CRC32C);
    format.damage(file, 2);
    FileResult result = verifier.verify("f", channel(new byte[500]), record(file)).get(0);
    assertThat(result.failure()).hasMessage("record ends at 2000");
    assertThat(result.length()).isEqualTo(500);
  }

  @Test
  void aReadThatFailsBeforeAnythingIsWrongIsThrown() throws Exception {
    Path file = recorded(TYPES);
    try (FileChannel failing = new FailingFile(FileChannel.open(file), 1300)) {
      SequentialInput input = SequentialInput.ofFile(failing, new ByteReader());
      assertThatThrownBy(() -> verifier.verify("f", input, record(file)))
          .isInstanceOf(IOException.class)
          .hasMessage("Input/output error");
    }
  }

  @Test
  void aRecordThatBreaksOffAfterAMismatchHasIt() throws Exception {
    Path file = recorded(ChecksumType.CRC32C);
    format.damage(file, 1);
    FileResult result = verifier.verify("f", channel(new byte[LENGTH]), record(file)).get(0);
    assertThat(result.failure()).hasMessage("record ends at 1000");
    assertThat(result.mismatchCount()).isEqualTo(16);
    assertThat(result.length()).isEqualTo(1000);
  }

  /** That one of the types is of another machine says nothing about the others. */
  @Test
  void typesThatHaveNoAlgorithmHereDoNotKeepOthersFromBeingVerified() throws Exception {
    ChecksumType unknown = ChecksumType.of("UNKNOWN", 4);
    byte[] content = content();
    Path file = Files.write(root.resolve("f"), content);
    format.recordUnknown(file, content, CHUNK, WINDOW, unknown, ChecksumType.CRC32C);
    content[70] ^= 1;
    Files.write(file, content);
    List<FileResult> results = verifier.verify("f", channel(content), record(file));
    assertThat(results.get(0).failure())
        .hasMessageStartingWith(
            "no algorithm for type UNKNOWN: none of that name, of 4 bytes, is built in");
    assertThat(results.get(0).ok()).isFalse();
    assertThat(results.get(0).windows()).isZero();
    assertThat(results.get(1).failure()).isNull();
    assertThat(results.get(1).windows()).isEqualTo(40);
    assertThat(results.get(1).mismatches()).extracting(Mismatch::window).containsExactly(1L);
    List<FileResult> scanned = FileScanner.of(2).verify(file, () -> record(file));
    assertThat(scanned.get(1).mismatches()).isEqualTo(results.get(1).mismatches());
    assertThat(scanned.get(0).failure())
        .hasMessageStartingWith(
            "no algorithm for type UNKNOWN: none of that name, of 4 bytes, is built in");
    format.recordUnknown(file, content, CHUNK, WINDOW, unknown);
    assertThatThrownBy(() -> verifier.verify("f", channel(content), record(file)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "no algorithm for type UNKNOWN: none of that name, of 4 bytes, is built in");
  }

  /** Two chunks of a type that has no algorithm, where the other type is NONE. */
  @Test
  void bytesMissingOfChunksThatHaveNoAlgorithmAreMissedAsThoseOfTypeNone() throws Exception {
    byte[] content = content();
    Path file = Files.write(root.resolve("f"), content);
    ChecksumType unknown = ChecksumType.of("UNKNOWN", 4);
    format.recordUnknownTail(file, content, CHUNK, WINDOW, unknown, ChecksumType.CRC32C);
    for (int length : new int[] {LENGTH - 1, CHUNK + 70, CHUNK}) {
      byte[] cut = Arrays.copyOf(content, length);
      Files.write(file, cut);
      FileResult result = verifier.verify("f", channel(cut), record(file)).get(1);
      assertThat(result.mismatches())
          .containsExactly(Mismatch.missingUnchecked(16, length, LENGTH - length));
      assertThat(result.windows()).isEqualTo(16);
      FileResult scanned = FileScanner.of(2).verify(file, () -> record(file)).get(1);
      assertThat(scanned.mismatches()).isEqualTo(result.mismatches());
    }
  }

  @Test
  void asManyMismatchesAreKeptAsTheOptionsSay() throws Exception {
    Path file = recorded(TYPES);
    RecordVerifier few = new RecordVerifier(VerifyOptions.DEFAULT.keepingMismatches(17));
    List<FileResult> results = few.verify("f", channel(new byte[LENGTH]), record(file));
    assertThat(results).hasSize(TYPES.length);
    for (FileResult result : results) {
      assertThat(result.mismatchCount()).isEqualTo(40);
      assertThat(result.mismatches())
          .extracting(Mismatch::offset)
          .isEqualTo(windowsWithBytesIn(0, CHUNK + WINDOW));
    }
  }

  /** What had been begun would be lost, and the bytes compared with nothing, or the wrong sums. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anInputCannotVerifySomethingElseMeanwhile(boolean atTheEnd) throws Exception {
    Path file = recorded(ChecksumType.CRC32C);
    byte[] zeros = new byte[LENGTH];
    List<FileResult> expected = verifier.verify("f", channel(zeros), record(file));
    assertThat(expected.get(0).ok()).isFalse();
    SequentialInput input = channel(zeros);
    SequentialInput nested =
        new SequentialInput() {
          @Override
          public long read(long offset, long length, Consumer<ChunkBuffer> consumer)
              throws IOException {
            if (atTheEnd) {
              input.read(offset, length, consumer);
            }
            assertThatThrownBy(() -> verifier.verify("index", channel(content()), record(file)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the verifier was called again before it returned");
            return atTheEnd ? length : input.read(offset, length, consumer);
          }

          @Override
          public long readToEnd() throws IOException {
            return input.readToEnd();
          }
        };
    assertThat(verifier.verify("f", nested, record(file))).isEqualTo(expected);
    assertThat(verifier.verify("f", channel(content()), record(file)).get(0).ok()).isTrue();
  }

  @Test
  void aRecordThatIsAskedForItsTypesCannotVerifySomethingElseMeanwhile() throws Exception {
    Path file = recorded(ChecksumType.CRC32C);
    FileRecord nested =
        new ForwardingRecord(record(file)) {
          @Override
          public List<ChecksumType> types() {
            assertThatThrownBy(() -> verifier.verify("index", channel(content()), record(file)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the verifier was called again before it returned");
            return super.types();
          }
        };
    assertThat(verifier.verify("f", channel(content()), nested).get(0).ok()).isTrue();
  }

  @Test
  void bytesThatComeWhenNoneIsAskedForAreRefused() throws Exception {
    Path file = recorded(ChecksumType.CRC32C);
    SequentialInput input = channel(content());
    List<Consumer<ChunkBuffer>> consumers = new ArrayList<>();
    SequentialInput keeping =
        new SequentialInput() {
          @Override
          public long read(long offset, long length, Consumer<ChunkBuffer> consumer)
              throws IOException {
            consumers.add(consumer);
            return input.read(offset, length, consumer);
          }

          @Override
          public long readToEnd() throws IOException {
            return input.readToEnd();
          }
        };
    assertThat(verifier.verify("f", keeping, record(file)).get(0).ok()).isTrue();
    assertThatThrownBy(() -> consumers.get(0).accept(ChunkBuffer.wrap(new byte[1])))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no windows are being verified");
  }

  @Test
  void aChannelIsNotReadTwice() throws Exception {
    SequentialInput input = channel(content());
    byte[] read = new byte[20];
    assertThat(input.read(10, 20, bytes -> bytes.read(0, read, 0, 20))).isEqualTo(20);
    assertThat(read).isEqualTo(Arrays.copyOfRange(content(), 10, 30));
    assertThatThrownBy(() -> input.read(29, 1, bytes -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the bytes from 29 on have been read, up to 30");
    assertThat(input.readToEnd()).isEqualTo(LENGTH);
  }
}
