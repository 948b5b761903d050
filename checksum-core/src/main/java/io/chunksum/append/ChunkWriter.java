// SPDX-License-Identifier: Apache-2.0

package io.chunksum.append;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceConsumer;
import io.chunksum.data.ChecksumData;
import io.chunksum.internal.OneCall;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * A chunk being written, with its checksums: what is put in is copied into the writer's memory and
 * checksummed there while still in the processor's cache, so that a flush needs no second pass over
 * the chunk.
 *
 * <p>The memory is allocated piece by piece as the chunk grows, and reused after {@link #clear()}.
 * What {@link #chunk()} and {@link #checksums()} hand out does not change when more is put in; a
 * chunk that was handed out must not be used after {@code clear}.
 *
 * <p>If reading a source or allocating throws midway, what was read has been put in; so it has if
 * the next checksum would not fit, see {@link ChecksumAppender#append}. If computing a checksum
 * throws, the chunk remains, without the bytes in question, but its checksums are lost.
 *
 * <p>Mutable, for one thread at a time; chunks handed out may be read by other threads meanwhile.
 * Putting allocates nothing but the pieces and, as the chunk grows, room for its checksums.
 */
public final class ChunkWriter {

  /** Bytes copied at a time before they are checksummed: small enough for a first-level cache. */
  private static final int STEP_BYTES = 8 * 1024;

  private static final Piece NO_PIECE = new Piece(ByteBuffer.allocate(0), ByteBuffer.allocate(0));

  private final ChecksumAppender appender;
  private final long capacity;
  private final int increment;
  private final IntFunction<ByteBuffer> allocator;

  /** Refuses calls that the allocator makes while it is called. */
  private final OneCall call = new OneCall("the writer");

  /** All of {@code increment} bytes except the last, which ends at {@code capacity}. */
  private final List<Piece> pieces = new ArrayList<>();

  /** The piece that takes the next bytes, and where in it they go. */
  private Piece open = NO_PIECE;

  private int openAt;

  private final PieceConsumer putting =
      new PieceConsumer() {
        @Override
        public void accept(byte[] array, int offset, int length) {
          putUnchecked(array, offset, length);
        }

        @Override
        public void accept(ByteBuffer view) {
          putUnchecked(view, view.position(), view.remaining());
        }
      };

  /** A piece of the chunk, and a view of it that the checksum may move. */
  private record Piece(ByteBuffer bytes, ByteBuffer view) {}

  /** Says how much room there is, which the JDK's exception has no constructor for. */
  private static final class NoRoomException extends BufferOverflowException {

    private static final long serialVersionUID = 1;

    private final String message;

    NoRoomException(String message) {
      this.message = message;
    }

    @Override
    public String getMessage() {
      return message;
    }
  }

  /**
   * Creates a writer at the start of a chunk.
   *
   * @param appender computes the checksums; owned by the writer from now on, and without any bytes,
   *     because the writer has none of those before
   * @param capacity maximum number of bytes in a chunk
   * @param increment number of bytes allocated at a time, at least 1; all at once if it is {@code
   *     capacity} or more
   * @param allocator returns a writable buffer with at least the given number of bytes after its
   *     position, heap or direct, whose memory belongs to the writer for as long as it is used, or
   *     the put that needs it throws IllegalStateException; digests read heap memory in place, see
   *     {@link ChecksumAppender#bytesCopied()}; may look at the writer, but gets an
   *     IllegalStateException if it puts or clears
   * @throws IllegalArgumentException if {@code capacity} is negative, {@code increment} below 1, or
   *     {@code appender} not at the start of a chunk, as one that was restored
   */
  public ChunkWriter(
      ChecksumAppender appender, long capacity, int increment, IntFunction<ByteBuffer> allocator) {
    if (capacity < 0) {
      throw new IllegalArgumentException("capacity must not be negative: " + capacity);
    }
    if (increment < 1) {
      throw new IllegalArgumentException("increment must be at least 1: " + increment);
    }
    if (appender.length() != 0) {
      throw new IllegalArgumentException("appender has bytes already: " + appender.length());
    }
    this.appender = appender;
    this.capacity = capacity;
    this.increment = increment;
    this.allocator = Objects.requireNonNull(allocator, "allocator");
    appender.reset(); // Its first append may have failed midway, which counts no bytes.
  }

  /**
   * Puts bytes of an array at the end of the chunk.
   *
   * @param source the array, only read and not kept
   * @param offset index of the first byte
   * @param count number of bytes
   * @throws IndexOutOfBoundsException if the range is not inside the array; nothing is put then
   * @throws BufferOverflowException if there is not enough room; nothing is put then
   * @throws IllegalStateException if the checksums are lost and there are bytes to put
   * @throws IllegalArgumentException if the checksums would take more than 2<sup>31</sup>−9 bytes;
   *     what was read before that has been put
   */
  public void put(byte[] source, int offset, int count) {
    Objects.checkFromIndexSize(offset, count, source.length);
    checkRoom(count);
    putUnchecked(source, offset, count);
  }

  /**
   * Puts the bytes between a buffer's position and limit at the end of the chunk.
   *
   * @param source the buffer, of any kind; not moved and not kept
   * @throws BufferOverflowException if there is not enough room; nothing is put then
   * @throws IllegalStateException if the checksums are lost and there are bytes to put
   * @throws IllegalArgumentException if the checksums would take more than 2<sup>31</sup>−9 bytes;
   *     what was read before that has been put
   */
  public void put(ByteBuffer source) {
    checkRoom(source.remaining());
    putUnchecked(source, source.position(), source.remaining());
  }

  /**
   * Puts a chunk at the end of this one.
   *
   * @param source the bytes; read during the call and not kept
   * @throws BufferOverflowException if there is not enough room; nothing is put then
   * @throws IllegalStateException if the checksums are lost and there are bytes to put
   * @throws IllegalArgumentException if the checksums would take more than 2<sup>31</sup>−9 bytes;
   *     what was read before that has been put
   */
  public void put(ChunkBuffer source) {
    checkRoom(source.length());
    source.forEachPiece(putting);
  }

  private void checkRoom(long count) {
    call.check();
    if (count > remaining()) {
      throw new NoRoomException(
          count + " bytes do not fit: " + remaining() + " of " + capacity + " are left");
    }
  }

  private void putUnchecked(byte[] source, int offset, int count) {
    for (int done = 0; done < count; ) {
      int step = beginStep(count - done);
      open.bytes.put(openAt, source, offset + done, step);
      endStep(step);
      done += step;
    }
  }

  private void putUnchecked(ByteBuffer source, int offset, int count) {
    for (int done = 0; done < count; ) {
      int step = beginStep(count - done);
      open.bytes.put(openAt, source, offset + done, step);
      endStep(step);
      done += step;
    }
  }

  /** Finds the piece that takes the next byte, and returns how many bytes it takes now. */
  private int beginStep(int wanted) {
    int i = (int) (length() / increment);
    if (i == pieces.size()) {
      int size = (int) Math.min(increment, capacity - (long) i * increment);
      ByteBuffer bytes = allocate(size);
      pieces.add(new Piece(bytes, bytes.duplicate()));
    }
    open = pieces.get(i);
    openAt = (int) (length() % increment);
    return Math.min(Math.min(wanted, STEP_BYTES), open.bytes.capacity() - openAt);
  }

  private ByteBuffer allocate(int size) {
    ByteBuffer allocated;
    call.begin();
    try {
      allocated = allocator.apply(size);
    } finally {
      call.end();
    }
    if (allocated == null || allocated.remaining() < size || allocated.isReadOnly()) {
      throw new IllegalStateException(
          "asked for " + size + " bytes to write to, the allocator returned " + allocated);
    }
    return allocated.slice(allocated.position(), size);
  }

  /** Checksums what was copied, where it is now. */
  private void endStep(int count) {
    ByteBuffer bytes = open.bytes;
    if (bytes.hasArray()) {
      appender.accept(bytes.array(), bytes.arrayOffset() + openAt, count);
    } else {
      open.view.limit(openAt + count).position(openAt);
      appender.accept(open.view);
    }
  }

  /**
   * Returns the length of the chunk.
   *
   * @return number of bytes put in
   */
  public long length() {
    return appender.length();
  }

  /**
   * Returns how much room is left.
   *
   * @return number of bytes that can still be put in
   */
  public long remaining() {
    return capacity - length();
  }

  /**
   * Returns the bytes put in so far, without a copy. More can be put in after them.
   *
   * @return a chunk over the writer's memory, valid until {@link #clear()}
   */
  public ChunkBuffer chunk() {
    ChunkBuffer.Builder builder = ChunkBuffer.builder();
    long left = length();
    for (int i = 0; left > 0; i++) {
      ByteBuffer bytes = pieces.get(i).bytes;
      int count = (int) Math.min(left, bytes.capacity());
      builder.add(bytes.slice(0, count));
      left -= count;
    }
    return builder.build();
  }

  /**
   * Returns the checksums of the bytes put in so far, without reading them again. Takes time
   * proportional to the number of windows, to copy their checksums; {@link #flush()} does not.
   *
   * @return one entry for each window, the open one included
   * @throws IllegalStateException if the checksums are lost
   */
  public ChecksumData checksums() {
    return appender.snapshot();
  }

  /**
   * Returns the checksums that are new or have changed since the last flush, or since the chunk was
   * begun, as {@link ChecksumAppender#flush} does.
   *
   * @return the checksums starting with the window that was open at the last flush
   * @throws IllegalStateException if the checksums are lost
   */
  public FlushedChecksums flush() {
    return appender.flush();
  }

  /**
   * Begins an empty chunk in the same memory. Chunks handed out before must not be used any more.
   */
  public void clear() {
    call.check();
    appender.reset();
  }
}
