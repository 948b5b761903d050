// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumConsumer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Compares the checksums of a run of windows, which are computed elsewhere, with the stored ones. A
 * clean run produces no result and allocates nothing, so that callers that put several runs
 * together create one result for all of them.
 *
 * <p>Mutable, for one thread at a time.
 */
final class RunComparison implements ChecksumConsumer {

  private final ChecksumType type;
  private final int bytesPerChecksum;
  private final ExpectedRun expected;

  /** Windows compared since begin. */
  private int windowsRead;

  /** Bytes of the run begun last, known from its end on. */
  private long bytes;

  /** Also receives every window of the run, if there is one. */
  private @Nullable ChecksumConsumer observer;

  private final MismatchTally found;

  private final CleanResults clean = new CleanResults();

  RunComparison(ChecksumType type, int bytesPerChecksum, VerifyOptions options) {
    this.type = type;
    this.bytesPerChecksum = bytesPerChecksum;
    this.expected = new ExpectedRun(type, bytesPerChecksum);
    this.found = new MismatchTally(options);
  }

  /**
   * Begins a run of a chunk.
   *
   * @param stored the checksums of the whole chunk
   * @param recorded the record they are from; null if the length of the chunk is not recorded
   * @param first index of the run's first window
   * @param count number of windows
   */
  void begin(ChecksumData stored, @Nullable ChunkInfo recorded, int first, int count) {
    observer = null;
    windowsRead = 0;
    found.clear(first);
    expected.begin(stored, recorded, first, count);
  }

  /** Sets the receiver of the checksums of subsequent windows, null for none. */
  void observe(@Nullable ChecksumConsumer newObserver) {
    observer = newObserver;
  }

  /** How many of the bytes in hand have checksums in the run; 0 if these do not fit. */
  long bytesToCompute(long inHand) {
    return fits() ? Math.min(inHand, expected.length()) : 0;
  }

  /** Offset in the chunk at which the run begins. */
  long start() {
    return expected.start();
  }

  /** Bytes of the run that have checksums. */
  long length() {
    return expected.length();
  }

  /** Whether the checksums of the run are what the verifier computes. */
  boolean fits() {
    return fits(expected.checksums());
  }

  /** Whether checksums are what the verifier computes. */
  boolean fits(ChecksumData stored) {
    return stored.type().equals(type) && stored.bytesPerChecksum() == bytesPerChecksum;
  }

  /** Whether the chunk of this run has no checksums. */
  boolean isUnchecked() {
    return expected.checksums().type().isNone();
  }

  /** Compares the next window of the run. */
  @Override
  public void accept(long window, int length, byte[] checksum, int offset) {
    if (observer != null) {
      observer.accept(window, length, checksum, offset);
    }
    int i = windowsRead;
    if (!expected.isComplete(i, length)
        || !expected.checksums().matches(expected.firstWindow() + i, checksum, offset)) {
      addMismatch(i, length, checksum, offset);
    }
    windowsRead = i + 1; // Last: without memory to note a bad window, it must not count as good.
  }

  /** All are as long as recorded: no more bytes of a run are taken than it should have. */
  @Override
  public void acceptAll(long first, int length, int count, byte[] checksums, int checksumLength) {
    int next = expected.firstWindow() + windowsRead;
    if (!expected.checksums().matches(next, count, checksums, 0)) {
      ChecksumConsumer.super.acceptAll(first, length, count, checksums, checksumLength);
      return;
    }
    if (observer != null) {
      observer.acceptAll(first, length, count, checksums, checksumLength);
    }
    windowsRead += count;
  }

  /** A window that is only counted makes no garbage: a chunk can have very many. */
  private void addMismatch(int i, int length, byte[] checksum, int offset) {
    if (found.isFull()) {
      int bad = expected.firstWindow() + i;
      found.addUnkept(bad, bad + 1, expected.lengthOf(i, length));
    } else {
      byte[] actual = Arrays.copyOfRange(checksum, offset, offset + type.checksumLength());
      found.add(expected.mismatch(i, length, actual));
    }
  }

  /**
   * Ends the run, which had {@code taken} bytes. If all came from one chunk buffer, mismatches are
   * located in it: {@code start} is the offset in the chunk of the buffer's first byte.
   */
  VerifyResult finish(long taken, @Nullable ChunkBuffer buffer, long start) {
    VerifyResult other = finishUnlessMatch(taken, buffer, start);
    return other != null ? other : match(taken);
  }

  /** Ends the run in the same way, but makes no result of a match: returns null instead. */
  @Nullable VerifyResult finishUnlessMatch(long taken, @Nullable ChunkBuffer buffer, long start) {
    ChecksumData stored = expected.checksums();
    bytes = taken;
    try {
      if (type.isNone()) {
        return VerifyResult.notChecked();
      }
      if (!stored.type().equals(type)) {
        return VerifyResult.wrongType(expected.chunkName(), type, stored.type());
      }
      if (stored.bytesPerChecksum() != bytesPerChecksum) {
        return VerifyResult.wrongWindowSize(
            expected.chunkName(), bytesPerChecksum, stored.bytesPerChecksum());
      }
      addMissingAndSurplus();
      if (found.count() == 0) {
        return null;
      }
      if (buffer != null) {
        found.locate(buffer, start);
      }
      long end = expected.endOffset(bytes);
      found.dataEnds(expected.start() + bytes, end);
      return mismatch(expected.windowCount(), end);
    } finally {
      expected.drop();
    }
  }

  private void addMissingAndSurplus() {
    int end = expected.windowCount();
    int next = windowsRead;
    while (next < end && !found.isFull()) {
      found.add(expected.mismatch(next++, bytesPerChecksum, null));
    }
    if (next < end) { // In one step: a record can claim very many.
      int first = expected.firstWindow();
      long length = expected.length() - (long) next * bytesPerChecksum;
      found.addUnkept(first + next, first + end, length);
    }
    long surplus = bytes - expected.length();
    if (surplus > 0) {
      long offset = expected.start() + expected.length();
      found.add(Mismatch.surplus(expected.firstWindow() + end, offset, surplus));
    }
  }

  /** Lets go of the checksums of a run that will not be continued. */
  void drop() {
    expected.drop();
  }

  /** The result of a run that was dropped, at the end of the last window compared. */
  VerifyResult brokenOff() {
    // What was judged is what counts.
    bytes = Math.min((long) windowsRead * bytesPerChecksum, expected.length());
    long end = expected.start() + bytes;
    return found.count() == 0
        ? VerifyResult.brokenOff(expected.firstWindow(), windowsRead, bytesPerChecksum, end)
        : mismatch(windowsRead, end);
  }

  private VerifyResult mismatch(int windows, long end) {
    CheckedWindows checked = found.windows(windows, bytesPerChecksum, end);
    return VerifyResult.mismatch(type, expected.chunkName(), windows, found, checked);
  }

  /** The result of a run of {@code taken} bytes that is clean. */
  VerifyResult match(long taken) {
    int first = expected.firstWindow();
    return clean.of(first, expected.windowCount(), bytesPerChecksum, expected.endOffset(taken));
  }

  /** Offset in the chunk at which the run ends: as recorded, or else if it has that many bytes. */
  long endOffset(long taken) {
    return expected.endOffset(taken);
  }

  /** Reports what was found in the run that was ended last. */
  void report(VerifyResult result, VerifyRecorder recorder) {
    recorder.found(result, expected.chunkName(), bytes, Math.min(bytes, expected.length()));
  }

  /** Windows of the run ended last that were read, the one in which the bytes end included. */
  int windowsRead() {
    return windowsRead;
  }

  /** Bytes of the run ended last that were read: those that have checksums, if these fit. */
  long bytesRead() {
    return windowsRead == 0 ? 0 : Math.min(bytes, expected.length());
  }
}
