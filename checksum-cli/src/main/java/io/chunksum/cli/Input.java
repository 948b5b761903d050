// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.file.ByteReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/** The bytes of a FILE argument, read front to back: regions may be skipped, none is read twice. */
abstract class Input implements Closeable {

  static final String STANDARD_INPUT = "-";

  private Input() {}

  /** Opens a file or, for {@code -}, standard input; pipes and devices are read like the latter. */
  static Input open(String file, Console console) throws IOException {
    if (file.equals(STANDARD_INPUT)) {
      return watched(new Sequential(Channels.newChannel(console.in())), console, Progress.UNKNOWN);
    }
    requireName(file);
    Path path = Path.of(file);
    if (Files.isDirectory(path)) {
      throw new FileSystemException(file, null, "is a directory");
    }
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    // Files of the proc file system claim to be empty but are not.
    return Files.isRegularFile(path) && channel.size() > 0
        ? watched(new RandomAccess(channel), console, channel.size())
        : watched(new Sequential(channel), console, Progress.UNKNOWN);
  }

  /** Refuses an argument that names no file, or a different one than it seems to. */
  static void requireName(String file) throws IOException {
    if (file.isEmpty()) {
      throw new FileSystemException(file, null, "the name is empty"); // Not the current folder.
    }
    Converters.requireRepresented(file);
  }

  private static Input watched(Input input, Console console, long total) {
    return console
        .progress(total)
        .<Input>map(progress -> new Watched(input, progress))
        .orElse(input);
  }

  /** Announces how many bytes will be read, if not all of a file of known length. */
  void willRead(long bytes) {}

  /**
   * Reads a region and returns the number of bytes it had. Regions must be requested in ascending
   * order and must not overlap.
   */
  abstract long read(ByteReader reader, long offset, long length, Consumer<ChunkBuffer> consumer)
      throws IOException;

  /** Returns the number of bytes in the whole input; to be called last. */
  abstract long length(ByteReader reader) throws IOException;

  private static final class RandomAccess extends Input {

    private final FileChannel channel;

    RandomAccess(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    long read(ByteReader reader, long offset, long length, Consumer<ChunkBuffer> consumer)
        throws IOException {
      return reader.read(channel, offset, length, consumer);
    }

    @Override
    long length(ByteReader reader) throws IOException {
      return channel.size();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  private static final class Sequential extends Input {

    private final ReadableByteChannel channel;
    private long position;

    Sequential(ReadableByteChannel channel) {
      this.channel = channel;
    }

    @Override
    long read(ByteReader reader, long offset, long length, Consumer<ChunkBuffer> consumer)
        throws IOException {
      position += reader.read(channel, offset - position, gap -> {});
      long count = reader.read(channel, length, consumer);
      position += count;
      return count;
    }

    @Override
    long length(ByteReader reader) throws IOException {
      position += reader.read(channel, Long.MAX_VALUE - position, rest -> {});
      return position;
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** Shows on the terminal how much has been read. */
  private static final class Watched extends Input {

    private final Input input;
    private final Progress progress;

    Watched(Input input, Progress progress) {
      this.input = input;
      this.progress = progress;
    }

    @Override
    void willRead(long bytes) {
      progress.total(bytes);
    }

    @Override
    long read(ByteReader reader, long offset, long length, Consumer<ChunkBuffer> consumer)
        throws IOException {
      return input.read(
          reader, offset, length, consumer.andThen(bytes -> progress.add(bytes.length())));
    }

    @Override
    long length(ByteReader reader) throws IOException {
      return input.length(reader);
    }

    @Override
    public void close() throws IOException {
      progress.close();
      input.close();
    }
  }
}
