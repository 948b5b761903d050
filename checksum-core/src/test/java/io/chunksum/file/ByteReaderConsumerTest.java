// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.buffer.ChunkBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a consumer may do with the reader that calls it, and what it may throw. */
class ByteReaderConsumerTest {

  private static final int LENGTH = (3 << 20) + 5;

  @TempDir private Path folder;

  private static ByteReader reader(boolean ahead) {
    return ahead ? ByteReader.readingAhead() : new ByteReader();
  }

  private Path file(String name, int value) throws IOException {
    byte[] bytes = new byte[LENGTH];
    Arrays.fill(bytes, (byte) value);
    return Files.write(folder.resolve(name), bytes);
  }

  private static void assertIs(ChunkBuffer chunk, int value) {
    byte[] bytes = new byte[(int) chunk.length()];
    chunk.read(0, bytes, 0, bytes.length);
    byte[] expected = new byte[bytes.length];
    Arrays.fill(expected, (byte) value);
    assertThat(Arrays.equals(bytes, expected)).isTrue();
  }

  /** Short regions are read by the caller's thread even if longer ones are read ahead. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theSameReaderMayReadSomethingElseMeanwhile(boolean ahead) throws IOException {
    ByteReader reader = reader(ahead);
    try (FileChannel outer = FileChannel.open(file("outer", 1));
        FileChannel inner = FileChannel.open(file("inner", 2))) {
      for (long length : new long[] {1 << 20, LENGTH}) {
        long read =
            reader.read(
                outer,
                0,
                length,
                chunk -> {
                  readAll(reader, inner, length);
                  assertIs(chunk, 1);
                });
        assertThat(read).isEqualTo(length);
      }
    }
  }

  private static void readAll(ByteReader reader, FileChannel file, long length) {
    try {
      assertThat(reader.read(file, 0, length, chunk -> assertIs(chunk, 2))).isEqualTo(length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As scans do: a new buffer for each file would be a megabyte outside the heap. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theBufferIsUsedAgainEvenIfTheConsumerHasThrown(boolean fails) throws IOException {
    ByteReader reader = new ByteReader();
    ChunkBuffer[] seen = new ChunkBuffer[2];
    try (FileChannel file = FileChannel.open(file("file", 1))) {
      for (int i = 0; i < 2; i++) {
        int call = i;
        Consumer<ChunkBuffer> consumer =
            chunk -> {
              seen[call] = chunk;
              if (fails) {
                throw new IllegalCallerException("full");
              }
            };
        try {
          reader.read(file, 0, 1 << 20, consumer);
        } catch (IllegalCallerException e) {
          assertThat(fails).isTrue();
        }
      }
    }
    assertThat(seen[1]).isNotNull().isSameAs(seen[0]);
  }

  /** A channel that gives ten bytes and then fails. */
  private static ReadableByteChannel failing(Throwable failure) {
    return new FakeChannel(target -> {
      if (target.position() > 0) {
        throw failure;
      }
      target.put(ByteBuffer.allocate(10));
      return 10;
    });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aConsumerThatThrowsDoesNotHideThatTheReadFailed(boolean ahead) {
    IOException failure = new IOException("cable pulled");
    for (Throwable thrown : new Throwable[] {new IllegalCallerException(), new InternalError()}) {
      assertThatThrownBy(() -> reader(ahead).read(failing(failure), LENGTH, throwing(thrown)))
          .isSameAs(thrown)
          .hasSuppressedException(failure);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatBothThrowIsThrownAsItIs(boolean ahead) {
    IllegalStateException both = new IllegalStateException("closed");
    assertThatThrownBy(() -> reader(ahead).read(failing(both), LENGTH, throwing(both)))
        .isSameAs(both)
        .hasNoSuppressedExceptions();
  }

  private static Consumer<ChunkBuffer> throwing(Throwable thrown) {
    return chunk -> {
      assertThat(chunk.length()).isEqualTo(10);
      if (thrown instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) thrown;
    };
  }
}
