// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.buffer.ChunkBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonReadableChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedFileTest {

  private final byte[] content = new byte[20_001];

  @TempDir private Path folder;

  MappedFileTest() {
    new Random(3).nextBytes(content);
  }

  private Path file() throws IOException {
    return Files.write(folder.resolve("file"), content);
  }

  private static byte[] bytes(ChunkBuffer chunk) {
    byte[] bytes = new byte[(int) chunk.length()];
    chunk.read(0, bytes, 0, bytes.length);
    return bytes;
  }

  @Test
  void regionsAreMappedWhereverTheyBegin() throws IOException {
    try (FileChannel file = FileChannel.open(file(), StandardOpenOption.READ)) {
      file.position(5);
      assertThat(bytes(MappedFile.map(file))).isEqualTo(content);
      for (int[] region : new int[][] {{0, 1}, {1, 4096}, {4095, 2}, {4096, 1}, {20_000, 1}}) {
        assertThat(bytes(MappedFile.map(file, region[0], region[1])))
            .isEqualTo(Arrays.copyOfRange(content, region[0], region[0] + region[1]));
      }
      assertThat(file.position()).isEqualTo(5);
    }
  }

  @Test
  void nothingIsMappedOfNothing() throws IOException {
    try (FileChannel file = FileChannel.open(file(), StandardOpenOption.READ)) {
      assertThat(MappedFile.map(file, content.length, 0).pieceCount()).isZero();
    }
    Path empty = Files.createFile(folder.resolve("empty"));
    try (FileChannel file = FileChannel.open(empty, StandardOpenOption.READ)) {
      assertThat(MappedFile.map(file).length()).isZero();
    }
  }

  @Test
  void theMappingOutlivesTheChannel() throws IOException {
    ChunkBuffer chunk;
    try (FileChannel file = FileChannel.open(file(), StandardOpenOption.READ)) {
      chunk = MappedFile.map(file);
    }
    assertThat(bytes(chunk)).isEqualTo(content);
  }

  @Test
  void regionsOutsideTheFileAreRefusedAndTheFileDoesNotGrow() throws IOException {
    Path path = file();
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      for (long[] region :
          new long[][] {
            {0, 20_002}, {20_001, 1}, {20_002, 0}, {-1, 5}, {5, -1}, {1, Long.MAX_VALUE}
          }) {
        assertThatThrownBy(() -> MappedFile.map(file, region[0], region[1]))
            .isInstanceOf(IndexOutOfBoundsException.class)
            .hasMessageContaining("20001");
      }
    }
    assertThat(path).hasSize(content.length);
  }

  @Test
  void aFileThatIsNotOpenForReadingIsRefused() throws IOException {
    try (FileChannel file = FileChannel.open(file(), StandardOpenOption.WRITE)) {
      assertThatThrownBy(() -> MappedFile.map(file, 0, 1))
          .isInstanceOf(NonReadableChannelException.class);
    }
  }

  @Test
  void moreThan1GiBIsMappedInPieces() throws IOException {
    long gib = 1L << 30;
    try (FileChannel file =
        FileChannel.open(
            folder.resolve("sparse"),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.SPARSE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(new byte[] {7}), 3 * gib + 8);
      file.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}), gib + 1);
      ChunkBuffer chunk = MappedFile.map(file, 3, 3 * gib + 6);
      assertThat(chunk.length()).isEqualTo(3 * gib + 6);
      assertThat(chunk.pieceCount()).isEqualTo(4);
      assertThat(bytes(chunk.slice(gib - 3, 6))).containsExactly(0, 1, 2, 3, 4, 0);
      assertThat(bytes(chunk.slice(3 * gib + 4, 2))).containsExactly(0, 7);
    }
  }
}
