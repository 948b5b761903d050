// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.observe.events.CallRecorder;
import io.chunksum.window.ByteRange;
import io.chunksum.window.WindowLayout;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Verifies byte ranges of a block made of chunks of any lengths, each with its own window grid and
 * checksums. A single chunk is a block too.
 *
 * <pre>
 * chunks     |-------------------|-------------|------|
 * windows    |----|----|----|----|------|------|---|--|
 * requested         |---------------|
 * to read         |---------------------|                 what align returns
 * </pre>
 *
 * <p>Every window that was read in full is checked. Bytes of other windows are reported as
 * unverified, never ignored. The same pass yields the CRC of exactly the requested bytes.
 *
 * <p>Mutable, for one thread at a time.
 */
public final class BlockVerifier {

  private final BlockLayout layout;
  private final VerifierCache verifiers;
  private final @Nullable ChecksumCounters counters;
  private CopiedBytes copiedOutsideWindows = CopiedBytes.NONE;

  /** That of the last range which could have one; to make another is to ask the algorithm again. */
  private @Nullable RangeCrc lastCrc;

  /**
   * Creates a verifier of a block.
   *
   * @param chunks the records of its chunks, in the order of their offsets in the block
   * @throws IllegalArgumentException if a chunk begins before the preceding one ends
   */
  public BlockVerifier(List<ChunkInfo> chunks) {
    this(chunks, VerifyOptions.DEFAULT);
  }

  /**
   * Creates a verifier of a block.
   *
   * @param chunks the records of its chunks, in the order of their offsets in the block
   * @param options what to do besides verifying; mismatches are kept per chunk of the block
   * @throws IllegalArgumentException if a chunk begins before the preceding one ends
   */
  public BlockVerifier(List<ChunkInfo> chunks, VerifyOptions options) {
    this.layout = new BlockLayout(chunks);
    this.verifiers = new VerifierCache(options);
    this.counters = options.counters();
  }

  /**
   * Returns the length of the block.
   *
   * @return offset of the end of its last chunk; 0 if it has none
   */
  public long length() {
    return layout.length();
  }

  /**
   * Widens a range to whole windows of the chunks it begins and ends in: what must be read so that
   * every byte of it can be verified.
   *
   * @param offset offset in the block of the first byte wanted
   * @param count number of bytes wanted
   * @return the smallest such range; an end that is in no chunk or in one of type NONE stays where
   *     it is
   * @throws IndexOutOfBoundsException if the range is not inside the block
   */
  public ByteRange align(long offset, long count) {
    return layout.align(offset, count);
  }

  /**
   * Verifies what was read of the block.
   *
   * @param bytes what was read; used during the call and not kept
   * @param readOffset offset in the block of the first of these bytes
   * @param requested the range to be served
   * @return what was found
   * @throws IndexOutOfBoundsException if the requested range is not inside the block
   * @throws IllegalArgumentException if {@code readOffset} is negative, what was read would end
   *     beyond 2<sup>63</sup>−1, or there is no algorithm for the type of a chunk that was read
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     ChecksumAlgorithms#find}
   */
  public RangeResult verify(ChunkBuffer bytes, long readOffset, ByteRange requested) {
    Objects.checkFromIndexSize(requested.offset(), requested.length(), layout.length());
    ByteRange read = new ByteRange(readOffset, bytes.length());
    Pass pass = new Pass(bytes, read, requested, rangeCrc(read, requested));
    return pass.run();
  }

  /**
   * Returns the number of payload bytes that had to be copied because an algorithm could not read
   * them in place.
   *
   * @return bytes since construction, by the kind of memory they were in
   */
  public CopiedBytes bytesCopied() {
    return verifiers.bytesCopied().plus(copiedOutsideWindows);
  }

  /** Null if the requested bytes cannot have a CRC; see {@link RangeResult#crcValue()}. */
  private @Nullable RangeCrc rangeCrc(ByteRange read, ByteRange requested) {
    if (!read.intersection(requested).equals(requested)) {
      return null;
    }
    ChecksumType type = layout.typeThroughout(requested);
    return type == null ? null : emptyRangeCrc(type);
  }

  private @Nullable RangeCrc emptyRangeCrc(ChecksumType type) {
    if (lastCrc != null && lastCrc.isOf(type)) {
      lastCrc.restart();
      return lastCrc;
    }
    RangeCrc crc = RangeCrc.of(ChecksumAlgorithms.of(type));
    if (crc != null) {
      lastCrc = crc;
    }
    return crc;
  }

  /** One walk over what was read, from front to back. */
  private final class Pass {

    private final ChunkBuffer bytes;
    private final ByteRange read;
    private final ByteRange requested;
    private final @Nullable RangeCrc crc;
    private final RangeFindings findings;

    Pass(ChunkBuffer bytes, ByteRange read, ByteRange requested, @Nullable RangeCrc crc) {
      this.bytes = bytes;
      this.read = read;
      this.requested = requested;
      this.crc = crc;
      this.findings = new RangeFindings(requested);
    }

    RangeResult run() {
      findings.leftOut(requested.offset(), Math.min(requested.end(), read.offset()));
      long at = read.offset();
      int i = layout.firstEndingAfter(at);
      while (at < read.end() && i < layout.chunkCount()) {
        ByteRange part = read.intersection(BlockLayout.rangeOf(layout.chunk(i)));
        findings.leftOut(at, part.offset());
        if (part.length() > 0) {
          verify(layout.chunk(i), part);
        }
        at = part.end();
        i++;
      }
      findings.leftOut(at, read.end());
      findings.leftOut(Math.max(requested.offset(), read.end()), requested.end());
      return findings.result(Optional.ofNullable(crc).map(RangeCrc::value));
    }

    /** Verifies the part of a chunk that was read; offsets are in the block. */
    private void verify(ChunkInfo chunk, ByteRange part) {
      if (BlockLayout.isUnchecked(chunk)) {
        findings.ofTypeNone(part);
        countUnchecked(chunk, part);
        return;
      }
      int bytesPerChecksum = chunk.checksums().bytesPerChecksum();
      long first = WindowLayout.windowCount(part.offset() - chunk.offset(), bytesPerChecksum);
      long end =
          part.end() == BlockLayout.rangeOf(chunk).end()
              ? chunk.checksums().count()
              : (part.end() - chunk.offset()) / bytesPerChecksum;
      if (first >= end) {
        passLeftOut(chunk.checksums(), part.offset(), part.end());
        return;
      }
      long from = chunk.offset() + first * bytesPerChecksum;
      long to = chunk.offset() + Math.min(end * bytesPerChecksum, part.end() - chunk.offset());
      passLeftOut(chunk.checksums(), part.offset(), from);
      ChunkVerifier verifier = verifiers.get(chunk.checksums());
      verifier.run().begin(chunk.checksums(), chunk, (int) first, (int) (end - first));
      verifier.recorder().begin(verifier.run().totalBytesCopied());
      update(verifier.run(), new ByteRange(from, to - from));
      VerifyResult result = verifier.finish(bytes, read.offset() - chunk.offset());
      findings.checked(new ChunkResult(chunk, result));
      passLeftOut(chunk.checksums(), to, part.end());
    }

    private void countUnchecked(ChunkInfo chunk, ByteRange part) {
      ChunkVerifier verifier = verifiers.get(chunk.checksums());
      verifier.begin(chunk, 0, 0);
      feed(verifier.run(), part.offset(), part.end());
      verifier.finish();
    }

    private void update(RunVerifier verifier, ByteRange windows) {
      ByteRange wanted = windows.intersection(requested);
      if (crc == null || wanted.length() == 0) {
        feed(verifier, windows.offset(), windows.end());
        return;
      }
      feed(verifier, windows.offset(), wanted.offset());
      crc.begin(verifier);
      feed(verifier, wanted.offset(), wanted.end());
      crc.end(verifier);
      feed(verifier, wanted.end(), windows.end());
    }

    /** Bytes of windows that were not read in full only go into the CRC of what was requested. */
    private void passLeftOut(ChecksumData sums, long from, long to) {
      findings.leftOut(from, to);
      ByteRange wanted = new ByteRange(from, to - from).intersection(requested);
      if (crc != null && wanted.length() > 0) {
        CopiedBytes copied = crc.add(bytes, wanted.offset() - read.offset(), wanted.length());
        copiedOutsideWindows = copiedOutsideWindows.plus(copied);
        if (copied.total() > 0) {
          new CallRecorder(sums.type().name(), sums.bytesPerChecksum(), counters)
              .end(wanted.length(), 0, copied.total());
        }
      }
    }

    private void feed(RunVerifier verifier, long from, long to) {
      verifier.update(bytes, from - read.offset(), to - from);
    }
  }
}
