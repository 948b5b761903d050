// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.internal.TakenBytes;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.Objects;
import java.util.function.Consumer;

/** The bytes of a channel that cannot go to a position. */
final class ChannelInput implements SequentialInput {

  private final ReadableByteChannel channel;
  private final ByteReader reader;

  private final TakenBytes taken =
      new TakenBytes("a read has failed midway or not returned: nobody knows how far it came");

  ChannelInput(ReadableByteChannel channel, ByteReader reader) {
    this.channel = Objects.requireNonNull(channel, "channel");
    this.reader = Objects.requireNonNull(reader, "reader");
  }

  @Override
  public long read(long offset, long length, Consumer<ChunkBuffer> consumer) throws IOException {
    taken.checkWhole();
    if (offset < 0 || length < 0) {
      throw new IllegalArgumentException(
          "must not be negative: offset " + offset + ", length " + length);
    }
    long position = taken.count();
    if (offset < position) {
      throw new IllegalArgumentException(
          "the bytes from " + offset + " on have been read, up to " + position);
    }
    take(offset - position, gap -> {});
    return take(length, consumer);
  }

  @Override
  public long readToEnd() throws IOException {
    take(Long.MAX_VALUE - taken.count(), rest -> {});
    return taken.count();
  }

  private long take(long length, Consumer<ChunkBuffer> consumer) throws IOException {
    ByteReader.checkBlocking(channel); // Before anything is begun.
    long position = taken.begin(0);
    long count = reader.read(channel, length, consumer);
    taken.set(position + count);
    return count;
  }
}
