// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.FileRecord;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.scan.FileScanner;
import io.chunksum.scan.ScanCounts;
import io.chunksum.scan.ScanTarget;
import io.chunksum.verify.VerifyOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Scanning files that are in the page cache, with one thread and with several. */
public class ScanBenchmark extends TimedBenchmark {

  @Param({"CRC32C", "SHA256", "MD5"})
  public String type;

  @Param("16384")
  public int bytesPerChecksum;

  @Param({"65536", "67108864"})
  public int fileBytes;

  /** Bytes in all files together. */
  @Param("268435456")
  public int treeBytes;

  @Param({"1", "2"})
  public int threads;

  private final ChecksumCounters counters = new ChecksumCounters();
  private final List<Path> files = new ArrayList<>();
  Path folder;
  private ChecksumType checksumType;
  private ChunkInfo record;

  /**
   * Writes the files, which are all the same, waits for the choice of engine, and checks that a
   * scan reads all there is and notices a byte that is wrong.
   */
  @Setup
  public void prepare() throws IOException, InterruptedException {
    if (treeBytes < fileBytes || treeBytes % fileBytes > 0) {
      throw new IllegalArgumentException("files of that size do not make up the tree");
    }
    checksumType = algorithm(type).type();
    byte[] content = randomBytes(fileBytes);
    record =
        new ChunkInfo(
            "chunk",
            0,
            fileBytes,
            ChunkChecksum.of(checksumType, bytesPerChecksum).compute(ChunkBuffer.wrap(content)));
    folder = Files.createTempDirectory("chunksum-scan");
    try {
      writeFiles(content);
      awaitEngine(checksumType);
      checkScans(content);
    } catch (Throwable e) { // There is no tear-down then.
      remove();
      throw e;
    }
    BytesProfiler.watch(treeBytes, () -> counters.snapshot().bytesCopied());
  }

  private void writeFiles(byte[] content) throws IOException {
    for (int i = 0; i < treeBytes / fileBytes; i++) {
      Path file = folder.resolve("file-" + i);
      files.add(file);
      Files.write(file, content);
    }
  }

  private void checkScans(byte[] content) throws IOException, InterruptedException {
    checkScan(0);
    Path last = files.get(files.size() - 1);
    content[fileBytes - 1] ^= 1;
    Files.write(last, content);
    checkScan(1);
    content[fileBytes - 1] ^= 1;
    Files.write(last, content);
  }

  private void checkScan(int mismatched) throws IOException, InterruptedException {
    ScanCounts counts = scan();
    if (!counts.equals(new ScanCounts(files.size(), mismatched, 0, 0, treeBytes))) {
      throw new IllegalStateException("not what the scan should find: " + counts);
    }
  }

  /** Removes the files. */
  @TearDown
  public void remove() throws IOException {
    for (Path file : files) {
      Files.deleteIfExists(file); // It may not have come to be written.
    }
    Files.delete(folder);
  }

  /** Scans all files, with lanes where they are used. */
  @Benchmark
  @Fork(
      value = 2,
      jvmArgsAppend = {"-Xms1g", "-Xmx1g", "--add-modules", "jdk.incubator.vector"})
  public ScanCounts scan() throws IOException, InterruptedException {
    Iterator<Path> next = files.iterator();
    return FileScanner.of(threads)
        .with(VerifyOptions.DEFAULT.countingInto(counters))
        .scan(
            () -> next.hasNext() ? Optional.of(target(next.next())) : Optional.empty(),
            (outcome, soFar) -> {});
  }

  private ScanTarget target(Path file) {
    return ScanTarget.recorded(file.toString(), file, fileBytes, () -> new Recorded());
  }

  /** The record of each file, in memory. */
  private final class Recorded implements FileRecord {

    private boolean given;

    @Override
    public List<ChecksumType> types() {
      return List.of(checksumType);
    }

    @Override
    public OptionalInt bytesPerChecksum() {
      return OptionalInt.of(bytesPerChecksum);
    }

    @Override
    public long length() {
      return fileBytes;
    }

    @Override
    public List<ChunkInfo> nextChunk() {
      List<ChunkInfo> chunk = given ? List.of() : List.of(record);
      given = true;
      return chunk;
    }

    @Override
    public void close() {}
  }
}
