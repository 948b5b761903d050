// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.VerifyOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.FutureTask;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scans real files: every way in which one or its record can be wrong, at any number of threads.
 */
@Timeout(120)
class FileScannerTest extends ScannerTestBase {

  private static String crc32c(byte[] bytes, int offset, int length) {
    ChecksumCalculator calculator =
        new ChecksumCalculator(ChecksumAlgorithms.of(ChecksumType.CRC32C), Math.max(1, length));
    byte[] sum = new byte[4];
    calculator.compute(ChunkBuffer.wrap(bytes, offset, length)).checksum(0).get(sum);
    return HexFormat.of().formatHex(sum);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void faultsInAllPartsOfALargeFileAreFoundInOrder(int threads) throws Exception {
    int window = 100_000;
    byte[] before = random(50 * MIB + 12345);
    byte[] now = before.clone();
    List<Integer> bad = List.of(0, 82, 83, 84, 167, 209, 210, 300, 524);
    List<String> expected = new ArrayList<>();
    for (int i : bad) {
      now[i * window + 7] ^= 8;
      int length = Math.min(window, now.length - i * window);
      expected.add(
          "window %d, bytes %d to %d: expected %s, found %s"
              .formatted(
                  i,
                  i * window,
                  i * window + length - 1,
                  crc32c(before, i * window, length),
                  crc32c(now, i * window, length)));
    }
    Path file = recorded("large", before, window, ChecksumType.CRC32C, ChecksumType.NONE);
    Files.write(file, now);
    int windows = (before.length + window - 1) / window;
    List<Found> found = scan(threads);
    FileResult crc = found.get(0).results().get(0);
    assertThat(crc.mismatches().stream().map(Mismatch::toString).toList()).isEqualTo(expected);
    assertThat(crc)
        .isEqualTo(
            new FileResult(
                file.toString(),
                now.length,
                now.length,
                ChecksumType.CRC32C,
                OptionalInt.of(window),
                windows,
                bad.size(),
                crc.mismatches(),
                null));
    FileResult none =
        new FileResult(
            file.toString(),
            now.length,
            now.length,
            ChecksumType.NONE,
            OptionalInt.of(window),
            0,
            0,
            List.of(),
            null);
    assertThat(found).containsExactly(new Found("large", List.of(crc, none), ""));
  }

  @Test
  void theWindowsOfAChunkBeginWhereItDoes() throws Exception {
    byte[] before = random(12 * 5000);
    byte[] now = Arrays.copyOf(before, before.length + 10);
    Path file = Files.write(root.resolve("a"), now);
    Files.write(root.resolve("a.sums"), new byte[0]);
    format.record(file, before, 5000, 1024, ChecksumType.CRC32C);
    now[5000 + 1024] ^= 1;
    now[3 * 5000 - 1] ^= 1;
    Files.write(file, now);
    FileResult result = scan(2).get(0).results().get(0);
    assertThat(result.windows()).isEqualTo(60);
    assertThat(result.mismatches())
        .extracting(Mismatch::window, Mismatch::offset, Mismatch::length)
        .containsExactly(
            tuple(6L, 6024L, 1024L), tuple(14L, 14096L, 904L), tuple(60L, 60_000L, 10L));
  }

  @Test
  void ofManyMismatchesTheFirstAreKeptHoweverManyThreads() throws Exception {
    byte[] before = random(30 * MIB);
    byte[] now = new byte[before.length];
    Files.write(recorded("a", before, 4096, ChecksumType.CRC32C), now);
    Files.write(recorded("b", before, MIB, ChecksumType.MD5), Arrays.copyOf(now, 3 * MIB + 1));
    List<Found> one = scan(1);
    FileResult all = one.get(0).results().get(0);
    assertThat(all.mismatchCount()).isEqualTo(30 * MIB / 4096);
    assertThat(all.mismatches().stream().map(Mismatch::window))
        .isEqualTo(LongStream.range(0, 1000).boxed().toList());
    FileResult cut = one.get(1).results().get(0);
    assertThat(cut.length()).isEqualTo(3 * MIB + 1);
    assertThat(cut.mismatchCount()).isEqualTo(30);
    assertThat(cut.mismatches().get(3).actual()).isNotNull();
    assertThat(cut.mismatches().get(4).actual()).isNull();
    for (int threads : new int[] {2, 5, 16}) {
      assertThat(scan(threads)).isEqualTo(one);
    }
  }

  @Test
  void optionsSayHowManyMismatchesAreKept() throws Exception {
    byte[] before = random(10 * 4096);
    Path file = recorded("a", before, 4096, ChecksumType.CRC32C, ChecksumType.MD5);
    Files.write(file, new byte[before.length]);
    ChecksumCounters counters = new ChecksumCounters();
    VerifyOptions options = VerifyOptions.DEFAULT.keepingMismatches(3);
    FileScanner scanner = FileScanner.of(2).with(options).withMaxRate(1 << 30);
    for (FileScanner each : List.of(scanner, scanner.with(options.countingInto(counters)))) {
      for (FileResult result : each.verify(file, () -> format.open(file, file))) {
        assertThat(result.mismatches()).hasSize(3);
        assertThat(result.mismatchCount()).isEqualTo(10);
      }
    }
    assertThat(counters.snapshot().verified().calls()).as("the second has them").isEqualTo(2);
  }

  @Test
  void windowsLargerThanAPartAreAPartEach() throws Exception {
    byte[] content = random(20 * MIB);
    Path file = recorded("f", content, 9 * MIB, ChecksumType.CRC32);
    content[19 * MIB] ^= 1;
    Files.write(file, content);
    FileResult result = scan(2).get(0).results().get(0);
    assertThat(result.windows()).isEqualTo(3);
    assertThat(result.mismatches().stream().map(Mismatch::window)).containsExactly(2L);
  }

  @Test
  void surplusIsOneMismatchAfterTheLastWindow() throws Exception {
    byte[] content = random(10_000);
    Path file = recorded("f", content, 4096, ChecksumType.CRC32, ChecksumType.NONE);
    Files.write(file, Arrays.copyOf(content, 10_007));
    List<FileResult> results = scan(2).get(0).results();
    assertThat(results.get(0).mismatches()).containsExactly(Mismatch.surplus(3, 10_000, 7));
    assertThat(results.get(0).mismatchCount()).isEqualTo(1);
    assertThat(results.get(1).ok()).isTrue();
    assertThat(results.get(1).checked()).isFalse();
  }

  /** Chunks of 10 bytes: a CRC32, two of NONE, a CRC32C, two of NONE. */
  @Test
  void missingBytesOfTypeNoneAreOneMismatchOfEachOtherType() throws Exception {
    byte[] content = random(60);
    Path file = file("f", content);
    format.recordEach(
        file,
        content,
        10,
        5,
        ChecksumType.CRC32,
        ChecksumType.NONE,
        ChecksumType.NONE,
        ChecksumType.CRC32C,
        ChecksumType.NONE,
        ChecksumType.NONE);
    assertThat(mismatches(60)).containsExactly(List.of(), List.of(), List.of());
    String missing = "bytes %d to 59 are missing";
    for (int length : new int[] {59, 50, 49, 40}) {
      List<String> one = List.of(missing.formatted(length));
      assertThat(mismatches(length)).containsExactly(one, List.of(), one);
    }
    for (int length : new int[] {30, 25, 12}) {
      List<List<String>> cut = mismatches(length);
      assertThat(cut.get(0)).containsExactly(missing.formatted(40));
      assertThat(cut.get(1)).isEmpty();
      assertThat(cut.get(2)).hasSize(3).last().isEqualTo(missing.formatted(40));
    }
    assertThat(mismatches(5).get(0)).hasSize(2);
  }

  /** What is found for each type in the only file, once it has been cut. */
  private List<List<String>> mismatches(int length) throws Exception {
    try (FileChannel channel = FileChannel.open(root.resolve("f"), StandardOpenOption.WRITE)) {
      channel.truncate(length);
    }
    return scan(2).get(0).results().stream()
        .map(result -> result.mismatches().stream().map(Mismatch::toString).toList())
        .toList();
  }

  @Test
  void emptyFilesAndFilesOfNothingButNoneAreFine() throws Exception {
    recorded("empty", new byte[0], 512, ChecksumType.SHA256);
    byte[] content = random(9 * MIB);
    Path none = recorded("none", content, 512, ChecksumType.NONE);
    Files.write(none, new byte[1]);
    List<Found> all = scan(2);
    assertThat(all).allMatch(f -> f.failure().isEmpty() && f.results().get(0).ok());
    assertThat(all.get(1).results().get(0).length()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void filesThatCannotBeCheckedAreOutcomesAndTheOthersAreScanned(int threads) throws Exception {
    byte[] content = random(3 * CHUNK + 5);
    recorded("a", content, 4096, ChecksumType.CRC32C);
    Path cut = recorded("b-record-cut", content, 4096, ChecksumType.CRC32C);
    format.damage(cut, 1);
    file("c-no-record", content);
    Files.delete(recorded("d-gone", content, 4096, ChecksumType.CRC32C));
    Path folder = recorded("e-folder", content, 4096, ChecksumType.CRC32C);
    Files.delete(folder);
    Files.createDirectory(folder);
    recorded("f-unknown", new byte[0], 4096, ChecksumType.CRC32C, ChecksumType.of("UNHEARD_OF", 2));
    recorded("g", content, 4096, ChecksumType.CRC32C);
    List<Found> all = scan(threads);
    assertThat(all.stream().map(Found::path).toList())
        .containsExactly(
            "a", "b-record-cut", "c-no-record", "d-gone", "e-folder", "f-unknown", "g");
    assertThat(all.get(0).failure()).isEmpty();
    assertThat(all.get(1).failure()).isEqualTo("record ends at " + CHUNK);
    assertThat(all.get(2).failure()).isEqualTo("no record");
    assertThat(all.get(3).failure()).contains("d-gone");
    assertThat(all.get(4).failure()).contains("is a directory");
    assertThat(all.get(5).failure()).contains("UNHEARD_OF");
    assertThat(all.get(6).failure()).isEmpty();
  }

  /** Otherwise a scan that resumes after a file would count later files twice. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void theBytesOfAReportAreThoseOfTheFilesReported(int threads) throws Exception {
    for (int i = 0; i < 10; i++) {
      recorded("f" + i, random(100_000), 512, ChecksumType.CRC32C);
    }
    List<Long> reported = new ArrayList<>();
    ScanCounts all =
        FileScanner.of(threads)
            .scan(new FileTree(root, format), (outcome, soFar) -> reported.add(soFar.bytes()));
    assertThat(reported)
        .isEqualTo(LongStream.rangeClosed(1, 10).mapToObj(i -> i * 100_000).toList());
    assertThat(all.bytes()).isEqualTo(1_000_000);
  }

  @Test
  void everyWindowAndWrongLengthIsCountedOnce() throws Exception {
    byte[] content = random(10_000);
    Path longer = recorded("longer", content, 512, ChecksumType.CRC32C, ChecksumType.NONE);
    content[600] ^= 1;
    Files.write(longer, Arrays.copyOf(content, 10_005));
    Path shorter = file("shorter", content);
    format.recordEach(shorter, content, 5_000, 500, ChecksumType.CRC32, ChecksumType.NONE);
    Files.write(shorter, Arrays.copyOf(content, 9_990));
    ChecksumCounters counters = new ChecksumCounters();
    FileScanner.of(2)
        .with(VerifyOptions.DEFAULT.countingInto(counters))
        .withMaxRate(1 << 30)
        .scan(new FileTree(root, format), (outcome, soFar) -> {});
    ChecksumCounters.Snapshot counted = counters.snapshot();
    assertThat(counted.verified()).isEqualTo(new ChecksumCounters.Count(2, 15_000, 30));
    assertThat(counted.mismatched()).isEqualTo(new ChecksumCounters.Count(3, 512 + 5 + 10, 3));
    assertThat(counted.unchecked()).isEqualTo(new ChecksumCounters.Count(1, 5, 0));
  }

  /** Many parts, so that threads add to both at the same time. */
  @Test
  void eachTypeOfARecordHasItsOwnResult() throws Exception {
    byte[] content = random(40 * MIB);
    Path file = recorded("f", content, MIB, ChecksumType.CRC32C, ChecksumType.MD5);
    content[33 * MIB]++;
    Files.write(file, content);
    List<FileResult> results = scan(3).get(0).results();
    assertThat(results)
        .extracting(FileResult::type)
        .containsExactly(ChecksumType.CRC32C, ChecksumType.MD5);
    for (FileResult result : results) {
      assertThat(result.windows()).isEqualTo(40);
      assertThat(result.mismatches()).extracting(Mismatch::window).containsExactly(33L);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void oneFileHasTheResultsOfAScan(int threads) throws Exception {
    byte[] before = random(21 * MIB + 5);
    byte[] now = before.clone();
    now[7] ^= 1;
    now[20 * MIB] ^= 1;
    Path file = recorded("a", before, 4096, ChecksumType.CRC32C, ChecksumType.SHA256);
    Files.write(file, now);
    List<FileResult> results = FileScanner.of(threads).verify(file, () -> format.open(file, file));
    assertThat(results).hasSize(2).isEqualTo(scan(threads).get(0).results());
    assertThat(results.get(1).mismatches()).extracting(Mismatch::window).containsExactly(0L, 5120L);
  }

  /** Also in calls that begin while another has not ended. */
  @Test
  void aScannerMayBeSharedByThreads() throws Exception {
    int count = 4;
    FileScanner scanner = FileScanner.of(2);
    Path inner = recorded("inner", random(MIB + 1), 4096, ChecksumType.CRC32C);
    List<FutureTask<Boolean>> calls = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] content = random(10 * MIB + i);
      Path file = recorded("f" + i, content, 4096, ChecksumType.CRC32C);
      content[i * MIB] ^= 1;
      Files.write(file, content);
      long bad = (long) i * MIB / 4096;
      calls.add(
          new FutureTask<>(() -> {
            for (int round = 0; round < 10; round++) {
              List<FileResult> results =
                  scanner.verify(
                      file,
                      () -> {
                        assertThat(resultOf(scanner, inner).ok()).isTrue();
                        return format.open(file, file);
                      });
              assertThat(results.get(0).mismatches())
                  .extracting(Mismatch::window)
                  .containsExactly(bad);
            }
            return true;
          }));
    }
    for (FutureTask<Boolean> call : calls) {
      Thread thread = new Thread(call);
      thread.setDaemon(true);
      thread.start();
    }
    for (FutureTask<Boolean> call : calls) {
      assertThat(call.get()).isTrue();
    }
  }

  private FileResult resultOf(FileScanner scanner, Path file) throws IOException {
    try {
      return scanner.verify(file, () -> format.open(file, file)).get(0);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void oneFileThatCannotBeCheckedHasAnException() throws Exception {
    FileScanner scanner = FileScanner.of(2);
    Path file = recorded("a", random(2 * CHUNK), 4096, ChecksumType.CRC32C);
    IllegalStateException broken = new IllegalStateException("broken");
    assertThatThrownBy(() ->
            scanner.verify(
                file,
                () -> {
                  throw broken;
                }))
        .isSameAs(broken);
    format.damage(file, 1);
    assertThatThrownBy(() -> scanner.verify(file, () -> format.open(file, file)))
        .isInstanceOf(IOException.class)
        .hasMessage("record ends at " + CHUNK);
    Files.delete(file);
    assertThatThrownBy(() -> scanner.verify(file, () -> format.open(file, file)))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(file.toString());
  }
}
