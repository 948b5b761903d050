// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import com.google.protobuf.ByteOutput;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceConsumer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes chunks of {@link ByteString}s of every kind: literal, rope, substring, or over a buffer;
 * and strings of chunks.
 *
 * <p>No byte of a string is copied. When a {@code ByteString} is read through {@code
 * asReadOnlyByteBuffer}, the JDK's checksums copy every byte. {@link
 * UnsafeByteOperations#unsafeWriteTo} exposes the arrays behind it, part by part, and those are
 * read in place. Nothing writes to them.
 *
 * <p>A string over the memory of the network, as a parser that copies nothing makes, shows its
 * bytes only until that memory is released, and so does a chunk of it: use it before, or release
 * the memory later.
 *
 * <p>All methods are safe to use from any thread.
 */
public final class ByteStrings {

  private ByteStrings() {}

  /**
   * Wraps a string, with one piece for each of its parts.
   *
   * @param bytes the chunk, shared and not copied
   * @return a view of all its bytes, valid as long as the memory of the string
   */
  public static ChunkBuffer wrap(ByteString bytes) {
    return wrap(List.of(bytes));
  }

  /**
   * Wraps a list of strings, in list order.
   *
   * @param strings the chunk, shared and not copied; empty strings allowed
   * @return a view of all their bytes, valid as long as the memory of the strings
   * @throws ArithmeticException if they have more than 2<sup>63</sup>−1 bytes in total
   */
  public static ChunkBuffer wrap(List<ByteString> strings) {
    Parts parts = new Parts();
    try {
      for (ByteString string : strings) {
        UnsafeByteOperations.unsafeWriteTo(string, parts);
      }
    } catch (IOException e) {
      throw new IllegalStateException("reading memory failed", e);
    }
    return parts.builder.build();
  }

  /**
   * Makes a string of a chunk, with one part for each of its pieces, to be sent in a message. The
   * memory is shared, and a string must not change: neither write to the memory nor release it as
   * long as the string is used.
   *
   * <p>Nothing is copied, except by protobuf itself, which joins neighbours that have fewer than
   * 128 bytes together, and from 4.34 on copies direct and read-only pieces. To send those without
   * a copy, write {@link ChunkBuffer#toByteBuffers} to a channel, or hand them to Netty.
   *
   * @param chunk the chunk, shared
   * @return a string of all its bytes, which {@link #wrap(ByteString)} reads in place
   * @throws IllegalArgumentException if it has more than 2<sup>31</sup>−1 bytes
   */
  public static ByteString of(ChunkBuffer chunk) {
    if (chunk.length() > Integer.MAX_VALUE) { // Protobuf may copy most of it before it says so.
      throw new IllegalArgumentException("a string of " + chunk.length() + " bytes is too large");
    }
    Strings strings = new Strings();
    chunk.forEachPiece(strings);
    return ByteString.copyFrom(strings.parts);
  }

  /** Keeps the memory beyond the walk, as the caller has allowed. */
  private static final class Strings implements PieceConsumer {

    private final List<ByteString> parts = new ArrayList<>();

    @Override
    public void accept(byte[] array, int offset, int length) {
      parts.add(UnsafeByteOperations.unsafeWrap(array, offset, length));
    }

    @Override
    public void accept(ByteBuffer view) {
      // The string has a slice of its own: the view goes back to the chunk.
      parts.add(UnsafeByteOperations.unsafeWrap(view));
    }
  }

  /**
   * Collects what a string writes. Strings write their own memory lazily, which promises that it
   * will not change. Anything else may change, so it is copied.
   */
  private static final class Parts extends ByteOutput {

    private final ChunkBuffer.Builder builder = ChunkBuffer.builder();

    @Override
    public void write(byte value) {
      builder.add(new byte[] {value}, 0, 1);
    }

    @Override
    public void write(byte[] value, int offset, int length) {
      writeLazy(Arrays.copyOfRange(value, offset, offset + length), 0, length);
    }

    @Override
    public void writeLazy(byte[] value, int offset, int length) {
      builder.add(value, offset, length);
    }

    @Override
    public void write(ByteBuffer value) {
      byte[] copy = new byte[value.remaining()];
      value.get(copy);
      builder.add(copy, 0, copy.length);
    }

    @Override
    public void writeLazy(ByteBuffer value) {
      builder.add(value);
    }
  }
}
