// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.file.FailingFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Segment files that cannot be read to their end. */
class SegmentFaultTest {

  private static final int FRAME = 4096;
  private static final int FRAMES = 640;

  /** A stretch of zeros between frames, longer than what is looked through at once. */
  private static final int GAP = 1_150_976;

  private static final int GAP_LENGTH = 50 * FRAME;

  private final SegmentVerifier verifier = new SegmentVerifier(ChecksumType.CRC32C);

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void writeASegment() throws IOException {
    ByteBuffer segment = ByteBuffer.allocate(FRAMES * FRAME).order(ByteOrder.LITTLE_ENDIAN);
    new Random(4).nextBytes(segment.array());
    for (int at = 0; at < segment.capacity(); at += FRAME) {
      CRC32C crc = new CRC32C();
      crc.update(segment.array(), at + FrameHeader.LENGTH, FRAME - FrameHeader.LENGTH);
      segment.putInt(at, FRAME).putInt(at + 4, 1 << 16).putInt(at + 8, at);
      segment.putInt(at + 12, (int) crc.getValue()).putInt(at + 16, 10).putInt(at + 20, 7);
    }
    file = Files.write(folder.resolve("0-0.rec"), segment.array());
  }

  private void zeroTheGap() throws IOException {
    byte[] content = Files.readAllBytes(file);
    Arrays.fill(content, GAP, GAP + GAP_LENGTH, (byte) 0);
    Files.write(file, content);
  }

  private void failFrom(long readable) throws IOException {
    try (FailingFile failing = new FailingFile(FileChannel.open(file), readable)) {
      assertThatThrownBy(() -> verifier.verify(failing, "failing"))
          .isInstanceOf(IOException.class)
          .hasMessage("Input/output error")
          .hasNoSuppressedExceptions();
    }
  }

  /** At the very start, where a buffer ends, inside of a header and of a body. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1 << 20, 300 * FRAME + 5, 500 * FRAME + 77})
  void aReadThatFailsGivesNoVerdictAndTheVerifierGoesOnLater(long readable) throws IOException {
    failFrom(readable);
    SegmentResult result = verifier.verify(file);
    assertThat(result.ok()).isTrue();
    assertThat(result.dataFrames()).isEqualTo(FRAMES);
  }

  /** Within what is looked through first, and after it. */
  @ParameterizedTest
  @CsvSource({"1, 400", "2, 400", "1, 15", "2, 15"})
  void badFramesBeforeAReadThatFailsAreTheResult(int bad, int readable) throws IOException {
    byte[] content = Files.readAllBytes(file);
    for (int i = 1; i <= bad; i++) {
      content[3 * i * FRAME + 100] ^= 1;
    }
    content[600 * FRAME + 100] ^= 1;
    Files.write(file, content);
    try (FailingFile failing = failingFrom(readable)) {
      SegmentResult result = verifier.verify(failing, "failing");
      assertThat(result.failure()).hasMessage("Input/output error");
      assertThat(result.ok()).isFalse();
      assertThat(result.badCount()).isEqualTo(bad);
      assertThat(result.badFrames()).hasSize(bad);
      assertThat(result.badFrames().get(bad - 1).offset()).isEqualTo(3L * bad * FRAME);
      assertThat(result.dataFrames()).isLessThanOrEqualTo(readable);
    }
    assertThat(verifier.verify(file).badCount()).isEqualTo(bad + 1);
    assertThat(verifier.verify(file).failure()).isNull();
  }

  private FailingFile failingFrom(int frame) throws IOException {
    return new FailingFile(FileChannel.open(file), (long) frame * FRAME);
  }

  /** Both are in what is read at once. */
  @Test
  void aStretchBeforeAReadThatFailsIsTheResult() throws IOException {
    byte[] content = Files.readAllBytes(file);
    content[8 * FRAME + 4] = 1; // There is no such version.
    Files.write(file, content);
    try (FailingFile failing = failingFrom(12)) {
      SegmentResult result = verifier.verify(failing, "failing");
      assertThat(result.failure()).hasMessage("Input/output error");
      assertThat(result.badCount()).isEqualTo(1);
      assertThat(result.badFrames().get(0).offset()).isEqualTo(8 * FRAME);
      assertThat(result.badFrames().get(0).length()).isEqualTo(FRAME);
      assertThat(result.dataFrames()).isEqualTo(11);
      assertThat(result.end()).isEqualTo(12 * FRAME);
    }
  }

  /** As file systems and algorithms of others may throw it. */
  @Test
  void badFramesBeforeAnUndeclaredFailureAreTheResult() throws IOException {
    try (FailingFile failing = failingUndeclared()) {
      assertThatThrownBy(() -> verifier.verify(failing, "failing"))
          .isExactlyInstanceOf(UncheckedIOException.class);
    }
    byte[] content = Files.readAllBytes(file);
    content[3 * FRAME + 100] ^= 1;
    Files.write(file, content);
    try (FailingFile failing = failingUndeclared()) {
      SegmentResult result = verifier.verify(failing, "failing");
      assertThat(result.badCount()).isEqualTo(1);
      assertThat(result.ok()).isFalse();
      assertThat(result.failure()).hasCauseExactlyInstanceOf(UncheckedIOException.class);
    }
  }

  private FailingFile failingUndeclared() throws IOException {
    return FailingFile.undeclared(FileChannel.open(file), 400 * FRAME);
  }

  /** At the end of a frame and inside of one, after its size was asked for. */
  @ParameterizedTest
  @ValueSource(longs = {300 * FRAME, 300 * FRAME + 77})
  @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD) // Its loop ignores interrupts.
  void aFileThatIsCutMeanwhileHasTheFramesThatAreLeft(long left) throws IOException {
    try (FileChannel channel = FileChannel.open(file, READ, WRITE);
        FailingFile cut =
            new FailingFile(channel, Long.MAX_VALUE) {
              @Override
              public long size() throws IOException {
                long size = super.size();
                channel.truncate(left);
                return size;
              }
            }) {
      assertThat(verifier.verify(cut, "cut").dataFrames()).isEqualTo(300);
    }
  }

  @Test
  void aReadThatFailsWhileTheNextFrameIsLookedForGivesNoVerdict() throws IOException {
    zeroTheGap();
    failFrom(GAP + GAP_LENGTH / 2);
    SegmentResult result = verifier.verify(file);
    assertThat(result.badCount()).isEqualTo(1);
    assertThat(result.badFrames().get(0).offset()).isEqualTo(GAP);
    assertThat(result.badFrames().get(0).length()).isEqualTo(GAP_LENGTH);
    assertThat(result.dataFrames()).isEqualTo(FRAMES - GAP_LENGTH / FRAME);
  }

  @Test
  void whatIsNoFileIsNamed() {
    assertThatThrownBy(() -> verifier.verify(folder))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(folder + ": is a directory");
    assertThatThrownBy(() -> ArchiveCatalog.read(folder))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(folder + ": is a directory");
  }
}
