// SPDX-License-Identifier: Apache-2.0

package io.chunksum.buffer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A run of bytes in one array or one buffer. Immutable; offsets are relative to its first byte. */
sealed interface Piece {

  /** Number of bytes, at least 1 inside a chunk. */
  int length();

  /** The same memory, {@code length} bytes from {@code offset} on; the range is not checked. */
  Piece slice(int offset, int length);

  /** A view for {@link #feed}, to be used by one walk at a time. */
  ByteBuffer newView();

  /** A new read-only buffer that has these bytes and no others. */
  ByteBuffer toByteBuffer();

  /** Hands {@code consumer} {@code length} bytes from {@code offset} on; moves only the view. */
  void feed(int offset, int length, ByteBuffer view, PieceConsumer consumer);

  /** Shows {@code length} bytes from {@code offset} on, if an array or direct buffer has them. */
  boolean locate(int offset, int length, MemoryConsumer consumer);

  /** Copies {@code length} bytes from {@code offset} on into {@code target}. */
  void read(int offset, byte[] target, int targetOffset, int length);

  /** The piece that {@code buffer} holds between its position and its limit. */
  static Piece of(ByteBuffer buffer) {
    return buffer.hasArray()
        ? new InArray(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining())
        : new InBuffer(
            buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN),
            buffer.position(),
            buffer.remaining());
  }

  /** Bytes in an accessible array. */
  @SuppressWarnings("ArrayRecordComponent") // Pieces are never compared.
  record InArray(byte[] array, int start, int length) implements Piece {

    private static final ByteBuffer NO_VIEW = ByteBuffer.allocate(0);

    @Override
    public Piece slice(int offset, int sliceLength) {
      return new InArray(array, start + offset, sliceLength);
    }

    @Override
    public ByteBuffer newView() {
      return NO_VIEW;
    }

    @Override
    public ByteBuffer toByteBuffer() {
      return ByteBuffer.wrap(array, start, length).slice().asReadOnlyBuffer();
    }

    @Override
    public void feed(int offset, int count, ByteBuffer view, PieceConsumer consumer) {
      consumer.accept(array, start + offset, count);
    }

    @Override
    public boolean locate(int offset, int count, MemoryConsumer consumer) {
      consumer.accept(array, start + offset, count);
      return true;
    }

    @Override
    public void read(int offset, byte[] target, int targetOffset, int count) {
      System.arraycopy(array, start + offset, target, targetOffset, count);
    }
  }

  /** Bytes of a direct or read-only buffer, which is a little-endian duplicate and never moves. */
  record InBuffer(ByteBuffer buffer, int start, int length) implements Piece {

    @Override
    public Piece slice(int offset, int sliceLength) {
      return new InBuffer(buffer, start + offset, sliceLength);
    }

    @Override
    public ByteBuffer newView() {
      return buffer.duplicate();
    }

    @Override
    public ByteBuffer toByteBuffer() {
      return buffer.slice(start, length).asReadOnlyBuffer();
    }

    @Override
    public void feed(int offset, int count, ByteBuffer view, PieceConsumer consumer) {
      int from = start + offset;
      // The last consumer may have changed the order. Limit first: it may be below the position.
      view.order(ByteOrder.BIG_ENDIAN).limit(from + count).position(from);
      consumer.accept(view);
    }

    @Override
    public boolean locate(int offset, int count, MemoryConsumer consumer) {
      if (buffer.isDirect()) {
        consumer.accept(buffer, start + offset, count);
      }
      return buffer.isDirect();
    }

    @Override
    public void read(int offset, byte[] target, int targetOffset, int count) {
      buffer.get(start + offset, target, targetOffset, count);
    }
  }
}
