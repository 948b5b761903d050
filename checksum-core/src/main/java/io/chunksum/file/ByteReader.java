// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.internal.Failures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectableChannel;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Reads files and channels through reused direct buffers and passes the bytes on as {@link
 * ChunkBuffer}s over them. After a short read, it continues until a buffer is full or the input
 * ends.
 *
 * <p>There are two kinds. {@link #ByteReader() One} has a single buffer and does everything in the
 * caller's thread. {@link #readingAhead() The other} fills the next buffers while the consumer is
 * busy with the last, so that disk and checksum work at the same time; it uses a second thread, a
 * daemon that is started where more than two buffers are to be read, and ends with the call.
 *
 * <p>Mutable, for one thread at a time; there is nothing to close. Keep one for many files: direct
 * memory takes long to make, and only a garbage collection frees it. A consumer may read something
 * else through the same reader, which then makes further buffers; so does a call after one that
 * gave up on bytes that are still being read ahead. A reader keeps all that were in use at the same
 * time, 1 MiB or 3 MiB of direct memory for a call, until it is garbage itself. Files are read by
 * position, never mapped: truncating a mapped file can crash the JVM. Use {@link MappedFile} if you
 * know that nobody will truncate it.
 */
public final class ByteReader {

  private static final int BUFFERS_AHEAD = 3;

  /** Limit of one read into the heap: for it, the JDK keeps a direct buffer in each thread. */
  private static final int MAX_HEAP_BYTES = 1024 * 1024;

  private final int bufferCount;

  /** The buffers of earlier calls that nobody reads into any more, the last first. */
  private final Deque<List<ReadBuffer>> idle = new ConcurrentLinkedDeque<>();

  /** Creates a reader with one buffer of 1 MiB that does everything in the caller's thread. */
  public ByteReader() {
    this(1);
  }

  private ByteReader(int bufferCount) {
    this.bufferCount = bufferCount;
  }

  /**
   * Creates a reader that fills up to three buffers of 1 MiB ahead of the consumer. It pays off if
   * reading and consuming both take time, as with a slow disk or a digest, and a processor is idle.
   *
   * @return a new reader
   */
  public static ByteReader readingAhead() {
    return new ByteReader(BUFFERS_AHEAD);
  }

  /**
   * Reads a region of a file by position; the channel's own position does not change.
   *
   * @param file the file, open for reading
   * @param offset offset of the region's first byte in the file
   * @param length number of bytes wanted
   * @param consumer receives the bytes in order, in the caller's thread; each {@link ChunkBuffer}
   *     is valid only during the call
   * @return number of bytes read and passed on: {@code length}, or fewer if the file ends earlier
   * @throws IllegalArgumentException if {@code offset} or {@code length} is negative
   * @throws java.nio.channels.NonReadableChannelException if the file is not open for reading, and
   *     {@code length} is not 0
   * @throws java.nio.channels.ClosedByInterruptException if the thread is interrupted and reads the
   *     file itself, or asks for its size; the thread stays interrupted, and the file is closed
   * @throws java.io.InterruptedIOException if the thread is interrupted while it waits for bytes
   *     that are read ahead; it stays interrupted, and the file stays open
   * @throws IOException if reading fails; the consumer has received the bytes before that
   */
  public long read(FileChannel file, long offset, long length, Consumer<ChunkBuffer> consumer)
      throws IOException {
    ByteSource source = sourceAt(file, offset);
    // A caller that asks for all there is may well get little.
    long likely = bufferCount == 1 ? length : Math.min(length, file.size() - offset);
    return read(source, length, likely, consumer);
  }

  /**
   * Reads a region of a file by position into a buffer, in as many reads as it takes; the channel's
   * own position does not change.
   *
   * @param file the file, open for reading
   * @param offset offset of the region's first byte in the file
   * @param target receives the bytes from its position on; its position is then after the last
   * @return whether the buffer is full; if not, the file ended before that
   * @throws IllegalArgumentException if {@code offset} is negative, or the buffer read-only
   * @throws java.nio.channels.NonReadableChannelException if the file is not open for reading, and
   *     the buffer not full
   * @throws java.nio.channels.ClosedByInterruptException if the thread is interrupted; it stays
   *     interrupted, and the file is closed
   * @throws IOException if reading fails; the buffer's position is after what was read before that
   */
  public static boolean fill(FileChannel file, long offset, ByteBuffer target) throws IOException {
    return sourceAt(file, offset).fill(target, 0);
  }

  /**
   * Reads the next bytes of a channel. When this method returns, exactly {@code length} bytes of it
   * have been read, or all there were. When it throws, up to three buffers more than the consumer
   * has received may have been read, and a read that waits for bytes may still be in progress, so
   * the channel is of no further use. It may be closed at any time.
   *
   * @param channel the channel, in blocking mode
   * @param length number of bytes wanted
   * @param consumer receives the bytes in order, in the caller's thread; each {@link ChunkBuffer}
   *     is valid only during the call
   * @return number of bytes read and passed on: {@code length}, or fewer if the channel ends
   *     earlier
   * @throws IllegalArgumentException if {@code length} is negative
   * @throws IllegalBlockingModeException if the channel is not in blocking mode; nothing is read
   * @throws java.io.InterruptedIOException if the thread is interrupted while it waits for bytes
   *     that are read ahead; it stays interrupted
   * @throws IOException if reading fails; the consumer has received the bytes before that
   */
  public long read(ReadableByteChannel channel, long length, Consumer<ChunkBuffer> consumer)
      throws IOException {
    checkBlocking(channel);
    return read((target, done) -> channel.read(target), length, length, consumer);
  }

  /** Refuses a channel that would be read again and again until there are bytes. */
  static void checkBlocking(ReadableByteChannel channel) {
    if (channel instanceof SelectableChannel selectable && !selectable.isBlocking()) {
      throw new IllegalBlockingModeException();
    }
  }

  private static ByteSource sourceAt(FileChannel file, long offset) {
    if (offset < 0) {
      throw new IllegalArgumentException("offset must not be negative: " + offset);
    }
    return (target, done) -> readAt(file, target, offset + done);
  }

  /** Reads up to the largest offset there is: the system refuses reads that would go beyond it. */
  private static int readAt(FileChannel file, ByteBuffer target, long position) throws IOException {
    long room = Long.MAX_VALUE - position;
    long most = target.isDirect() ? room : Math.min(room, MAX_HEAP_BYTES);
    if (most >= target.remaining()) {
      return file.read(target, position);
    }
    if (most == 0) {
      return -1;
    }
    int limit = target.limit();
    target.limit(target.position() + (int) most);
    try {
      return file.read(target, position);
    } finally {
      target.limit(limit);
    }
  }

  /** Reads bytes, of which about {@code likely} are there. */
  private long read(ByteSource source, long length, long likely, Consumer<ChunkBuffer> consumer)
      throws IOException {
    if (length < 0) {
      throw new IllegalArgumentException("length must not be negative: " + length);
    }
    List<ReadBuffer> own = Objects.requireNonNullElseGet(idle.pollFirst(), this::newBuffers);
    if (own.size() == 1 || likely <= 2L * ReadBuffer.BYTES) {
      try {
        return readHere(source, length, own.get(0), consumer);
      } finally {
        idle.offerFirst(own);
      }
    }
    return ReadAhead.read(source, length, own, consumer, idle::offerFirst);
  }

  private static long readHere(
      ByteSource source, long length, ReadBuffer buffer, Consumer<ChunkBuffer> consumer)
      throws IOException {
    long done = 0;
    boolean ended = false;
    while (done < length && !ended) {
      try {
        ended = !buffer.fill(source, done, length - done);
      } catch (Throwable e) {
        handOn(buffer, consumer, e);
        throw e;
      }
      done += buffer.handTo(consumer);
    }
    return done;
  }

  /** Hands on what was read before a failure, of which a consumer that throws tells as well. */
  private static void handOn(
      ReadBuffer buffer, Consumer<ChunkBuffer> consumer, Throwable readFailure) {
    try {
      buffer.handTo(consumer);
    } catch (Throwable e) {
      Failures.addSuppressed(e, readFailure);
      throw e;
    }
  }

  private List<ReadBuffer> newBuffers() {
    return Stream.generate(ReadBuffer::new).limit(bufferCount).toList();
  }
}
