// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.file.ByteReader;
import io.chunksum.file.FailingFile;
import io.chunksum.file.SequentialInput;
import io.chunksum.format.FileRecord;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.diagnosis.Cause;
import io.chunksum.verify.diagnosis.Diagnosis;
import io.chunksum.window.ByteRange;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Diagnoses real files that a scanner has found bad. */
@Timeout(120)
class FileDiagnosticianTest extends ScannerTestBase {

  private static final int WINDOW = 512;

  private FileRecord open(Path file) throws IOException {
    return format.open(file, file);
  }

  private List<FileResult> verify(Path file) throws Exception {
    return FileScanner.of(1).verify(file, () -> open(file));
  }

  private List<Diagnosis> diagnose(Path file, FileResult result, int runBytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file);
        FileRecord record = open(file)) {
      return new FileDiagnostician(channel, length -> {}, runBytes).diagnose(result, record);
    }
  }

  private List<Cause> causes(Path file, int runBytes) throws Exception {
    return diagnose(file, verify(file).get(0), runBytes).stream().map(Diagnosis::cause).toList();
  }

  /** Bytes of the second chunk are damaged: two flipped bits, and data of two other windows. */
  private Path damaged(int chunkBytes) throws IOException {
    byte[] good = random(chunkBytes + 40 * WINDOW);
    byte[] now = good.clone();
    now[5000] ^= 2;
    now[chunkBytes + 5000] ^= 4;
    System.arraycopy(good, 3 * WINDOW, now, chunkBytes + 3 * WINDOW, WINDOW);
    System.arraycopy(good, chunkBytes + 4 * WINDOW, now, chunkBytes + 6 * WINDOW, WINDOW);
    Path file = file("f", now);
    format.record(file, good, chunkBytes, WINDOW, ChecksumType.CRC32C);
    return file;
  }

  /** What is to be found of that, if the first chunk has whole windows. */
  private static List<Cause> damage(int chunkBytes) {
    return List.of(
        new Cause.BitFlip(5000, 1),
        new Cause.OtherWindow(3),
        new Cause.OtherWindow(chunkBytes / WINDOW + 4),
        new Cause.BitFlip(chunkBytes + 5000, 2));
  }

  @Test
  void causesAreCountedFromTheStartOfTheFile() throws Exception {
    int second = 100 * WINDOW;
    assertThat(causes(damaged(second), FileDiagnostician.RUN_BYTES)).isEqualTo(damage(second));
  }

  @Test
  void windowsOfRunsThatDoNotFitInMemoryTogetherAreNotFoundInEachOther() throws Exception {
    int second = 100 * WINDOW;
    assertThat(causes(damaged(second), 1))
        .containsExactly(
            new Cause.BitFlip(5000, 1),
            new Cause.Unknown(),
            new Cause.OtherWindow(104),
            new Cause.BitFlip(second + 5000, 2));
  }

  /** Windows after a chunk that ends inside one do not lie on the grid of those before. */
  @Test
  void chunksThatEndInsideAWindowHaveAGridOfTheirOwn() throws Exception {
    int second = 100 * WINDOW + 10;
    assertThat(causes(damaged(second), FileDiagnostician.RUN_BYTES))
        .containsExactly(
            new Cause.BitFlip(5000, 1),
            new Cause.Unknown(),
            new Cause.OtherWindow(105),
            new Cause.BitFlip(second + 5000, 2));
  }

  @Test
  void eachTypeOfARecordIsDiagnosedByItself() throws Exception {
    byte[] good = random(20 * WINDOW);
    byte[] now = good.clone();
    now[700] ^= 1;
    Path file = file("f", now);
    format.record(file, good, 4 * WINDOW, WINDOW, ChecksumType.MD5, ChecksumType.CRC32);
    List<FileResult> results = verify(file);
    try (FileChannel channel = FileChannel.open(file)) {
      List<Long> diagnosed = new ArrayList<>();
      FileDiagnostician diagnostician = new FileDiagnostician(channel, diagnosed::add);
      List<Cause> causes = new ArrayList<>();
      for (FileResult result : results) {
        try (FileRecord record = open(file)) {
          diagnostician.diagnose(result, record).forEach(found -> causes.add(found.cause()));
        }
      }
      assertThat(causes).containsExactly(new Cause.Unknown(), new Cause.BitFlip(700, 0));
      assertThat(diagnosed).containsExactly((long) WINDOW, (long) WINDOW);
    }
  }

  /** What happened to the windows under a CRC, in chunks of four windows of these types. */
  private List<Cause> crcCauses(byte[] good, byte[] now, ChecksumType... types) throws Exception {
    Path file = file("f", now);
    format.recordEach(file, good, 4 * WINDOW, WINDOW, types);
    FileResult crc = verify(file).get(1);
    return diagnose(file, crc, FileDiagnostician.RUN_BYTES).stream().map(Diagnosis::cause).toList();
  }

  @Test
  void chunksOfOtherTypesOnlyCount() throws Exception {
    byte[] good = random(12 * WINDOW);
    byte[] now = good.clone();
    now[9 * WINDOW] ^= 1;
    assertThat(crcCauses(good, now, ChecksumType.MD5, ChecksumType.MD5, ChecksumType.CRC32C))
        .containsExactly(new Cause.BitFlip(9 * WINDOW, 0));
  }

  @Test
  void chunksBehindOnesOfOtherTypesAreSearchedTogether() throws Exception {
    byte[] good = random(12 * WINDOW);
    byte[] now = good.clone();
    System.arraycopy(good, 5 * WINDOW, now, 9 * WINDOW, WINDOW);
    assertThat(crcCauses(good, now, ChecksumType.MD5, ChecksumType.CRC32C, ChecksumType.CRC32C))
        .containsExactly(new Cause.OtherWindow(5));
  }

  @Test
  void surplusBytesHaveADiagnosisTooEvenIfNothingIsRecorded() throws Exception {
    Path grown = file("grown", new byte[100]);
    format.record(grown, new byte[0], WINDOW, WINDOW, ChecksumType.CRC32C);
    assertThat(verify(grown).get(0).mismatches()).hasSize(1);
    assertThat(causes(grown, 1)).containsExactly(new Cause.Unknown());
  }

  @Test
  void aResultThatIsNotOfTheRecordIsRefused() throws Exception {
    Path file = damaged(100 * WINDOW);
    FileResult result = verify(file).get(0);
    FileResult ofOtherType =
        new FileResult(
            "f", 1, 1, ChecksumType.MD5, OptionalInt.of(WINDOW), 1, 1, result.mismatches(), null);
    assertThatThrownBy(() -> diagnose(file, ofOtherType, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the record has checksums of [CRC32C], not of MD5");
    List<Mismatch> far = List.of(result.mismatches().get(0).offsetBy(10_000, 10_000L * WINDOW));
    FileResult ofOtherFile =
        new FileResult("f", 1, 1, result.type(), OptionalInt.of(WINDOW), 1, 1, far, null);
    assertThatThrownBy(() -> diagnose(file, ofOtherFile, FileDiagnostician.RUN_BYTES))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** As if the record had been replaced since. */
  @Test
  void aResultForWindowsThatHaveNoChecksumsNowIsRefused() throws Exception {
    byte[] good = random(8 * WINDOW);
    byte[] now = good.clone();
    now[WINDOW] ^= 1;
    Path file = file("f", now);
    ChecksumType crc = ChecksumType.CRC32C;
    format.record(file, good, 4 * WINDOW, WINDOW, crc);
    FileResult result = verify(file).get(0);
    assertThat(result.mismatches()).hasSize(1);
    String message = "the record has no checksum for it: " + result.mismatches().get(0);
    format.recordEach(file, good, 4 * WINDOW, WINDOW, ChecksumType.MD5, crc);
    assertThatThrownBy(() -> diagnose(file, result, FileDiagnostician.RUN_BYTES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    format.record(file, new byte[0], WINDOW, WINDOW, crc);
    assertThatThrownBy(() -> diagnose(file, result, FileDiagnostician.RUN_BYTES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  /** What happened to the windows under the last type, of which not all can be read. */
  private List<Diagnosis> diagnosesUpTo(long readable, Path file, ByteRange range)
      throws Exception {
    try (FileChannel failing = new FailingFile(FileChannel.open(file), readable);
        FileRecord verified = open(file);
        FileRecord record = open(file)) {
      SequentialInput input = SequentialInput.ofFile(failing, new ByteReader());
      List<FileResult> results = new RecordVerifier().verify("f", input, verified, range);
      FileResult result = results.get(results.size() - 1);
      assertThat(result.failure()).hasMessage("Input/output error");
      return new FileDiagnostician(failing).diagnose(result, record);
    }
  }

  private List<Diagnosis> diagnosesUpTo(long readable, Path file) throws Exception {
    return diagnosesUpTo(readable, file, new ByteRange(0, Files.size(file)));
  }

  private List<Cause> causesUpTo(long readable, Path file) throws Exception {
    return diagnosesUpTo(readable, file).stream().map(Diagnosis::cause).toList();
  }

  /** A disk that damages data often cannot read some of it, either. */
  @Test
  void whatWasReadOfAFileThatCannotBeReadToItsEndIsDiagnosed() throws Exception {
    int second = 100 * WINDOW;
    Path file = damaged(second);
    for (int readable : new int[] {10 * WINDOW, 10 * WINDOW + 1, second - 1, second}) {
      assertThat(causesUpTo(readable, file)).isEqualTo(damage(second).subList(0, 1));
    }
    assertThat(causesUpTo(second + 5 * WINDOW, file)).isEqualTo(damage(second).subList(0, 2));
    assertThat(causesUpTo(second + 39 * WINDOW, file)).isEqualTo(damage(second));
  }

  /** Windows are counted from where the range begins. */
  @Test
  void whatWasReadOfARangeThatCannotBeReadToItsEndIsDiagnosed() throws Exception {
    int second = 100 * WINDOW;
    Path file = damaged(second);
    ByteRange range = new ByteRange(second + 4 * WINDOW, 30 * WINDOW);
    assertThat(diagnosesUpTo(second + 20 * WINDOW, file, range))
        .extracting(Diagnosis::cause)
        .isEqualTo(damage(second).subList(2, 4));
  }

  /** The same bytes may also be where nobody can read them. */
  @Test
  void whatIsReadInPartIsNotCertainToHaveMoved() throws Exception {
    byte[] good = random(60 * WINDOW);
    byte[] now = good.clone();
    System.arraycopy(good, 20 * WINDOW, now, 20 * WINDOW + 100, 40 * WINDOW - 100);
    Path file = file("f", now);
    format.record(file, good, good.length, WINDOW, ChecksumType.CRC32C);
    Diagnosis ofAll = diagnose(file, verify(file).get(0), FileDiagnostician.RUN_BYTES).get(5);
    Diagnosis ofPart = diagnosesUpTo(40 * WINDOW, file).get(5);
    assertThat(List.of(ofAll.cause(), ofPart.cause())).containsOnly(new Cause.Shifted(100));
    assertThat(ofAll.certain()).isTrue();
    assertThat(ofPart.certain()).isFalse();
  }

  @Test
  void whatWasReadBehindChunksOfOtherTypesIsDiagnosed() throws Exception {
    byte[] good = random(16 * WINDOW);
    byte[] now = good.clone();
    System.arraycopy(good, 14 * WINDOW, now, 13 * WINDOW, WINDOW);
    Path file = file("f", now);
    ChecksumType md5 = ChecksumType.MD5;
    ChecksumType crc = ChecksumType.CRC32C;
    format.recordEach(file, good, 4 * WINDOW, WINDOW, md5, crc, md5, crc);
    assertThat(causesUpTo(15 * WINDOW, file)).containsExactly(new Cause.OtherWindow(14));
  }

  @Test
  void aFileThatCannotBeReadIsAnError() throws Exception {
    Path file = damaged(100 * WINDOW);
    FileResult result = verify(file).get(0);
    FileChannel closed = FileChannel.open(file);
    closed.close();
    try (FileRecord record = open(file)) {
      assertThatThrownBy(() -> new FileDiagnostician(closed).diagnose(result, record))
          .isInstanceOf(ClosedChannelException.class);
    }
    try (FileChannel channel = FileChannel.open(file);
        FileRecord record = open(file)) {
      // It is cut as soon as the first window has been diagnosed.
      FileDiagnostician diagnostician =
          new FileDiagnostician(channel, length -> cut(file), FileDiagnostician.RUN_BYTES);
      assertThatThrownBy(() -> diagnostician.diagnose(result, record))
          .isInstanceOf(EOFException.class)
          .hasMessage("file became shorter");
    }
  }

  /** Even if it looks like a failure to read. */
  @Test
  void whatIsThrownByWhoWatchesTheProgressReachesTheCaller() throws Exception {
    Path file = damaged(100 * WINDOW);
    FileResult result = verify(file).get(0);
    UncheckedIOException thrown = new UncheckedIOException(new IOException("pipe is broken"));
    try (FileChannel channel = FileChannel.open(file);
        FileRecord record = open(file)) {
      FileDiagnostician diagnostician =
          new FileDiagnostician(
              channel,
              length -> {
                throw thrown;
              });
      assertThatThrownBy(() -> diagnostician.diagnose(result, record)).isSameAs(thrown);
    }
  }

  /** Of the windows of a file whose other ones have been diagnosed already. */
  @Test
  void aFileThatReadsDifferentlyIsAnError() throws Exception {
    Path file = damaged(100 * WINDOW);
    FileResult result = verify(file).get(0);
    byte[] now = Files.readAllBytes(file);
    now[100 * WINDOW + 5000] ^= 4;
    Files.write(file, now);
    assertThatThrownBy(() -> diagnose(file, result, FileDiagnostician.RUN_BYTES))
        .isInstanceOf(IOException.class)
        .hasMessage("window 109 reads differently the second time");
  }

  private static void cut(Path file) {
    try {
      Files.write(file, new byte[10]);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
