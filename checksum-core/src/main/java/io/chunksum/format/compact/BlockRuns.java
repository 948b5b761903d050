// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.compact;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.window.WindowLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The chunks of a block, run by run. The chunks of a run have one type, window size and length and
 * follow each other; the last may be shorter. Arrays are reused from block to block.
 */
final class BlockRuns {

  /** Settings of the run are given; else they are those of the run before. */
  static final int SETTINGS = 1;

  /** The offset is given; else the run begins where the one before ends. */
  static final int OFFSET = 2;

  /** The number of chunks is given; else there is one. */
  static final int COUNT = 4;

  /** The length of the last chunk is given; else it is as long as the others. */
  static final int LAST = 8;

  /** Stands for a type given by its name; the others have the numbers that Apache Ozone uses. */
  static final int NAMED_TYPE = 0;

  private static final int MIN_RUN_BYTES = 2;

  private int runCount;
  private int chunkCount;
  private long checksumBytes;
  private int[] firstChunk = new int[1];
  private ChecksumType[] types = {ChecksumType.NONE};
  private int[] windowSizes = new int[1];
  private long[] offsets = new long[1];
  private long[] lengths = new long[1];
  private long[] lastLengths = new long[1];

  /** Windows of each chunk but the last. */
  private int[] windows = new int[1];

  /** Where the run's checksums begin, in bytes from the start of the block's checksums. */
  private int[] checksumStarts = new int[1];

  void read(BlockCursor in) throws MalformedChecksumDataException {
    runCount = 0;
    chunkCount = 0;
    checksumBytes = 0;
    int runs = in.count(MIN_RUN_BYTES);
    ensureCapacity(runs);
    long end = 0;
    for (int run = 0; run < runs; run++) {
      int flags = in.next();
      if (flags > (SETTINGS | OFFSET | COUNT | LAST) || (run == 0 && !has(flags, SETTINGS))) {
        throw in.malformed("run with flags " + flags);
      }
      readSettings(has(flags, SETTINGS), run, in);
      offsets[run] = has(flags, OFFSET) ? in.varint() : end;
      int chunks = has(flags, COUNT) ? in.intVarint() : 1;
      lengths[run] = in.varint();
      lastLengths[run] = has(flags, LAST) ? in.varint() : lengths[run];
      checkLengths(flags, chunks, run, in);
      end = end(chunks, run, in);
      addChecksums(chunks, run, in);
      firstChunk[run] = chunkCount;
      chunkCount += chunks;
      runCount++;
    }
  }

  private static boolean has(int flags, int flag) {
    return (flags & flag) != 0;
  }

  private void readSettings(boolean given, int run, BlockCursor in)
      throws MalformedChecksumDataException {
    if (!given) {
      types[run] = types[run - 1];
      windowSizes[run] = windowSizes[run - 1];
      return;
    }
    types[run] = readType(in);
    windowSizes[run] = in.intVarint();
    if (windowSizes[run] == 0 && !isUnchecked(run)) {
      throw in.malformed("bytesPerChecksum of " + types[run] + " is 0");
    }
  }

  private static ChecksumType readType(BlockCursor in) throws MalformedChecksumDataException {
    int number = in.next();
    List<ChecksumType> numbered = ChecksumType.numbered();
    if (number > numbered.size()) {
      throw in.malformed("unknown checksum type " + number);
    }
    if (number != NAMED_TYPE) {
      return numbered.get(number - 1);
    }
    String name = new String(in.bytes(in.next()), StandardCharsets.US_ASCII);
    int length = in.next();
    try {
      return ChecksumType.of(name, length);
    } catch (IllegalArgumentException e) {
      throw in.malformed(String.valueOf(e.getMessage()));
    }
  }

  /** Requires checksums in a run of several chunks, so that few bytes cannot claim many chunks. */
  private void checkLengths(int flags, int chunks, int run, BlockCursor in)
      throws MalformedChecksumDataException {
    boolean several = has(flags, COUNT);
    boolean fits =
        several ? chunks > 1 && !isUnchecked(run) && lastLengths[run] > 0 : !has(flags, LAST);
    if (!fits || (has(flags, LAST) && lastLengths[run] >= lengths[run])) {
      throw in.malformed(
          String.format(
              Locale.ROOT,
              "run of %d chunks of %d bytes, the last of %d",
              chunks,
              lengths[run],
              lastLengths[run]));
    }
  }

  private long end(int chunks, int run, BlockCursor in) throws MalformedChecksumDataException {
    try {
      long last = Math.addExact(offsets[run], Math.multiplyExact(lengths[run], chunks - 1L));
      return Math.addExact(last, lastLengths[run]);
    } catch (ArithmeticException e) {
      throw in.malformed("chunks reach beyond 2^63 bytes");
    }
  }

  private void addChecksums(int chunks, int run, BlockCursor in)
      throws MalformedChecksumDataException {
    checksumStarts[run] = (int) checksumBytes;
    windows[run] = 0;
    if (isUnchecked(run)) {
      return;
    }
    int left = in.remaining();
    long each = WindowLayout.windowCount(lengths[run], windowSizes[run]);
    long last = WindowLayout.windowCount(lastLengths[run], windowSizes[run]);
    // There are no more windows than bytes, whose sum is known to be below 2^63.
    long all = each * (chunks - 1L) + last;
    if (all > left || checksumBytes + all * types[run].checksumLength() > left) {
      throw in.malformed("checksums of more windows than there is room for");
    }
    windows[run] = (int) each;
    checksumBytes += all * types[run].checksumLength();
  }

  private void ensureCapacity(int runs) {
    if (runs > firstChunk.length) {
      types = Arrays.copyOf(types, runs);
      windowSizes = new int[runs];
      offsets = new long[runs];
      lengths = new long[runs];
      lastLengths = new long[runs];
      windows = new int[runs];
      checksumStarts = new int[runs];
      // Last: if there is no memory for all, the next block tries again.
      firstChunk = new int[runs];
    }
  }

  private boolean isUnchecked(int run) {
    return types[run].isNone();
  }

  int chunkCount() {
    return chunkCount;
  }

  long checksumBytes() {
    return checksumBytes;
  }

  /** Returns the run of an existing chunk. */
  int runOf(int chunk) {
    if (runCount == 1) {
      return 0;
    }
    int found = Arrays.binarySearch(firstChunk, 0, runCount, chunk);
    return found >= 0 ? found : -found - 2;
  }

  ChecksumType type(int run) {
    return types[run];
  }

  int bytesPerChecksum(int run) {
    return windowSizes[run];
  }

  long offset(int run, int chunk) {
    return offsets[run] + (chunk - firstChunk[run]) * lengths[run];
  }

  long length(int run, int chunk) {
    return isLast(run, chunk) ? lastLengths[run] : lengths[run];
  }

  int windows(int run, int chunk) {
    return isLast(run, chunk) && !isUnchecked(run)
        ? (int) WindowLayout.windowCount(lastLengths[run], windowSizes[run])
        : windows[run];
  }

  /** Returns where a chunk's checksums begin, in bytes from the start of the block's checksums. */
  int checksumsStart(int run, int chunk) {
    int before = (chunk - firstChunk[run]) * windows[run];
    return checksumStarts[run] + before * types[run].checksumLength();
  }

  private boolean isLast(int run, int chunk) {
    return chunk + 1 == (run + 1 == runCount ? chunkCount : firstChunk[run + 1]);
  }
}
