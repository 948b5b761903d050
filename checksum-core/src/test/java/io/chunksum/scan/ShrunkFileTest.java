// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.ByteReader;
import io.chunksum.file.SequentialInput;
import io.chunksum.format.FileRecord;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Files that lose bytes after these have been compared. */
class ShrunkFileTest extends ScannerTestBase {

  private static final String SHRUNK =
      "it became shorter after it was read: 5000 of 2097152 bytes are left";

  /** A record of a file that is cut off once there are no more chunks. */
  private static final class Shrinking extends ForwardingRecord {

    private final Path file;

    Shrinking(FileRecord record, Path file) {
      super(record);
      this.file = file;
    }

    @Override
    public List<ChunkInfo> nextChunk() throws IOException {
      List<ChunkInfo> chunk = super.nextChunk();
      if (chunk.isEmpty()) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.truncate(5000);
        }
      }
      return chunk;
    }
  }

  private FileRecord shrinking(Path file) throws IOException {
    return new Shrinking(format.open(file, file), file);
  }

  private Found scan(Path file) throws Exception {
    List<ScanTarget> targets = new ArrayList<>();
    targets.add(ScanTarget.recorded("f", file, Files.size(file), () -> shrinking(file)));
    List<Found> found = new ArrayList<>();
    FileScanner.of(1)
        .scan(
            () -> targets.isEmpty() ? Optional.empty() : Optional.of(targets.remove(0)),
            (outcome, soFar) -> found.add(found(outcome)));
    return found.get(0);
  }

  private List<FileResult> verify(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file);
        FileRecord record = shrinking(file)) {
      return new RecordVerifier()
          .verify("f", SequentialInput.ofFile(channel, new ByteReader()), record);
    }
  }

  @Test
  void whatMatchedAndIsGoneIsNoMatch() throws Exception {
    byte[] content = random(2 * MIB);
    Path file = recorded("f", content, 4096, ChecksumType.CRC32C, ChecksumType.NONE);
    Found found = scan(file);
    assertThat(found.failure()).isEqualTo(SHRUNK);
    assertThat(found.results()).isEmpty();
    Files.write(file, content);
    assertThatThrownBy(() -> verify(file)).isInstanceOf(IOException.class).hasMessage(SHRUNK);
  }

  @Test
  void mismatchesThatWereFoundBeforeAreTheResult() throws Exception {
    byte[] content = random(2 * MIB);
    Path file = recorded("f", content, 4096, ChecksumType.CRC32C);
    content[5] ^= 1;
    Files.write(file, content);
    Found found = scan(file);
    assertThat(found.failure()).isEmpty();
    Files.write(file, content);
    for (FileResult result : List.of(found.results().get(0), verify(file).get(0))) {
      assertThat(result.mismatchCount()).isEqualTo(1);
      assertThat(result.length()).isEqualTo(5000);
      assertThat(result.expectedLength()).isEqualTo(content.length);
    }
  }

  @Test
  void ofWhatIsNotCheckedNothingIsMissed() throws Exception {
    byte[] content = random(2 * MIB);
    Path file = recorded("f", content, 4096, ChecksumType.NONE);
    assertThat(scan(file).failure()).isEmpty();
    Files.write(file, content);
    assertThat(verify(file).get(0).ok()).isTrue();
  }
}
