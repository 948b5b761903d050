// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.file.OpenFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What tests of {@link FileScanner} share: real files, their records, and a look at what is left
 * open.
 */
@Timeout(120)
abstract class ScannerTestBase {

  static final int MIB = 1024 * 1024;
  static final int CHUNK = 20 * MIB;

  @TempDir Path root;
  final MemoryFormat format = new MemoryFormat();

  /** What is kept of a file's outcome for comparison; failures by their messages. */
  record Found(String path, List<FileResult> results, String failure) {}

  final Path file(String name, byte[] content) throws IOException {
    Files.write(root.resolve(name + ".sums"), new byte[0]);
    return Files.write(root.resolve(name), content);
  }

  final Path recorded(String name, byte[] content, int bytesPerChecksum, ChecksumType... types)
      throws IOException {
    Path file = file(name, content);
    format.record(file, content, CHUNK - CHUNK % bytesPerChecksum, bytesPerChecksum, types);
    return file;
  }

  static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  static Found found(ScanOutcome outcome) {
    Exception failure = outcome.failure();
    return new Found(
        outcome.target().path(),
        outcome.results(),
        failure == null ? "" : String.valueOf(failure.getMessage()));
  }

  final List<Found> scan(int threads) throws Exception {
    List<Found> all = new ArrayList<>();
    ScanCounts counts =
        FileScanner.of(threads)
            .scan(new FileTree(root, format), (outcome, soFar) -> all.add(found(outcome)));
    // At once: what was forgotten to be closed is closed by the garbage collector some time.
    assertThat(OpenFiles.under(root)).isZero();
    assertThat(counts.files()).isEqualTo(all.size());
    assertThat(counts.failed()).isEqualTo(all.stream().filter(f -> !f.failure().isEmpty()).count());
    assertThat(counts.mismatched())
        .isEqualTo(
            all.stream()
                .filter(f -> f.results().stream().anyMatch(result -> result.mismatchCount() > 0))
                .count());
    return all;
  }

  @AfterEach
  void nothingIsLeftOpen() throws Exception {
    awaitNoThreads();
    awaitZero(() -> OpenFiles.under(root));
    assertThat(format.open()).isZero();
  }

  static void awaitNoThreads() throws Exception {
    awaitZero(() -> scanThreads());
  }

  private interface Count {
    long get() throws IOException;
  }

  private static void awaitZero(Count count) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (count.get() > 0 && System.nanoTime() - deadline < 0) {
      Thread.sleep(10);
    }
    assertThat(count.get()).isZero();
  }

  private static long scanThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("chunksum-scan"))
        .count();
  }
}
