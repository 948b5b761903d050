// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.buffer.ChunkBuffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ByteReaderTest {

  private static final int BUFFER = 256 * 1024;

  private final byte[] content = new byte[2 * BUFFER + 77];
  private final ByteArrayOutputStream got = new ByteArrayOutputStream();

  ByteReaderTest() {
    new Random(7).nextBytes(content);
  }

  private void take(ChunkBuffer chunk) {
    byte[] bytes = new byte[(int) chunk.length()];
    chunk.read(0, bytes, 0, bytes.length);
    got.writeBytes(bytes);
  }

  /** Gives a few bytes at each read, as pipes and some file systems do. */
  private ReadableByteChannel inSmallSteps() {
    return new ReadableByteChannel() {
      private int position;

      @Override
      public int read(ByteBuffer target) {
        if (position == content.length) {
          return -1;
        }
        int count = Math.min(Math.min(target.remaining(), content.length - position), 1000);
        target.put(content, position, count);
        position += count;
        return count;
      }

      @Override
      public boolean isOpen() {
        return true;
      }

      @Override
      public void close() {}
    };
  }

  @Test
  void shortReadsAreGoneOnWith() throws IOException {
    ReadableByteChannel channel = inSmallSteps();
    ByteReader reader = new ByteReader();
    assertThat(reader.read(channel, BUFFER + 5, this::take)).isEqualTo(BUFFER + 5);
    assertThat(reader.read(channel, Long.MAX_VALUE, this::take))
        .isEqualTo(content.length - BUFFER - 5);
    assertThat(reader.read(channel, 10, this::take)).isZero();
    assertThat(got.toByteArray()).isEqualTo(content);
  }

  @Test
  void regionsOfAFileAreReadByPosition(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("file"), content);
    ByteReader reader = new ByteReader();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      for (long[] region :
          new long[][] {{0, content.length}, {1, BUFFER}, {BUFFER - 1, BUFFER + 2}, {5, 0}}) {
        got.reset();
        assertThat(reader.read(channel, region[0], region[1], this::take)).isEqualTo(region[1]);
        assertThat(got.toByteArray())
            .isEqualTo(Arrays.copyOfRange(content, (int) region[0], (int) (region[0] + region[1])));
      }
      got.reset();
      assertThat(reader.read(channel, content.length - 3, 100, this::take)).isEqualTo(3);
      assertThat(reader.read(channel, content.length + 10, 100, this::take)).isZero();
      assertThat(channel.position()).isZero();
    }
  }

  @Test
  void whatTheConsumerThrowsReachesTheCallerAndTheReaderGoesOn() throws IOException {
    ByteReader reader = new ByteReader();
    assertThatThrownBy(() ->
            reader.read(
                inSmallSteps(),
                10,
                chunk -> {
                  throw new IllegalStateException("on purpose");
                }))
        .hasMessage("on purpose");
    assertThat(reader.read(inSmallSteps(), Long.MAX_VALUE, this::take)).isEqualTo(content.length);
    assertThat(got.toByteArray()).isEqualTo(content);
  }
}
