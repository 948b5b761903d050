// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.cli.sidecar.SidecarReader;
import io.chunksum.cli.sidecar.SidecarWriter;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.FileReplacement;
import io.chunksum.format.FileChunks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sidecar holds what its reader accepts: all else is refused before it is complete. */
class SidecarWriterTest {

  private static final int WINDOW = 16;
  private static final int CHUNK = FileChunks.bytes(WINDOW);
  private static final List<ChecksumType> TYPES = List.of(ChecksumType.CRC32C, ChecksumType.MD5);

  @TempDir private Path folder;

  private SidecarWriter writer() throws IOException {
    return new SidecarWriter(new FileReplacement(folder.resolve("sums")), TYPES, WINDOW);
  }

  private static ChunkInfo chunk(ChecksumType type, int window, long offset, int length) {
    int windows = (length + window - 1) / window;
    byte[] packed = new byte[windows * type.checksumLength()];
    return new ChunkInfo("chunk", offset, length, ChecksumData.of(type, window, packed));
  }

  private static ChunkInfo crcs(long offset, int length) {
    return chunk(ChecksumType.CRC32C, WINDOW, offset, length);
  }

  private static ChunkInfo md5s(long offset, int length) {
    return chunk(ChecksumType.MD5, WINDOW, offset, length);
  }

  private static void assertRefused(SidecarWriter writer, ChunkInfo... chunks) {
    for (ChunkInfo chunk : chunks) {
      assertThatIllegalArgumentException()
          .as("%s", chunk)
          .isThrownBy(() -> writer.write(chunk))
          .withMessageContaining("cannot follow");
    }
  }

  private static void assertIncomplete(SidecarWriter writer, long fileLength) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> writer.commit(fileLength))
        .withMessageContaining("have checksums");
  }

  @Test
  void onlyTheChunkThatComesNextIsTaken() throws IOException {
    List<ChunkInfo> first = List.of(crcs(0, CHUNK), md5s(0, CHUNK));
    List<ChunkInfo> last = List.of(crcs(CHUNK, 7), md5s(CHUNK, 7));
    try (SidecarWriter writer = writer()) {
      assertRefused(writer, md5s(0, CHUNK), crcs(WINDOW, CHUNK), crcs(0, CHUNK + 1), crcs(0, 0));
      assertRefused(writer, chunk(ChecksumType.CRC32C, 8, 0, CHUNK));
      writer.write(first.get(0));
      assertRefused(writer, first.get(0), md5s(0, CHUNK - 1), crcs(CHUNK, 7), md5s(CHUNK, 7));
      assertIncomplete(writer, CHUNK);
      writer.write(first.get(1));
      assertRefused(writer, first.get(0), md5s(CHUNK, 7), crcs(CHUNK + 1, 7));
      writer.write(last.get(0));
      writer.write(last.get(1));
      assertRefused(writer, crcs(CHUNK + 7, 7));
      assertIncomplete(writer, CHUNK);
      assertIncomplete(writer, CHUNK + 8);
      writer.commit(CHUNK + 7);
    }
    try (SidecarReader reader = new SidecarReader(folder.resolve("sums"))) {
      assertThat(reader.nextChunk()).isEqualTo(first);
      assertThat(reader.nextChunk()).isEqualTo(last);
      assertThat(reader.nextChunk()).isEmpty();
    }
  }

  @Test
  void aRecordTooLargeForAReaderIsRefused() throws IOException {
    try (SidecarWriter writer = writer()) {
      ChunkInfo crcs = crcs(0, 7);
      ChunkInfo large = new ChunkInfo("x".repeat(1024), 0, 7, crcs.checksums());
      assertThatIllegalArgumentException()
          .isThrownBy(() -> writer.write(large))
          .withMessageMatching("a chunk record of 10\\d\\d bytes");
      writer.write(crcs);
      writer.write(md5s(0, 7));
      writer.commit(7);
    }
    try (SidecarReader reader = new SidecarReader(folder.resolve("sums"))) {
      assertThat(reader.nextChunk()).isEqualTo(List.of(crcs(0, 7), md5s(0, 7)));
    }
  }

  @Test
  void nothingIsTakenAfterTheEnd() throws IOException {
    try (SidecarWriter writer = writer()) {
      writer.commit(0);
      assertThatIllegalStateException().isThrownBy(() -> writer.write(crcs(0, 7)));
      assertThatIllegalStateException().isThrownBy(() -> writer.commit(0));
    }
  }

  @Test
  void aSidecarThatWasNotCompletedIsNotThere() throws IOException {
    try (SidecarWriter writer = writer()) {
      writer.write(crcs(0, 7));
      assertIncomplete(writer, 7);
      assertIncomplete(writer, 0);
    }
    assertThat(folder).isEmptyDirectory();
  }
}
