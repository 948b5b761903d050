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

  /** Whether a read has begun and not ended; if another call sees this, the read has thrown. */
  private boolean torn;

  ChannelInput(ReadableByteChannel channel, ByteReader reader) {
    this.channel = channel;
    this.reader = reader;
  }

  @Override
  public long read(long offset, long length, Consumer<ChunkBuffer> consumer) throws IOException {
    checkWhole();
    if (offset < 0 || length < 0) {
      throw new IllegalArgumentException(
          "must not be negative: offset " + offset + ", length " + length);
    }
    if (offset < position) {
      throw new IllegalArgumentException(
          "the bytes from " + offset + " on have been read, up to " + position);
    }
    take(offset - position, gap -> {});
    return take(length, consumer);
  }

  @Override
  public long length() throws IOException {
    checkWhole();
    take(Long.MAX_VALUE - position, rest -> {});
    return position;
  }

  private long take(long length, Consumer<ChunkBuffer> consumer) throws IOException {
    torn = true;
    long count = reader.read(channel, length, consumer);
    position += count;
    torn = false;
    return count;
  }

  private void checkWhole() {
    if (torn) {
      throw new IllegalStateException("a read has failed midway: nobody knows how far it came");
    }
  }
}
