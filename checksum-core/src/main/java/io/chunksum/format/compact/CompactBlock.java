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
import java.util.Objects;

/**
 * A view of an encoded block: says of each chunk what was recorded, and compares the checksums of
 * its windows, where they are.
 *
 * <pre>{@code
 * CompactBlock block = new CompactBlock();                // one per thread, for any number of blocks
 * block.wrap(bytes);                                      // checks the CRC of the block
 * boolean same = block.matches(chunk, window, 1, computed, 0);
 * }</pre>
 *
 * <p>Everything is checked when bytes are wrapped, so that nothing is malformed later; until then,
 * and when that fails, the view has no chunks. The bytes are neither copied nor kept beyond the
 * next call of {@code wrap}, and must not change before. Finding a chunk takes a search over runs
 * of chunks that are alike, which is one run for most blocks.
 *
 * <p>A view that has seen a block of as many runs makes no garbage for the next one in an array,
 * and one view of the buffer for one in direct or read-only memory, unless names, metadata, stripe
 * checksums or types have to be read as text. It holds at most 25 times the memory of the largest
 * block wrapped.
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
  private int checksums;

  /** Creates a view without chunks. */
  public CompactBlock() {}

  /**
   * Looks at the block that fills an array.
   *
   * @param source the block, with nothing after it
   * @return this view
   * @throws MalformedChecksumDataException if it is not well formed, or was damaged
   */
  public CompactBlock wrap(byte[] source) throws MalformedChecksumDataException {
    return wrap(source, 0, source.length);
  }

  /**
   * Looks at a block in a part of an array.
   *
   * @param source holds the block
   * @param offset index of its first byte
   * @param length bytes of the block
   * @return this view
   * @throws MalformedChecksumDataException if it is not well formed, or was damaged; offsets count
   *     from the start of the block
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
   * Looks at the block between a buffer's position and limit.
   *
   * @param source holds the block; its position does not move
   * @return this view
   * @throws MalformedChecksumDataException if it is not well formed, or was damaged; offsets count
   *     from the buffer's position
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
    extras.read(cursor, runs, names.hasPattern());
    if (runs.checksumBytes() != cursor.remaining()) {
      throw cursor.malformed(
          runs.checksumBytes() + " bytes of checksums, but there are " + cursor.remaining());
    }
    checksums = cursor.position();
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
   * Counts the chunks.
   *
   * @return their number
   */
  public int chunkCount() {
    return chunkCount;
  }

  /**
   * Tells where a chunk lies.
   *
   * @param chunk index of the chunk, from 0
   * @return offset of its first byte in the block
   * @throws IndexOutOfBoundsException if there is no such chunk
   */
  public long offset(int chunk) {
    return runs.offset(run(chunk), chunk);
  }

  /**
   * Tells how long a chunk is.
   *
   * @param chunk index of the chunk, from 0
   * @return its bytes
   * @throws IndexOutOfBoundsException if there is no such chunk
   */
  public long length(int chunk) {
    return runs.length(run(chunk), chunk);
  }

  /**
   * Tells which algorithm made the checksums of a chunk.
   *
   * @param chunk index of the chunk, from 0
   * @return the type
   * @throws IndexOutOfBoundsException if there is no such chunk
   */
  public ChecksumType type(int chunk) {
    return runs.type(run(chunk));
  }

  /**
   * Tells how long a full window of a chunk is.
   *
   * @param chunk index of the chunk, from 0
   * @return bytes, at least 1; may be 0 for {@link ChecksumType#NONE}
   * @throws IndexOutOfBoundsException if there is no such chunk
   */
  public int bytesPerChecksum(int chunk) {
    return runs.bytesPerChecksum(run(chunk));
  }

  /**
   * Counts the checksums of a chunk.
   *
   * @param chunk index of the chunk, from 0
   * @return the number of its windows that have one
   * @throws IndexOutOfBoundsException if there is no such chunk
   */
  public int checksumCount(int chunk) {
    return runs.windows(run(chunk), chunk);
  }

  /**
   * Gives one checksum of a 32-bit CRC type as a number.
   *
   * @param chunk index of the chunk, from 0
   * @param window index of the window in the chunk, from 0
   * @return the CRC
   * @throws IndexOutOfBoundsException if there is no such chunk or window
   * @throws IllegalStateException if the checksums are not 4 bytes long
   */
  public int crc(int chunk, int window) {
    int run = run(chunk);
    ChecksumType type = runs.type(run);
    if (type.checksumLength() != Integer.BYTES) {
      throw new IllegalStateException(type + " checksums are not 4 bytes long");
    }
    Objects.checkIndex(window, runs.windows(run, chunk));
    return bytes.getInt(checksums + runs.start(run, chunk) + window * Integer.BYTES);
  }

  /**
   * Compares checksums of a chunk with some computed elsewhere.
   *
   * @param chunk index of the chunk, from 0
   * @param firstWindow index of the first window in the chunk, from 0
   * @param windows number of windows
   * @param other holds the other checksums, one after the other
   * @param offset index of their first byte
   * @return whether all bytes of all of them are the same
   * @throws IndexOutOfBoundsException if there is no such chunk or window, or the array is too
   *     short
   */
  public boolean matches(int chunk, int firstWindow, int windows, byte[] other, int offset) {
    int run = run(chunk);
    Objects.checkFromIndexSize(firstWindow, windows, runs.windows(run, chunk));
    int each = runs.type(run).checksumLength();
    int from = checksums + runs.start(run, chunk) + firstWindow * each;
    return bytes.matches(from, other, offset, windows * each);
  }

  /**
   * Gives the checksums of a chunk.
   *
   * @param chunk index of the chunk, from 0
   * @return a copy of them
   * @throws IndexOutOfBoundsException if there is no such chunk
   */
  public ChecksumData checksums(int chunk) {
    int run = run(chunk);
    ChecksumType type = runs.type(run);
    byte[] packed = new byte[runs.windows(run, chunk) * type.checksumLength()];
    bytes.copy(checksums + runs.start(run, chunk), packed, 0, packed.length);
    return ChecksumData.of(type, runs.bytesPerChecksum(run), packed);
  }

  /**
   * Gives all that is recorded of a chunk.
   *
   * @param chunk index of the chunk, from 0
   * @return a copy of the record
   * @throws IndexOutOfBoundsException if there is no such chunk
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

  private int run(int chunk) {
    return runs.of(Objects.checkIndex(chunk, chunkCount));
  }
}
