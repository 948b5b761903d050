// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import io.chunksum.buffer.ChunkBuffer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Bytes that are read front to back: regions may be skipped, and none is read twice. So it may be a
 * pipe, or what a server sends, as well as a file.
 *
 * <p>For one thread at a time. What the bytes come from is opened and closed by the caller.
 */
public interface SequentialInput {

  /**
   * Reads a region. It must not begin before the end of the region read last.
   *
   * @param offset offset of the region's first byte
   * @param length number of bytes wanted
   * @param consumer receives the bytes in order, in the caller's thread; each {@link ChunkBuffer}
   *     is valid only during the call
   * @return number of bytes read and passed on: {@code length}, or fewer if the input ends earlier
   * @throws IllegalArgumentException if {@code offset} is before the end of the region read last,
   *     unless the input is a file, or {@code offset} or {@code length} is negative
   * @throws IllegalStateException if an earlier call failed midway, unless the input is a file
   * @throws java.nio.channels.NonReadableChannelException if the input is a file that is not open
   *     for reading, and {@code length} is not 0
   * @throws java.nio.channels.IllegalBlockingModeException if the input is a channel that is not in
   *     blocking mode; nothing is read, and the input stays usable
   * @throws IOException if reading fails
   */
  long read(long offset, long length, Consumer<ChunkBuffer> consumer) throws IOException;

  /**
   * Reads what is left, if only that shows where the input ends. Nothing can be read afterwards,
   * unless the input is a file.
   *
   * @return number of bytes in the whole input
   * @throws IllegalStateException if an earlier call failed midway, unless the input is a file
   * @throws java.nio.channels.IllegalBlockingModeException if the input is a channel that is not in
   *     blocking mode; nothing is read, and the input stays usable
   * @throws IOException if that cannot be found out
   */
  long readToEnd() throws IOException;

  /**
   * Returns the number of bytes in the whole input, if nothing has to be read for that.
   *
   * @return the number of bytes; empty for a pipe, for example
   * @throws IOException if it cannot be found out
   * @implSpec Returns empty.
   */
  default OptionalLong lengthIfKnown() throws IOException {
    return OptionalLong.empty();
  }

  /**
   * Returns the bytes of a file. The channel's own position neither counts nor changes.
   *
   * @param file the file, open for reading
   * @param reader reads it
   * @return a new input
   */
  static SequentialInput ofFile(FileChannel file, ByteReader reader) {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(reader, "reader");
    return new SequentialInput() {
      @Override
      public long read(long offset, long length, Consumer<ChunkBuffer> consumer)
          throws IOException {
        return reader.read(file, offset, length, consumer);
      }

      @Override
      public long readToEnd() throws IOException {
        return file.size();
      }

      @Override
      public OptionalLong lengthIfKnown() throws IOException {
        return OptionalLong.of(file.size());
      }
    };
  }

  /**
   * Returns the bytes that a channel has yet to deliver. Regions that are skipped are read, too. If
   * the channel or a consumer throws, nobody knows how many bytes the channel has delivered, and
   * nothing can be read afterwards.
   *
   * @param channel the channel, in blocking mode
   * @param reader reads it
   * @return a new input, whose first byte is the next of the channel
   */
  static SequentialInput ofChannel(ReadableByteChannel channel, ByteReader reader) {
    return new ChannelInput(channel, reader);
  }
}
