// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.CrcValue;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.window.ByteRange;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The result of verifying a range of a block. Offsets are in bytes from the start of the block,
 * except for those inside a {@link ChunkResult}. Immutable.
 */
public final class RangeResult {

  /** A record may have a gap after each of very many chunks. */
  private static final int RANGES_IN_TEXT = 10;

  private final ByteRange requested;
  private final List<ChunkResult> chunks;
  private final List<ByteRange> unverified;
  private final boolean complete;
  private final Optional<CrcValue> crc;

  RangeResult(
      ByteRange requested,
      List<ChunkResult> chunks,
      List<ByteRange> unverified,
      boolean complete,
      Optional<CrcValue> crc) {
    this.requested = requested;
    this.chunks = List.copyOf(chunks);
    this.unverified = List.copyOf(unverified);
    this.complete = complete;
    this.crc = crc;
  }

  /**
   * Returns whether the requested bytes may be served: all of them are in chunks and were read,
   * each with the rest of its window, and no window is bad, requested or not.
   *
   * @return whether nothing wrong was found and nothing was left out; bytes that were read from
   *     chunks of type NONE do not count against it, but are listed as {@link #unverified()}
   */
  public boolean ok() {
    return complete && chunks.stream().allMatch(chunk -> chunk.result().ok());
  }

  /**
   * Returns the range that was requested.
   *
   * @return the range
   */
  public ByteRange requested() {
    return requested;
  }

  /**
   * Returns what was found, chunk by chunk.
   *
   * @return one entry for each chunk of which at least one window was checked, in block order;
   *     unmodifiable
   */
  public List<ChunkResult> chunks() {
    return chunks;
  }

  /**
   * Returns the number of mismatches in all chunks.
   *
   * @return the number of bad windows
   */
  public long mismatchCount() {
    return chunks.stream().mapToLong(chunk -> chunk.result().mismatchCount()).sum();
  }

  /**
   * Returns the byte ranges to fetch again, as {@link VerifyResult#badRanges()} does for one chunk.
   * Bytes that were requested but not read are not among them, but {@link #unverified()}.
   *
   * @return the ranges in ascending order
   */
  public Stream<ByteRange> badRanges() {
    return chunks.stream().flatMap(chunk -> inBlock(chunk, chunk.result().badRanges()));
  }

  /**
   * Returns the byte ranges to keep, as {@link VerifyResult#goodRanges()} does for one chunk.
   *
   * @return the ranges in ascending order, not merged across chunks
   */
  public Stream<ByteRange> goodRanges() {
    return chunks.stream().flatMap(chunk -> inBlock(chunk, chunk.result().goodRanges()));
  }

  private static Stream<ByteRange> inBlock(ChunkResult chunk, Stream<ByteRange> ranges) {
    long start = chunk.chunk().offset();
    return ranges.map(range -> new ByteRange(start + range.offset(), range.length()));
  }

  /**
   * Returns the bytes, read or requested, that were not compared with any checksum: the head and
   * the tail of a read that begins or ends inside a window, bytes that were requested but not read,
   * chunks of type NONE, gaps between chunks, and anything beyond the last chunk.
   *
   * @return the ranges in ascending order, none touching the next; unmodifiable
   */
  public List<ByteRange> unverified() {
    return unverified;
  }

  /**
   * Returns the CRC of exactly the requested bytes, as they were read, good or bad. It can be
   * appended to that of the preceding range.
   *
   * @return the CRC, or empty if no bytes were requested, if not all of them were read, if the
   *     chunks they are in are not all of the same CRC type, if its algorithm cannot report its
   *     result midway (see {@link StreamingChecksum#peek}), or if they are not all in chunks
   */
  public Optional<CrcValue> crcValue() {
    return crc;
  }

  /**
   * Returns normally if the requested bytes may be served.
   *
   * @throws ChecksumMismatchException if a window is bad, requested or not; it carries the result
   *     of the first bad chunk, and its message is this result in one line
   * @throws IOException if {@link #ok()} is false although no window is bad: some of the requested
   *     bytes were not read, or not with the rest of their window, or are in no chunk
   */
  public void orThrow() throws IOException {
    if (ok()) {
      return;
    }
    Optional<ChunkResult> bad = firstBad();
    throw bad.isPresent()
        ? new ChecksumMismatchException(toString(), bad.get().result())
        : new IOException("not all that was requested could be verified: " + this);
  }

  private Optional<ChunkResult> firstBad() {
    return chunks.stream().filter(chunk -> !chunk.result().ok()).findFirst();
  }

  /**
   * Describes the outcome in one line.
   *
   * @return the range, the first bad chunk, and what went unverified; of more than 10 ranges, the
   *     first 10 and how many others there are
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(text(requested)).append(ok() ? ": ok" : ": not ok");
    firstBad().ifPresent(bad -> text.append(", ").append(bad.result()));
    int listed = Math.min(unverified.size(), RANGES_IN_TEXT);
    for (ByteRange range : unverified.subList(0, listed)) {
      text.append(", unverified ").append(text(range));
    }
    if (listed < unverified.size()) {
      text.append(", and ").append(unverified.size() - listed).append(" more");
    }
    return text.toString();
  }

  private static String text(ByteRange range) {
    return range.length() == 0
        ? "no bytes at " + range.offset()
        : "bytes " + range.offset() + " to " + (range.end() - 1);
  }
}
