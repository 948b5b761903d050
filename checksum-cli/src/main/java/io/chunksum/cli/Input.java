// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.file.ByteReader;
import io.chunksum.file.SequentialInput;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;

/** A FILE argument, read front to back. */
final class Input implements Closeable {

  static final String STANDARD_INPUT = "-";

  /** The largest page of a Linux system. */
  private static final int MAX_PAGE_BYTES = 64 * 1024;

  private final ReadableByteChannel channel;

  /** Makes the bytes readable. */
  private final Function<ByteReader, SequentialInput> bytes;

  /** Shows on the terminal, if there is one, how much has been read. */
  private final Progress progress;

  private Input(
      ReadableByteChannel channel, Function<ByteReader, SequentialInput> bytes, Progress progress) {
    this.channel = channel;
    this.bytes = bytes;
    this.progress = progress;
  }

  /** Opens a file or, for {@code -}, standard input; pipes and devices are read like the latter. */
  static Input open(String file, Console console) throws IOException {
    Converters.requireRepresented(file);
    return openListed(file, console);
  }

  /**
   * The same for the name in a list, which has its own encoding: U+FFFD stands for itself there.
   */
  static Input openListed(String file, Console console) throws IOException {
    if (file.equals(STANDARD_INPUT)) {
      return sequential(Channels.newChannel(console.in()), console);
    }
    requireNotEmpty(file);
    Path path = Path.of(file);
    if (Files.isDirectory(path)) {
      throw new FileSystemException(file, null, "is a directory");
    }
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    try {
      return Files.isRegularFile(path) && hasItsSize(channel)
          ? new Input(
              channel,
              reader -> SequentialInput.ofFile(channel, reader),
              console.progress(channel.size()))
          : sequential(channel, console);
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Files of the proc file system claim to be empty but are not, and those of sysfs claim to fill a
   * page of memory.
   */
  private static boolean hasItsSize(FileChannel channel) throws IOException {
    long size = channel.size();
    if (size == 0 || size > MAX_PAGE_BYTES) {
      return size > 0;
    }
    try {
      return channel.read(ByteBuffer.allocate(1), size - 1) == 1;
    } catch (IOException e) {
      return true; // The end cannot be read: that is reported after the bytes before it.
    }
  }

  private static Input sequential(ReadableByteChannel channel, Console console) {
    return new Input(
        channel,
        reader -> SequentialInput.ofChannel(channel, reader),
        console.progress(Progress.UNKNOWN));
  }

  /** Refuses an argument that names no file, or a different one than it seems to. */
  static void requireName(String file) throws IOException {
    requireNotEmpty(file);
    Converters.requireRepresented(file);
  }

  private static void requireNotEmpty(String file) throws IOException {
    if (file.isEmpty()) {
      throw new FileSystemException(file, null, "the name is empty"); // Not the current folder.
    }
  }

  /** Announces how many bytes will be read, if not all of a file of known length. */
  void willRead(long count) {
    progress.total(count);
  }

  /** Returns the bytes, to be read with a reader; to be called once. */
  SequentialInput bytes(ByteReader reader) {
    return new Watched(bytes.apply(reader), progress);
  }

  @Override
  public void close() throws IOException {
    progress.close();
    channel.close();
  }

  private record Watched(SequentialInput input, Progress progress) implements SequentialInput {

    @Override
    public long read(long offset, long length, Consumer<ChunkBuffer> consumer) throws IOException {
      return input.read(offset, length, consumer.andThen(bytes -> progress.add(bytes.length())));
    }

    @Override
    public long readToEnd() throws IOException {
      return input.readToEnd();
    }

    @Override
    public OptionalLong lengthIfKnown() throws IOException {
      return input.lengthIfKnown();
    }
  }
}
