// SPDX-License-Identifier: Apache-2.0

package io.chunksum.buffer;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A read-only view of the pieces that together form one chunk.
 *
 * <pre>
 *                  0            a       b                   length
 * chunk            |------------|-------|-------------------|
 * pieces      byte[] off,len    direct   read-only heap
 * </pre>
 *
 * <p>Wrapping copies no payload bytes and keeps the caller's memory. Position and limit are read at
 * that moment, and this class never moves either, so other threads may keep reading the same
 * buffers. Changing the bytes while a checksum is being computed gives a checksum of neither state;
 * it is up to the caller not to release pooled memory before its last use. If the JDK refuses to
 * read memory, because its arena is closed or confined to another thread, what it throws, such as
 * {@link IllegalStateException}, reaches the caller of whatever reads the chunk.
 *
 * <p>Immutable and safe to share between threads. Walking a chunk that has direct or read-only
 * pieces needs one view object for each of them. A set is made on the first walk and kept for the
 * next, so only walks of one {@code ChunkBuffer} that overlap in time make more (about 64 bytes per
 * piece walked, and 4 or 8 for every other piece of the chunk).
 *
 * <p>Lengths and offsets are in bytes; a chunk may be longer than 2 GiB.
 */
public final class ChunkBuffer {
  // A long file: most of it says what each of its methods takes, gives and refuses.

  /** A chunk of length 0, without pieces. */
  public static final ChunkBuffer EMPTY = new ChunkBuffer(List.of());

  private final Piece[] pieces;

  /** {@code starts[i]} is the offset of piece i in the chunk; the last entry is the length. */
  private final long[] starts;

  private final WalkViews views;

  private ChunkBuffer(List<Piece> pieces) {
    this.pieces = pieces.toArray(new Piece[0]);
    this.starts = new long[this.pieces.length + 1];
    for (int i = 0; i < this.pieces.length; i++) {
      starts[i + 1] = Math.addExact(starts[i], this.pieces[i].length());
    }
    this.views = new WalkViews(this.pieces);
  }

  /**
   * Wraps a whole array.
   *
   * @param array the chunk, shared and not copied
   * @return a view of all its bytes
   */
  public static ChunkBuffer wrap(byte[] array) {
    return wrap(array, 0, array.length);
  }

  /**
   * Wraps a range of an array.
   *
   * @param array the memory, shared and not copied
   * @param offset index of the first byte of the chunk
   * @param length number of bytes
   * @return a view of the range
   * @throws IndexOutOfBoundsException if the range is not inside the array
   */
  public static ChunkBuffer wrap(byte[] array, int offset, int length) {
    return builder().add(array, offset, length).build();
  }

  /**
   * Wraps one buffer, from its position to its limit.
   *
   * @param buffer the chunk; neither copied nor moved
   * @return a view of its remaining bytes
   */
  public static ChunkBuffer wrap(ByteBuffer buffer) {
    return builder().add(buffer).build();
  }

  /**
   * Wraps a list of buffers, each from its position to its limit, in list order.
   *
   * @param buffers the pieces of the chunk, of any kinds, empty ones allowed; neither copied nor
   *     moved, and the list is not kept
   * @return a view of all their remaining bytes
   * @throws ArithmeticException if together they hold more than 2<sup>63</sup>−1 bytes
   */
  public static ChunkBuffer wrap(List<ByteBuffer> buffers) {
    Builder builder = builder();
    // Not with a lambda: the first one of a JVM takes its first call a millisecond.
    for (ByteBuffer buffer : buffers) {
      builder.add(buffer);
    }
    return builder.build();
  }

  /**
   * Starts a chunk to which pieces are added one by one, as an adapter for a foreign rope does.
   *
   * @return an empty builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the length of the chunk.
   *
   * @return the number of bytes
   */
  public long length() {
    return starts[pieces.length];
  }

  /**
   * Returns the number of pieces that hold the bytes, not counting empty ones.
   *
   * @return the number of pieces
   */
  public int pieceCount() {
    return pieces.length;
  }

  /**
   * Returns a part of this chunk as a separate chunk that shares the memory.
   *
   * @param offset offset of the part's first byte in this chunk
   * @param length number of bytes
   * @return a view of the part
   * @throws IndexOutOfBoundsException if the range is not inside the chunk
   */
  public ChunkBuffer slice(long offset, long length) {
    Objects.checkFromIndexSize(offset, length, length());
    List<Piece> parts = new ArrayList<>();
    long end = offset + length;
    long at = offset;
    for (int i = pieceAt(offset); at < end; i++) {
      int from = (int) (at - starts[i]);
      int count = (int) Math.min(pieces[i].length() - from, end - at);
      parts.add(pieces[i].slice(from, count));
      at += count;
    }
    return new ChunkBuffer(parts);
  }

  /**
   * Hands every piece to {@code consumer}, in order. Nothing is copied, and nothing is allocated
   * once the views exist.
   *
   * @param consumer receives the pieces; anything it throws reaches the caller
   */
  public void forEachPiece(PieceConsumer consumer) {
    forEachPiece(0, length(), consumer);
  }

  /**
   * Hands the pieces of a range to {@code consumer}, in order, with the first and last cut where
   * the range begins and ends. The same as walking a {@link #slice}, without making one.
   *
   * @param offset offset of the first byte in the chunk
   * @param length number of bytes
   * @param consumer receives the pieces; anything it throws reaches the caller
   * @throws IndexOutOfBoundsException if the range is not inside the chunk
   */
  public void forEachPiece(long offset, long length, PieceConsumer consumer) {
    Objects.checkFromIndexSize(offset, length, length());
    if (length == 0) {
      return; // Needs no views, which during another walk would have to be made.
    }
    @Nullable ByteBuffer[] taken = views.take();
    try {
      long end = offset + length;
      long at = offset;
      for (int i = pieceAt(offset); at < end; i++) {
        int from = (int) (at - starts[i]);
        int count = (int) Math.min(pieces[i].length() - from, end - at);
        pieces[i].feed(from, count, views.view(i, taken), consumer);
        at += count;
      }
    } finally {
      views.giveBack(taken);
    }
  }

  /**
   * Returns the pieces as buffers, for sending them: {@code channel.write} of them all, or Netty's
   * {@code wrappedBuffer}. Nothing is copied, so the memory must not change or be released before
   * the last of them is sent. For protobuf, {@code ByteStrings} makes a string of this chunk: from
   * 4.34 on, {@code unsafeWrap} copies buffers that are read-only, as these are.
   *
   * <p>One {@code write} takes about 1000 buffers, or only what a socket has room for: call it
   * until all bytes are written.
   *
   * <p>Each call makes new buffers, which are garbage afterwards. To compute or verify, use this
   * chunk, not one that wraps them: they are read-only, and the JDK's checksums copy what is in
   * read-only heap buffers.
   *
   * @return a new read-only buffer for each piece, in order, none of them empty: position 0, its
   *     limit the length of the piece, big-endian; the list is unmodifiable
   */
  public List<ByteBuffer> toByteBuffers() {
    return Arrays.stream(pieces).map(Piece::toByteBuffer).toList();
  }

  /**
   * Shows a range in place, if it lies in one array or in one direct buffer. With {@link #read} for
   * ranges that do not, this is random access for callers that want no copy.
   *
   * @param offset offset of the range's first byte in the chunk
   * @param length number of bytes, at least 1
   * @param consumer receives the array or buffer and where the range is in it
   * @return whether the range was shown; {@code consumer} is not called otherwise
   * @throws IndexOutOfBoundsException if the range is not inside the chunk
   * @throws IllegalArgumentException if the range is empty
   */
  public boolean locate(long offset, int length, MemoryConsumer consumer) {
    checkRange(offset, length);
    int i = pieceAt(offset);
    return offset + length <= starts[i + 1]
        && pieces[i].locate((int) (offset - starts[i]), length, consumer);
  }

  /**
   * Copies bytes out: random access for callers that need a few bytes rather than a walk.
   *
   * @param offset offset in the chunk of the first byte to copy
   * @param target where the bytes go
   * @param targetOffset index in {@code target} of the first byte written
   * @param length number of bytes
   * @throws IndexOutOfBoundsException if either range does not fit; nothing is copied
   */
  public void read(long offset, byte[] target, int targetOffset, int length) {
    Objects.checkFromIndexSize(offset, length, length());
    Objects.checkFromIndexSize(targetOffset, length, target.length);
    long end = offset + length;
    long at = offset;
    int written = targetOffset;
    for (int i = pieceAt(offset); at < end; i++) {
      int from = (int) (at - starts[i]);
      int count = (int) Math.min(pieces[i].length() - from, end - at);
      pieces[i].read(from, target, written, count);
      written += count;
      at += count;
    }
  }

  /**
   * Returns which pieces hold a range, and where in them it begins and ends.
   *
   * @param offset offset of the range's first byte in the chunk
   * @param length number of bytes, at least 1
   * @return the pieces that hold it
   * @throws IndexOutOfBoundsException if the range is not inside the chunk
   * @throws IllegalArgumentException if the range is empty
   */
  public PieceSpan span(long offset, long length) {
    checkRange(offset, length);
    int first = pieceAt(offset);
    long end = offset + length;
    int last = pieceAt(end - 1);
    return new PieceSpan(first, (int) (offset - starts[first]), last, (int) (end - starts[last]));
  }

  /**
   * Returns how many bytes lie side by side from an offset on: those up to the end of the piece.
   *
   * @param offset offset of the first byte in the chunk
   * @return number of bytes, at least 1
   * @throws IndexOutOfBoundsException if {@code offset} is not inside the chunk
   */
  public int contiguousLength(long offset) {
    Objects.checkIndex(offset, length());
    return (int) (starts[pieceAt(offset) + 1] - offset);
  }

  /** Checks a range that must lie in some piece, and so must not be empty. */
  private void checkRange(long offset, long length) {
    Objects.checkFromIndexSize(offset, length, length());
    if (length == 0) {
      throw new IllegalArgumentException("the range must not be empty: offset " + offset);
    }
  }

  /** Index of the piece that holds the byte at {@code offset}; the piece count at the very end. */
  private int pieceAt(long offset) {
    // If all pieces have the same length, as they usually do, there is nothing to search.
    int firstLength = pieces.length > 0 ? pieces[0].length() : 1;
    long guess = offset / firstLength;
    if (guess < pieces.length
        && starts[(int) guess] <= offset
        && offset < starts[(int) guess + 1]) {
      return (int) guess;
    }
    int found = Arrays.binarySearch(starts, offset);
    return found >= 0 ? found : -found - 2;
  }

  /**
   * Describes the shape, not the content.
   *
   * @return length and number of pieces
   */
  @Override
  public String toString() {
    return "ChunkBuffer[length=" + length() + ", pieces=" + pieces.length + "]";
  }

  /**
   * Collects the pieces of a chunk. Mutable, for one thread.
   *
   * <p>An adapter for the rope of a library unknown to Chunksum is a loop over its parts:
   *
   * <pre>{@code
   * ChunkBuffer.Builder builder = ChunkBuffer.builder();
   * for (Part part : rope.parts()) {
   *   builder.add(part.array(), part.offset(), part.length());
   * }
   * return builder.build();
   * }</pre>
   */
  public static final class Builder {

    private final List<Piece> pieces = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a range of an array as the next piece; an empty range adds nothing.
     *
     * @param array the memory, shared and not copied
     * @param offset index of the first byte
     * @param length number of bytes
     * @return this builder
     * @throws IndexOutOfBoundsException if the range is not inside the array
     */
    public Builder add(byte[] array, int offset, int length) {
      Objects.checkFromIndexSize(offset, length, array.length);
      return add(new Piece.InArray(array, offset, length));
    }

    /**
     * Adds the bytes of {@code buffer} between its position and limit as the next piece; an empty
     * buffer adds nothing.
     *
     * @param buffer the memory, shared and not copied; its position and limit are read now and
     *     never moved
     * @return this builder
     */
    public Builder add(ByteBuffer buffer) {
      return add(Piece.of(buffer));
    }

    /**
     * Adds the pieces of a chunk as the next ones.
     *
     * @param chunk the memory, shared and not copied
     * @return this builder
     */
    public Builder add(ChunkBuffer chunk) {
      pieces.addAll(Arrays.asList(chunk.pieces));
      return this;
    }

    private Builder add(Piece piece) {
      if (piece.length() > 0) {
        pieces.add(piece);
      }
      return this;
    }

    /**
     * Makes the chunk from the pieces added so far. The builder can still be used; chunks it has
     * made do not change.
     *
     * @return the chunk
     * @throws ArithmeticException if together the pieces hold more than 2<sup>63</sup>−1 bytes
     */
    public ChunkBuffer build() {
      return new ChunkBuffer(pieces);
    }
  }
}
