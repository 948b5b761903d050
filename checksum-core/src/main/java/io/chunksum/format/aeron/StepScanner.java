// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import io.chunksum.file.ByteReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/**
 * Scans the places in a file at which a frame can begin, for zeros and for other bytes. Mutable,
 * for one thread at a time.
 */
final class StepScanner {

  private static final int BLOCK_BYTES = 64 * 1024;
  private static final byte[] ZEROS = new byte[BLOCK_BYTES];

  private final FileChannel file;

  /**
   * Bytes of the file from {@code blockStart} on; those after {@code blockLength} are not part of
   * it.
   */
  private final byte[] block = new byte[BLOCK_BYTES];

  private long blockStart;
  private int blockLength;

  StepScanner(FileChannel file) {
    this.file = file;
  }

  /** Returns the first place from an offset on where not all bytes are zero; the limit if none. */
  long nextNonZero(long from, long limit) throws IOException {
    long at = from;
    while (at < limit) {
      int index = load(at);
      if (index == blockLength) {
        return limit; // The file has become shorter.
      }
      int length = (int) Math.min(blockLength - index, limit - at);
      int found = Arrays.mismatch(block, index, index + length, ZEROS, 0, length);
      if (found >= 0) {
        return at + (found & -FrameHeader.LENGTH);
      }
      at += length;
    }
    return limit;
  }

  /** Returns the end of the last place in a range that is not all zero, or else {@code from}. */
  long endOfNonZero(long from, long limit) throws IOException {
    long end = from;
    long at = nextNonZero(from, limit);
    while (at < limit) {
      end = Math.min(at + FrameHeader.LENGTH, limit);
      at = nextNonZero(end, limit);
    }
    return end;
  }

  /** Reads the header that begins at a place; zeros after the end of the file. */
  void readHeader(long offset, FrameHeader header) throws IOException {
    int index = load(offset);
    if (blockLength - index < FrameHeader.LENGTH) {
      fill(offset);
      index = 0;
      Arrays.fill(block, blockLength, Math.max(blockLength, FrameHeader.LENGTH), (byte) 0);
    }
    header.load(block, index);
  }

  /** Loads a byte of the file into the block, if there is one; returns its index there. */
  private int load(long offset) throws IOException {
    if (offset < blockStart || offset >= blockStart + blockLength) {
      fill(offset);
    }
    return (int) (offset - blockStart);
  }

  private void fill(long offset) throws IOException {
    blockStart = offset;
    blockLength = 0;
    ByteBuffer target = ByteBuffer.wrap(block);
    try {
      ByteReader.fill(file, offset, target);
      blockLength = target.position();
    } catch (Exception e) { // What is wanted may be before the place that cannot be read.
      blockLength = target.position() & -FrameHeader.LENGTH;
      if (blockLength == 0 || !file.isOpen()) {
        throw e;
      }
    }
  }
}
