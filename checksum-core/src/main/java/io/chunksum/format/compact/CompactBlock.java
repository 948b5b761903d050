// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.compact;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.internal.BigEndian;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * A view of an encoded block: returns what was recorded of each chunk, and compares the checksums
 * of its windows in place.
 *
 * <pre>{@code
 * CompactBlock block = new CompactBlock();                // one per thread, for any number of blocks
 * block.wrap(bytes);                                      // checks the CRC of the block
 * boolean same = block.matches(chunk, window, 1, computed, 0);
 * }</pre>
 *
 * <p>Everything is checked when bytes are wrapped, so nothing turns out to be malformed later;
 * until then, and if that fails, the view has no chunks. The bytes are not copied; they are kept
 * until the next call of {@code wrap} and must not change before it. Finding a chunk takes a search
 * over runs of chunks that are alike; most blocks are a single run.
 *
 * <p>Once a view has seen a block with as many runs, wrapping another creates no garbage if the
 * block is in an array, and only a view of the buffer, 64 bytes, if it is in direct or read-only
 * memory, unless names, metadata, stripe checksums or types have to be read as text.
 *
 * <p>A view keeps the room that a block needed, for the next one: at most 25 times the memory of
 * the block. Each may need it for something else, so after many it is at most 40 times that of the
 * largest, in a JVM with compressed references. It is 4 KiB more once one was in read-only heap
 * memory.
 *
 * <p>Mutable, for one thread at a time.
 */
public final class CompactBlock {

  static final byte[] MAGIC = {'C', 'S', 'B', 1};
  static final int CRC_BYTES = Integer.BYTES;

  private final BlockBytes bytes = new BlockBytes();
  private final BlockCursor cursor = new BlockCursor(bytes);
  private final BlockNames names = new BlockNames();
  private final BlockRuns runs = new BlockRuns();
  private final BlockExtras extras = new BlockExtras();
  private final StreamingChecksum crc = ChecksumAlgorithms.of(ChecksumType.CRC32C).newChecksum();
  private final byte[] computed = new byte[CRC_BYTES];
  private int chunkCount;

  /** Where the checksums of the first chunk begin. */
  private int checksumsStart;

  /** Creates a view without chunks. */
  public CompactBlock() {}

  /**
   * Returns whether a file is likely to be a compact block, by how it begins.
   *
   * @param start the first bytes of the file, all of them if there are fewer than 3
   * @return whether it has the magic number, in any version
   */
  public static boolean recognizes(byte[] start) {
    int length = MAGIC.length - 1;
    return start.length >= length && Arrays.equals(start, 0, length, MAGIC, 0, length);
  }

  /**
   * Wraps the block that fills an array.
   *
   * @param source the block, with nothing after it
   * @return this view
   * @throws MalformedChecksumDataException if it is malformed or was damaged
   */
  public CompactBlock wrap(byte[] source) throws MalformedChecksumDataException {
    return wrap(source, 0, source.length);
  }

  /**
   * Wraps a block in part of an array.
   *
   * @param source the array that holds the block
   * @param offset index of the block's first byte
   * @param length bytes of the block
   * @return this view
   * @throws MalformedChecksumDataException if it is malformed or was damaged; offsets count from
   *     the start of the block
   * @throws IndexOutOfBoundsException if the range is not inside the array
   */
  public CompactBlock wrap(byte[] source, int offset, int length)
      throws MalformedChecksumDataException {
    chunkCount = 0;
    bytes.set(source, offset, length);
    read();
    return this;
  }

  /**
   * Wraps the block between a buffer's position and limit.
   *
   * @param source the buffer that holds the block; its position does not change
   * @return this view
   * @throws MalformedChecksumDataException if it is malformed or was damaged; offsets count from
   *     the buffer's position
   */
  public CompactBlock wrap(ByteBuffer source) throws MalformedChecksumDataException {
    chunkCount = 0;
    bytes.set(source);
    read();
    return this;
  }

  private void read() throws MalformedChecksumDataException {
    checkFrame();
    int end = bytes.length() - CRC_BYTES;
    cursor.begin(MAGIC.length, end);
    names.read(cursor);
    runs.read(cursor);
    names.check(runs.chunkCount(), cursor);
    extras.read(cursor, runs, names.hasPattern());
    if (runs.checksumBytes() != cursor.remaining()) {
      throw cursor.malformed(
          runs.checksumBytes() + " bytes of checksums, but there are " + cursor.remaining());
    }
    checksumsStart = cursor.position();
    chunkCount = runs.chunkCount();
  }

  private void checkFrame() throws MalformedChecksumDataException {
    int end = bytes.length() - CRC_BYTES;
    if (end < MAGIC.length) {
      throw new MalformedChecksumDataException("too short for a compact block", bytes.length());
    }
    if (!bytes.matches(0, MAGIC, 0, MAGIC.length - 1)) {
      throw new MalformedChecksumDataException("not a compact block", 0);
    }
    if (bytes.get(MAGIC.length - 1) != MAGIC[MAGIC.length - 1]) {
      int version = Byte.toUnsignedInt(bytes.get(MAGIC.length - 1));
      throw new MalformedChecksumDataException(
          "compact block of unknown version " + version, MAGIC.length - 1L);
    }
    crc.reset();
    bytes.feed(crc, end);
    crc.finish(computed, 0);
    if (bytes.getInt(end) != BigEndian.getInt(computed, 0)) {
      throw new MalformedChecksumDataException(
          "compact block is damaged: its CRC does not match", end);
    }
  }

  /**
   * Returns the number of chunks.
   *
   * @return the number of chunks
   */
  public int chunkCount() {
    return chunkCount;
  }

  /**
   * Returns where a chunk begins.
   *
   * @param chunk index of the chunk, from 0
   * @return offset of its first byte in the block
   * @throws IndexOutOfBoundsException if there is no such chunk
   */
  public long offset(int chunk) {
    return runs.offset(run(chunk), chunk);
  }

  /**
   * Returns the length of a chunk.
   *
   * @param chunk index of the chunk, from 0
   * @return bytes in the chunk
   * @throws IndexOutOfBoundsException if there is no such chunk
   */
  public long length(int chunk) {
    return runs.length(run(chunk), chunk);
  }

  /**
   * Returns the type of a chunk's checksums.
   *
   * @param chunk index of the chunk, from 0
   * @return the type
   * @throws IndexOutOfBoundsException if there is no such chunk
   */
  public ChecksumType type(int chunk) {
    return runs.type(run(chunk));
  }

  /**
   * Returns the window size of a chunk.
   *
   * @param chunk index of the chunk, from 0
   * @return bytes in a full window, at least 1; may be 0 for {@link ChecksumType#NONE}
   * @throws IndexOutOfBoundsException if there is no such chunk
   */
  public int bytesPerChecksum(int chunk) {
    return runs.bytesPerChecksum(run(chunk));
  }

  /**
   * Returns the number of checksums of a chunk.
   *
   * @param chunk index of the chunk, from 0
   * @return the number of its windows that have a checksum
   * @throws IndexOutOfBoundsException if there is no such chunk
   */
  public int checksumCount(int chunk) {
    return runs.windows(run(chunk), chunk);
  }

  /**
   * Returns one checksum of a 32-bit CRC type as a number. For one of another length, see {@link
   * #checksums} and {@link ChecksumData#value}.
   *
   * @param chunk index of the chunk, from 0
   * @param window index of the window in the chunk, from 0
   * @return the CRC
   * @throws IndexOutOfBoundsException if there is no such chunk or window
   * @throws UnsupportedOperationException if the checksums of the chunk are not 4 bytes long
   */
  public int crc(int chunk, int window) {
    int run = run(chunk);
    ChecksumType type = runs.type(run);
    if (type.checksumLength() != Integer.BYTES) {
      throw new UnsupportedOperationException(type + " checksums are not 4 bytes long");
    }
    Objects.checkIndex(window, runs.windows(run, chunk));
    return bytes.getInt(checksumsAt(run, chunk) + window * Integer.BYTES);
  }

  /**
   * Compares checksums of a chunk with checksums computed elsewhere.
   *
   * @param chunk index of the chunk, from 0
   * @param firstWindow index of the first window in the chunk, from 0
   * @param windows number of windows
   * @param other an array with the other checksums, one after another
   * @param offset index of their first byte
   * @return whether all bytes of all of them are equal
   * @throws IndexOutOfBoundsException if there is no such chunk or window, or the array is too
   *     short
   */
  public boolean matches(int chunk, int firstWindow, int windows, byte[] other, int offset) {
    int run = run(chunk);
    Objects.checkFromIndexSize(firstWindow, windows, runs.windows(run, chunk));
    int each = runs.type(run).checksumLength();
    int from = checksumsAt(run, chunk) + firstWindow * each;
    return bytes.matches(from, other, offset, windows * each);
  }

  /**
   * Returns the checksums of a chunk.
   *
   * @param chunk index of the chunk, from 0
   * @return a copy of them
   * @throws IndexOutOfBoundsException if there is no such chunk
   */
  public ChecksumData checksums(int chunk) {
    int run = run(chunk);
    ChecksumType type = runs.type(run);
    int count = runs.windows(run, chunk) * type.checksumLength();
    int at = checksumsAt(run, chunk);
    return bytes.checksums(type, runs.bytesPerChecksum(run), at, count);
  }

  /**
   * Returns everything recorded of a chunk.
   *
   * @param chunk index of the chunk, from 0
   * @return a copy of the record
   * @throws IndexOutOfBoundsException if there is no such chunk
   * @throws IllegalStateException if the bytes were changed after {@code wrap} so that they are no
   *     longer a block
   */
  public ChunkInfo chunk(int chunk) {
    int run = run(chunk);
    BlockExtras.Extra extra = extras.of(chunk, cursor, runs);
    return new ChunkInfo(
        extra.name().orElseGet(() -> names.of(chunk)),
        runs.offset(run, chunk),
        runs.length(run, chunk),
        checksums(chunk),
        extra.metadata(),
        extra.stripeChecksum());
  }

  /** Where the checksums of a chunk begin, in bytes from the start of the encoded block. */
  private int checksumsAt(int run, int chunk) {
    return checksumsStart + runs.checksumsStart(run, chunk);
  }

  private int run(int chunk) {
    return runs.runOf(Objects.checkIndex(chunk, chunkCount));
  }
}
