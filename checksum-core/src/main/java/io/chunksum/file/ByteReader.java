// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import io.chunksum.buffer.ChunkBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.util.function.Consumer;

/**
 * Reads files and channels through one direct buffer and hands the bytes on as {@link ChunkBuffer}s
 * over it. Short reads are gone on with until the buffer is full or the input ends.
 *
 * <p>Mutable, for one thread at a time. Files are read by position, never mapped: a mapped file
 * that somebody truncates takes the JVM with it.
 */
public final class ByteReader {

  private static final int BUFFER_BYTES = 256 * 1024;

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final ChunkBuffer full = ChunkBuffer.wrap(buffer);

  /** Creates a reader with a buffer of 256 KiB, small enough to stay in a core's second cache. */
  public ByteReader() {}

  /**
   * Reads a region of a file by position; the channel's own position does not change.
   *
   * @param file the file
   * @param offset offset of the region's first byte in the file
   * @param length number of bytes wanted
   * @param consumer receives the bytes in order; each {@link ChunkBuffer} is valid during the call
   *     only
   * @return number of bytes read and handed on: {@code length}, or fewer if the file ends before
   * @throws IOException if reading fails
   */
  public long read(FileChannel file, long offset, long length, Consumer<ChunkBuffer> consumer)
      throws IOException {
    return read((target, done) -> file.read(target, offset + done), length, consumer);
  }

  /**
   * Reads the next bytes of a channel.
   *
   * @param channel the channel, in blocking mode
   * @param length number of bytes wanted
   * @param consumer receives the bytes in order; each {@link ChunkBuffer} is valid during the call
   *     only
   * @return number of bytes read and handed on: {@code length}, or fewer if the channel ends before
   * @throws IOException if reading fails
   */
  public long read(ReadableByteChannel channel, long length, Consumer<ChunkBuffer> consumer)
      throws IOException {
    return read((target, done) -> channel.read(target), length, consumer);
  }

  /** Reads into a buffer what comes after the first {@code done} bytes; below 0 at the end. */
  private interface Source {
    int read(ByteBuffer target, long done) throws IOException;
  }

  private long read(Source source, long length, Consumer<ChunkBuffer> consumer) throws IOException {
    long done = 0;
    boolean ended = false;
    while (done < length && !ended) {
      buffer.clear().limit((int) Math.min(BUFFER_BYTES, length - done));
      while (buffer.hasRemaining() && !ended) {
        ended = source.read(buffer, done + buffer.position()) < 0;
      }
      int count = buffer.position();
      if (count > 0) {
        consumer.accept(count == BUFFER_BYTES ? full : full.slice(0, count));
      }
      done += count;
    }
    return done;
  }
}
