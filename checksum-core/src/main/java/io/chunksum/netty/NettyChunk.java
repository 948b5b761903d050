// SPDX-License-Identifier: Apache-2.0

package io.chunksum.netty;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceConsumer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A chunk over the readable bytes of Netty buffers, without a copy. Composites of composites,
 * slices, heap, direct and read-only buffers give the memory behind them; a read-only heap buffer
 * inside another wrapper gives only its read-only view.
 *
 * <p>Reader and writer indexes are read once and never moved. There are two ways to deal with
 * reference counts:
 *
 * <ul>
 *   <li>{@link #wrap} leaves them alone: the caller keeps a reference until the {@link ChunkBuffer}
 *       is no longer used. So does {@link #forEachPiece}, which makes no chunk.
 *   <li>{@link #retain} takes a reference to each buffer, and {@link #close} releases it, once,
 *       however often it is called. The caller's own references remain the caller's to release.
 * </ul>
 *
 * <p>A reference keeps a buffer, but not always its memory. While a chunk is used, do not change
 * the capacity of a wrapped buffer, or of one that it is a slice of, as writing more into it than
 * it has room for does; of a composite, remove, discard or consolidate no components, and add none
 * beyond its maximum, which consolidates it. The chunk would read memory that was freed, which may
 * be someone else's, or end the JVM.
 *
 * <p>A buffer with neither an array nor an NIO view ({@code nioBufferCount()} below 1) is copied;
 * none of Netty's own buffers is like that. In a slice of a composite, a composite of composites or
 * an unmodifiable one, it may be asked for NIO views all the same: if it throws an {@link
 * UnsupportedOperationException}, that reaches the caller.
 *
 * <p>Netty is optional, so a module that uses this class has to require {@code io.netty.buffer}
 * itself.
 *
 * <p>Safe to share between threads; after {@code close}, no thread may use the chunk.
 */
@SuppressWarnings("exports") // Netty is optional, also for those who compile against this module.
public final class NettyChunk implements AutoCloseable {

  /** Takes bytes that nobody looks at, from any number of threads. */
  private static final byte[] SINK = new byte[1];

  private final List<ByteBuf> retained;
  private final ChunkBuffer chunk;
  private final AtomicBoolean closed = new AtomicBoolean();

  private NettyChunk(List<ByteBuf> retained, ChunkBuffer chunk) {
    this.retained = retained;
    this.chunk = chunk;
  }

  /**
   * Wraps the readable bytes of a buffer, without taking a reference.
   *
   * @param buffer the chunk, shared and not copied
   * @return a view of its readable bytes, valid as long as the caller holds a reference
   * @throws IllegalStateException if it has already been released
   * @throws IndexOutOfBoundsException if a buffer that it is a slice of, or made of, has shrunk
   */
  public static ChunkBuffer wrap(ByteBuf buffer) {
    return wrap(List.of(buffer));
  }

  /**
   * Wraps a range of a buffer, without taking a reference.
   *
   * @param buffer holds the chunk, shared and not copied
   * @param index absolute index of the first byte, as for {@link ByteBuf#getByte}
   * @param length number of bytes
   * @return a view of the range, valid as long as the caller holds a reference
   * @throws IllegalStateException if the buffer has already been released
   * @throws IndexOutOfBoundsException if the range is not inside the buffer's capacity, or inside
   *     that of a buffer that this is a slice of, or made of, which has shrunk
   */
  public static ChunkBuffer wrap(ByteBuf buffer, int index, int length) {
    Collector pieces = new Collector();
    forEachPiece(buffer, index, length, pieces);
    return pieces.builder.build();
  }

  /**
   * Hands the memory of a range of a buffer to {@code consumer}, piece by piece, without making a
   * chunk: for something as short as a log entry, which is read once. Makes no object if the buffer
   * has an array ({@code hasArray()}), or is the read-only view of one that has, and a few small
   * ones for each piece otherwise.
   *
   * @param buffer the bytes; neither its indexes nor its reference count change
   * @param index absolute index of the first byte, as for {@link ByteBuf#getByte}
   * @param length number of bytes
   * @param consumer receives the pieces, none of them empty; anything it throws reaches the caller
   * @throws IllegalStateException if the buffer has already been released
   * @throws IndexOutOfBoundsException if the range is not inside the buffer's capacity; {@code
   *     consumer} is not called. Also if it is not inside that of a buffer that this is a slice of,
   *     or made of, which has shrunk; {@code consumer} may have received pieces before that
   */
  public static void forEachPiece(ByteBuf buffer, int index, int length, PieceConsumer consumer) {
    checkNotReleased(buffer);
    Objects.checkFromIndexSize(index, length, buffer.capacity());
    walk(buffer, index, length, consumer);
  }

  /**
   * Wraps the readable bytes of buffers, in list order, without taking references.
   *
   * @param buffers the chunk, shared and not copied; the list is not kept
   * @return a view of their readable bytes, valid as long as the caller holds a reference to each
   * @throws IllegalStateException if one has already been released
   * @throws IndexOutOfBoundsException if a buffer that one is a slice of, or made of, has shrunk
   */
  public static ChunkBuffer wrap(List<? extends ByteBuf> buffers) {
    Collector pieces = new Collector();
    for (ByteBuf buffer : buffers) {
      forEachPiece(buffer, buffer.readerIndex(), buffer.readableBytes(), pieces);
    }
    return pieces.builder.build();
  }

  /**
   * Wraps the readable bytes of a buffer and takes a reference to it.
   *
   * @param buffer the chunk, shared and not copied
   * @return a chunk that must be closed
   * @throws IllegalStateException if it has already been released
   * @throws IndexOutOfBoundsException if a buffer that it is a slice of, or made of, has shrunk; no
   *     reference is kept
   */
  public static NettyChunk retain(ByteBuf buffer) {
    return retain(List.of(buffer));
  }

  /**
   * Wraps the readable bytes of buffers, in list order, and takes a reference to each.
   *
   * @param buffers the chunk, shared and not copied; the list is not kept
   * @return a chunk that must be closed
   * @throws IllegalStateException if one has already been released; no reference is kept
   * @throws IndexOutOfBoundsException if a buffer that one is a slice of, or made of, has shrunk;
   *     no reference is kept
   */
  public static NettyChunk retain(List<? extends ByteBuf> buffers) {
    List<ByteBuf> retained = new ArrayList<>(buffers.size());
    try {
      for (ByteBuf buffer : buffers) {
        checkNotReleased(buffer);
        retained.add(buffer.retain());
      }
      return new NettyChunk(retained, wrap(retained));
    } catch (RuntimeException | Error e) {
      try {
        release(retained);
      } catch (RuntimeException other) {
        e.addSuppressed(other);
      }
      throw e;
    }
  }

  private static void checkNotReleased(ByteBuf buffer) {
    if (buffer.refCnt() == 0) {
      throw new IllegalStateException("the buffer was released: " + buffer);
    }
  }

  /** Releases all, and throws what the first throws that cannot be released. */
  private static void release(List<ByteBuf> buffers) {
    RuntimeException failure = null;
    for (ByteBuf buffer : buffers) {
      try {
        buffer.release();
      } catch (RuntimeException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Returns the chunk.
   *
   * @return a view of the readable bytes, valid until {@link #close}; after that, its memory may be
   *     someone else's or gone
   * @throws IllegalStateException if this has been closed
   */
  public ChunkBuffer chunk() {
    if (closed.get()) {
      throw new IllegalStateException("the chunk was closed");
    }
    return chunk;
  }

  /**
   * Releases the references; calls after the first do nothing.
   *
   * @throws IllegalStateException if someone has released one that was not theirs; the others are
   *     released all the same
   */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      release(retained);
    }
  }

  private static void walk(ByteBuf buffer, int index, int length, PieceConsumer consumer) {
    if (length == 0) {
      return;
    }
    if (buffer.hasArray()) {
      if (buffer.unwrap() != null || buffer instanceof CompositeByteBuf) {
        // The array may go on where the buffer that this is a slice of, or made of, has shrunk.
        // Netty checks that when bytes are read into an array, but getByte may not, nor a read of
        // none.
        buffer.getBytes(index + length - 1, SINK, 0, 1);
      }
      consumer.accept(buffer.array(), buffer.arrayOffset() + index, length);
    } else if (buffer instanceof CompositeByteBuf composite) {
      for (ByteBuf part : composite.decompose(index, length)) {
        walk(part, part.readerIndex(), part.readableBytes(), consumer);
      }
    } else if (isReadOnlyWrapper(buffer)) {
      walk(buffer.unwrap(), index, length, consumer);
    } else if (buffer.nioBufferCount() > 0) {
      for (ByteBuffer part : views(buffer, index, length)) {
        feed(part, consumer);
      }
    } else {
      byte[] copy = new byte[length];
      buffer.getBytes(index, copy);
      consumer.accept(copy, 0, length);
    }
  }

  /**
   * Makes the NIO views of a range. An unmodifiable composite, some of whose components have
   * shrunk, throws what is otherwise thrown for released ones.
   */
  private static ByteBuffer[] views(ByteBuf buffer, int index, int length) {
    try {
      return buffer.nioBuffers(index, length);
    } catch (IllegalStateException e) {
      if (e.getClass() != IllegalStateException.class) {
        throw e; // Netty's IllegalReferenceCountException: the buffer was released.
      }
      IndexOutOfBoundsException shrunk =
          new IndexOutOfBoundsException("a buffer has shrunk that this is made of: " + buffer);
      shrunk.initCause(e);
      throw shrunk;
    }
  }

  /** Hands on a view that nobody else uses. */
  private static void feed(ByteBuffer view, PieceConsumer consumer) {
    if (!view.hasRemaining()) {
      return;
    }
    if (view.hasArray()) {
      consumer.accept(view.array(), view.arrayOffset() + view.position(), view.remaining());
    } else {
      consumer.accept(view);
    }
  }

  /**
   * Returns whether a buffer only forbids writing to the one inside, byte for byte at the same
   * index. Its own NIO view would be read-only, which the JDK's checksums cannot read in place.
   */
  @SuppressWarnings("deprecation") // Deprecated as a name, but still what asReadOnly returns.
  private static boolean isReadOnlyWrapper(ByteBuf buffer) {
    return buffer instanceof io.netty.buffer.ReadOnlyByteBuf;
  }

  /** Makes a chunk, which keeps the memory beyond the walk, as the caller has allowed. */
  private static final class Collector implements PieceConsumer {

    private final ChunkBuffer.Builder builder = ChunkBuffer.builder();

    @Override
    public void accept(byte[] array, int offset, int length) {
      builder.add(array, offset, length);
    }

    @Override
    public void accept(ByteBuffer view) {
      builder.add(view);
    }
  }
}
