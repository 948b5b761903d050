// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.file.ByteReader;
import io.chunksum.file.SequentialInput;
import io.chunksum.format.list.FileSum;
import io.chunksum.format.list.ListedFile;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.observe.ChecksumCounters.Count;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.VerifyOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.channels.Channels;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ListedFileVerifierTest {

  private static final int LENGTH = 1_000;
  private static final Count NOTHING = new Count(0, 0, 0);
  private static final byte[] CONTENT = new byte[LENGTH];

  static {
    new Random(LENGTH).nextBytes(CONTENT);
  }

  private final ChecksumCounters counters = new ChecksumCounters();
  private final VerifyOptions options = VerifyOptions.DEFAULT.countingInto(counters);

  /** With its length. */
  private static ListedFile listed() {
    FileSum sum = new FileSum(ChecksumType.SHA256);
    sum.accept(ChunkBuffer.wrap(CONTENT));
    return sum.finish("f");
  }

  private static SequentialInput input(byte[] bytes) {
    return SequentialInput.ofChannel(
        Channels.newChannel(new ByteArrayInputStream(bytes)), new ByteReader());
  }

  private static byte[] damaged(int length) {
    byte[] content = Arrays.copyOf(CONTENT, length);
    content[7] ^= 1;
    return content;
  }

  @Test
  void aListMayHaveUpperCaseDigits() throws IOException {
    ListedFile lower = listed();
    ListedFile upper =
        new ListedFile(
            "f", lower.type(), lower.checksum().toUpperCase(Locale.ROOT), lower.length());
    FileResult result = ListedFileVerifier.verify(input(CONTENT), upper);
    assertThat(result.ok()).as("%s", result.mismatches()).isTrue();
  }

  @Test
  void aFileThatIsWhatWasListedIsVerifiedOnce() throws IOException {
    assertThat(ListedFileVerifier.verify(input(CONTENT), listed(), options).ok()).isTrue();
    ChecksumCounters.Snapshot counted = counters.snapshot();
    assertThat(counted.verified()).isEqualTo(new Count(1, LENGTH, 1));
    assertThat(counted.mismatched()).isEqualTo(NOTHING);
    assertThat(counted.unchecked()).isEqualTo(NOTHING);
    assertThat(counted.computed()).isEqualTo(NOTHING);
  }

  /** The reader's buffers are direct. */
  @Test
  void bytesThatADigestCannotReadInPlaceAreCounted() throws IOException {
    ListedFileVerifier.verify(input(Arrays.copyOf(CONTENT, LENGTH + 3)), listed(), options);
    assertThat(counters.snapshot().bytesCopied()).isEqualTo(LENGTH);
  }

  @Test
  void surplusIsAMismatchOfItsOwnAndUnchecked() throws IOException {
    FileResult both = ListedFileVerifier.verify(input(damaged(LENGTH + 3)), listed(), options);
    assertThat(both.mismatches()).extracting(Mismatch::window).containsExactly(0L, 1L);
    assertThat(counters.snapshot().verified()).isEqualTo(new Count(1, LENGTH, 1));
    assertThat(counters.snapshot().mismatched()).isEqualTo(new Count(1, LENGTH + 3, 2));
    assertThat(counters.snapshot().unchecked()).isEqualTo(new Count(1, 3, 0));
  }

  @Test
  void missingBytesAreMismatchedAndNotVerified() throws IOException {
    FileResult cut = ListedFileVerifier.verify(input(damaged(LENGTH - 3)), listed(), options);
    assertThat(cut.mismatchCount()).isEqualTo(1);
    assertThat(counters.snapshot().verified()).isEqualTo(new Count(1, LENGTH - 3, 1));
    assertThat(counters.snapshot().mismatched()).isEqualTo(new Count(1, LENGTH, 1));
    assertThat(counters.snapshot().unchecked()).isEqualTo(NOTHING);
  }

  /** The checksum of no bytes would look like that of other bytes. */
  @Test
  void aFileThatLostAllBytesHasNoActualChecksum() throws IOException {
    FileResult empty = ListedFileVerifier.verify(input(new byte[0]), listed(), options);
    assertThat(empty.mismatches()).extracting(Mismatch::actual).containsOnlyNulls();
    assertThat(empty.mismatches().get(0)).asString().endsWith("but they are missing");
    assertThat(counters.snapshot().mismatched()).isEqualTo(new Count(1, LENGTH, 1));
  }

  @Test
  void anEmptyFileWhoseLengthIsNotListedMissesNothing() throws IOException {
    ListedFile listed =
        new ListedFile("f", listed().type(), listed().checksum(), OptionalLong.empty());
    FileResult empty = ListedFileVerifier.verify(input(new byte[0]), listed);
    assertThat(empty.mismatches().get(0).actualHex()).startsWith("e3b0c442");
  }

  @Test
  void onlyAsManyMismatchesAreKeptAsWanted() throws IOException {
    FileResult first =
        ListedFileVerifier.verify(
            input(damaged(LENGTH + 3)), listed(), options.keepingMismatches(1));
    assertThat(first.mismatches()).extracting(Mismatch::window).containsExactly(0L);
    assertThat(first.mismatchCount()).isEqualTo(2);
    assertThat(counters.snapshot().mismatched()).isEqualTo(new Count(1, LENGTH + 3, 2));
  }

  /** All bytes that are listed were read; whether there are more is not known. */
  @Test
  void aMismatchCountsAlsoIfTheEndOfTheFileCannotBeFound() throws IOException {
    FileResult bad = ListedFileVerifier.verify(cutOff(damaged(LENGTH)), listed(), options);
    assertThat(bad.mismatches()).extracting(Mismatch::window).containsExactly(0L);
    assertThat(bad.failure()).hasMessage("connection gone");
    assertThat(bad.length()).isEqualTo(LENGTH);
    assertThat(counters.snapshot().verified()).isEqualTo(new Count(1, LENGTH, 1));
    assertThat(counters.snapshot().mismatched()).isEqualTo(new Count(1, LENGTH, 1));
    assertThatThrownBy(() -> ListedFileVerifier.verify(cutOff(CONTENT), listed(), options))
        .hasMessage("connection gone");
  }

  /** Fails after its last byte. */
  private static SequentialInput cutOff(byte[] bytes) {
    InputStream rest =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("connection gone");
          }

          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            return read();
          }
        };
    return SequentialInput.ofChannel(
        Channels.newChannel(new SequenceInputStream(new ByteArrayInputStream(bytes), rest)),
        new ByteReader());
  }
}
