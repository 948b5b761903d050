// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import io.chunksum.buffer.ChunkBuffer;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.function.Consumer;

/** The bytes of a channel that cannot go to a position. */
final class ChannelInput implements SequentialInput {

  private final ReadableByteChannel channel;
  private final ByteReader reader;

  /** Number of bytes read so far. */
  private long position;

  ChannelInput(ReadableByteChannel channel, ByteReader reader) {
    this.channel = channel;
    this.reader = reader;
  }

  @Override
  public long read(long offset, long length, Consumer<ChunkBuffer> consumer) throws IOException {
    if (offset < position) {
      throw new IllegalArgumentException(
          "the bytes from " + offset + " on have been read, up to " + position);
    }
    position += reader.read(channel, offset - position, gap -> {});
    long count = reader.read(channel, length, consumer);
    position += count;
    return count;
  }

  @Override
  public long length() throws IOException {
    position += reader.read(channel, Long.MAX_VALUE - position, rest -> {});
    return position;
  }
}
