// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceSpan;
import io.chunksum.internal.ByteArrays;
import java.io.Serial;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One place where data and stored checksums disagree.
 *
 * <p>Which of the two checksums is present shows the kind:
 *
 * <pre>
 * expected   actual
 * present    present   the window's bytes have another checksum, or the window is cut short
 * present    null      the window's bytes are missing
 * null       null      surplus: bytes that no checksum covers
 * </pre>
 *
 * <p>If bytes of a chunk of type NONE are missing, {@code expected} is present and has no bytes.
 *
 * <p>Immutable and safe to share between threads.
 *
 * @serial exclude
 */
@SuppressWarnings("exports") // Users need JSpecify's annotations neither to compile nor to run.
public final class Mismatch implements Serializable {

  @Serial private static final long serialVersionUID = 1;

  private final long window;
  private final long offset;
  private final long length;
  private final byte @Nullable [] expected;
  private final byte @Nullable [] actual;
  private final @Nullable PieceSpan pieces;

  /** Adopts the arrays. */
  Mismatch(
      long window, long offset, long length, byte @Nullable [] expected, byte @Nullable [] actual) {
    this(window, offset, length, expected, actual, null);
  }

  private Mismatch(
      long window,
      long offset,
      long length,
      byte @Nullable [] expected,
      byte @Nullable [] actual,
      @Nullable PieceSpan pieces) {
    this.window = window;
    this.offset = offset;
    this.length = length;
    this.expected = expected;
    this.actual = actual;
    this.pieces = pieces;
  }

  /** Locates it in bytes that begin at the offset {@code start} of the chunk. */
  Mismatch in(ChunkBuffer bytes, long start) {
    long from = offset - start;
    long to = Math.min(bytes.length(), from + length);
    PieceSpan span = from < to ? bytes.span(from, to - from) : null;
    return new Mismatch(window, offset, length, expected, actual, span);
  }

  /** Whether there are bytes that the chunk should not have. */
  boolean isSurplus() {
    return expected == null;
  }

  /** Whether no byte that the chunk should have here is there. */
  boolean isMissing() {
    return expected != null && actual == null;
  }

  /**
   * Creates the mismatch of a window that was verified elsewhere.
   *
   * @param window index of the window, from 0
   * @param offset offset in bytes of its first byte, from the start of what was verified
   * @param length number of bytes
   * @param expected the stored checksum, between position and limit; copied
   * @param actual the checksum of the bytes present; copied; null if all are missing
   * @return the mismatch
   */
  public static Mismatch of(
      long window, long offset, long length, ByteBuffer expected, @Nullable ByteBuffer actual) {
    byte[] found = actual == null ? null : ByteArrays.copyOf(actual);
    return new Mismatch(window, offset, length, ByteArrays.copyOf(expected), found);
  }

  /**
   * Creates the mismatch of data that has no checksum.
   *
   * @param window number of windows that have a checksum
   * @param offset where they end, in bytes
   * @param length number of bytes beyond that
   * @return the mismatch
   */
  public static Mismatch surplus(long window, long offset, long length) {
    return new Mismatch(window, offset, length, null, null);
  }

  /**
   * Creates the mismatch of missing data that has no checksum, because its chunk is of type NONE.
   *
   * @param window number of windows before it
   * @param offset offset in bytes of its first byte
   * @param length number of bytes missing
   * @return the mismatch
   */
  public static Mismatch missingUnchecked(long window, long offset, long length) {
    return new Mismatch(window, offset, length, new byte[0], null);
  }

  /**
   * Returns the index of the window.
   *
   * @return index of the window in the chunk, from 0; for surplus data the number of windows that
   *     have a checksum; for missing data of type NONE the number of windows before it
   */
  public long window() {
    return window;
  }

  /**
   * Returns the offset at which it begins.
   *
   * @return offset in bytes from the start of the chunk
   */
  public long offset() {
    return offset;
  }

  /**
   * Returns the number of affected bytes.
   *
   * @return bytes of the window as recorded, even if data is cut short; for a window whose length
   *     is not recorded, the bytes present, or bytesPerChecksum if there are none; or the surplus
   */
  public long length() {
    return length;
  }

  /**
   * Returns the stored checksum.
   *
   * @return a new read-only view of it, or null for surplus data
   */
  public @Nullable ByteBuffer expected() {
    return view(expected);
  }

  /**
   * Returns the checksum of the bytes present.
   *
   * @return a new read-only view of it, or null if all are missing or they are surplus
   */
  public @Nullable ByteBuffer actual() {
    return view(actual);
  }

  /**
   * Returns the stored checksum as text.
   *
   * @return its bytes in order, two lower-case hex digits each; null for surplus data, and for
   *     missing data of type NONE
   */
  public @Nullable String expectedHex() {
    return expected == null || expected.length == 0 ? null : hex(expected);
  }

  /**
   * Returns the checksum of the bytes present as text.
   *
   * @return its bytes in order, two lower-case hex digits each; null if all are missing or they are
   *     surplus
   */
  public @Nullable String actualHex() {
    return actual == null ? null : hex(actual);
  }

  /**
   * Returns the same mismatch counted from the start of what the chunk is part of, such as its
   * file, or with negative numbers from the start of a part of the chunk. The pieces are still
   * those of the chunk.
   *
   * @param windowsBefore number of windows before the chunk
   * @param bytesBefore number of bytes before the chunk
   * @return a mismatch with window and offset increased accordingly
   * @throws ArithmeticException if either exceeds 2<sup>63</sup>−1
   */
  public Mismatch offsetBy(long windowsBefore, long bytesBefore) {
    return new Mismatch(
        Math.addExact(window, windowsBefore),
        Math.addExact(offset, bytesBefore),
        length,
        expected,
        actual,
        pieces);
  }

  /**
   * Returns the pieces that hold those affected bytes that are present.
   *
   * @return the pieces of the {@link ChunkBuffer} that was verified; null if none of these bytes is
   *     present, and for bytes that were taken part by part, whose pieces only the caller can
   *     number: see {@link ChunkBuffer#span}
   */
  public @Nullable PieceSpan pieces() {
    return pieces;
  }

  private static @Nullable ByteBuffer view(byte @Nullable [] checksum) {
    return checksum == null ? null : ByteBuffer.wrap(checksum).asReadOnlyBuffer();
  }

  /**
   * Compares everything the two report.
   *
   * @param other any object
   * @return whether it is an equal mismatch
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof Mismatch that
        && window == that.window
        && offset == that.offset
        && length == that.length
        && Arrays.equals(expected, that.expected)
        && Arrays.equals(actual, that.actual)
        && Objects.equals(pieces, that.pieces);
  }

  /**
   * Returns a hash code consistent with {@link #equals}.
   *
   * @return a hash of place and length
   */
  @Override
  public int hashCode() {
    return Objects.hash(window, offset, length);
  }

  /**
   * Describes the mismatch in one line.
   *
   * @return window, byte range and both checksums in hex
   */
  @Override
  public String toString() {
    String bytes = length == 0 ? "no bytes" : "bytes " + offset + " to " + (offset + length - 1);
    if (expected == null) {
      return bytes + " have no checksum";
    }
    if (expected.length == 0) {
      return bytes + " are missing";
    }
    String found = actual == null ? "but they are missing" : "found " + hex(actual);
    if (Arrays.equals(expected, actual)) {
      found += " for a different number of bytes";
    }
    return "window " + window + ", " + bytes + ": expected " + hex(expected) + ", " + found;
  }

  private static String hex(byte[] checksum) {
    return HexFormat.of().formatHex(checksum);
  }
}
