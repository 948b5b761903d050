// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumConsumer;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.internal.TakenBytes;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The work of a {@link ChunkVerifier}: verifies a run of windows against their stored checksums,
 * comparing as it reads. A clean run produces no result and allocates nothing, so that callers that
 * put several runs together create one result for all of them.
 *
 * <p>Mutable, for one thread at a time.
 */
final class RunVerifier {

  private final ChecksumType type;
  private final int bytesPerChecksum;

  private final ChecksumStream stream;
  private final ExpectedRun expected;

  /** Bytes and windows taken since begin. */
  private final TakenBytes taken =
      new TakenBytes("a call has failed midway: break off, or begin again");

  private int windowsTaken;

  /** Also receives every window of the run, if there is one. */
  private @Nullable ChecksumConsumer observer;

  private final MismatchTally found;

  private final CleanResults clean = new CleanResults();

  RunVerifier(ChecksumAlgorithm algorithm, int bytesPerChecksum, VerifyOptions options) {
    this.type = algorithm.type();
    this.bytesPerChecksum = ChecksumData.checkWindowSize(type, bytesPerChecksum);
    this.stream = new ChecksumStream(algorithm, bytesPerChecksum, new Comparison());
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
    Objects.checkFromIndexSize(first, count, stored.count());
    expected.drop(); // There is no run until all has begun.
    observer = null;
    taken.set(0);
    windowsTaken = 0;
    found.clear(first);
    stream.reset();
    expected.begin(stored, recorded, first, count);
  }

  /** Takes a range of bytes as the next of the run. */
  void update(ChunkBuffer bytes, long offset, long length) {
    ChecksumData stored = expected.checksums();
    long newCount = taken.begin(length);
    if (fits(stored)) {
      long room = Math.max(0, expected.length() - taken.count());
      stream.update(bytes, offset, Math.min(length, room));
    }
    taken.set(newCount);
  }

  /**
   * Ends the run. If all its bytes came from one chunk buffer, mismatches are located in it: {@code
   * start} is the offset in the chunk of the buffer's first byte.
   */
  VerifyResult finish(@Nullable ChunkBuffer bytes, long start) {
    VerifyResult other = finishUnlessMatch(bytes, start);
    return other != null ? other : match();
  }

  /** Ends the run in the same way, but makes no result of a match: returns null instead. */
  @Nullable VerifyResult finishUnlessMatch(@Nullable ChunkBuffer bytes, long start) {
    taken.checkWhole();
    ChecksumData stored = expected.checksums();
    if (fits(stored)) {
      endLastWindow();
    }
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
      if (bytes != null) {
        found.locate(bytes, start);
      }
      return mismatch(expected.windowCount(), expected.endOffset(taken.count()));
    } finally {
      expected.drop();
    }
  }

  /** If the algorithm fails to, the run can be broken off, as after a failed update. */
  private void endLastWindow() {
    long count = taken.begin(0);
    stream.finish();
    taken.set(count);
  }

  /**
   * Ends the run as {@link #finish} does if that has all it needs, and else at the end of the last
   * whole window taken.
   */
  VerifyResult breakOff() {
    boolean compares = !type.isNone() && fits(expected.checksums());
    // After a failed call, nobody knows which bytes the open window has.
    boolean allTaken = !taken.torn() && taken.count() >= expected.length();
    if (!compares || allTaken) {
      return finish(null, 0);
    }
    drop();
    // What was judged is what counts.
    taken.set(Math.min((long) windowsTaken * bytesPerChecksum, expected.length()));
    long end = (long) expected.firstWindow() * bytesPerChecksum + taken.count();
    return found.count() == 0
        ? VerifyResult.brokenOff(expected.firstWindow(), windowsTaken, bytesPerChecksum, end)
        : mismatch(windowsTaken, end);
  }

  /** Lets go of the checksums of a run that will not be continued. */
  void drop() {
    expected.drop();
  }

  private VerifyResult mismatch(int windows, long end) {
    CheckedWindows checked = found.windows(windows, bytesPerChecksum, end);
    return VerifyResult.mismatch(type, expected.chunkName(), windows, found, checked);
  }

  /** The result of the run begun last, which was clean. */
  private VerifyResult match() {
    long end = expected.endOffset(taken.count());
    return match(expected.firstWindow(), expected.windowCount(), end);
  }

  /** The result of a clean run. */
  VerifyResult match(int first, int windows, long end) {
    return clean.of(first, windows, bytesPerChecksum, end);
  }

  /** Offset in the chunk at which the run ends: as recorded, or else if it has that many bytes. */
  long endOffset(long bytes) {
    return expected.endOffset(bytes);
  }

  boolean fits(ChecksumData stored) {
    return expected.fits(stored);
  }

  CopiedBytes bytesCopied() {
    return stream.bytesCopied();
  }

  long totalBytesCopied() {
    return stream.totalBytesCopied();
  }

  /** Reports what was found in the run begun last. */
  void report(VerifyResult result, VerifyRecorder recorder) {
    long bytes = taken.count();
    recorder.found(result, expected.chunkName(), bytes, Math.min(bytes, expected.length()));
  }

  /** Windows of the run begun last that were read, the one in which the bytes end included. */
  int windowsRead() {
    return windowsTaken;
  }

  /** Bytes of the run begun last that were read: those that have checksums, if these fit. */
  long bytesRead() {
    return windowsTaken == 0 ? 0 : Math.min(taken.count(), expected.length());
  }

  private void addMissingAndSurplus() {
    int end = expected.windowCount();
    int next = windowsTaken;
    while (next < end && !found.isFull()) {
      found.add(expected.mismatch(next++, bytesPerChecksum, null));
    }
    if (next < end) { // In one step: a record can claim very many.
      int first = expected.firstWindow();
      long length = expected.length() - (long) next * bytesPerChecksum;
      found.addUnkept(first + next, first + end, length);
    }
    long surplus = taken.count() - expected.length();
    if (surplus > 0) {
      long offset = (long) expected.firstWindow() * bytesPerChecksum + expected.length();
      found.add(Mismatch.surplus(expected.firstWindow() + end, offset, surplus));
    }
  }

  /** Sets the receiver of the checksums of subsequent windows, null for none. */
  void observe(@Nullable ChecksumConsumer newObserver) {
    observer = newObserver;
  }

  /** Bytes of the open window taken so far; 0 if none is open. */
  int openLength() {
    return stream.openLength();
  }

  /** Writes the checksum of the open window's bytes so far, if the algorithm can do that. */
  void peek(byte[] target) {
    if (!stream.peek(target, 0)) {
      throw new IllegalStateException(type + " cannot give a checksum midway");
    }
  }

  /**
   * How many of the bytes in hand have checksums in the run; 0 if these do not fit this verifier.
   * For callers that compute elsewhere and {@link #compare} here.
   */
  long bytesToCompute(long inHand) {
    return fits(expected.checksums()) ? Math.min(inHand, expected.length()) : 0;
  }

  /** Whether the chunk of this run has no checksums. */
  boolean readsNothing() {
    return expected.readsNothing();
  }

  /** Takes note of bytes whose checksums are computed elsewhere. */
  void skip(long bytes) {
    taken.set(taken.begin(bytes));
  }

  /** Compares the next window of the run. */
  void compare(long window, int length, byte[] checksum, int offset) {
    if (observer != null) {
      observer.accept(window, length, checksum, offset);
    }
    int i = windowsTaken;
    if (!expected.isComplete(i, length)
        || !expected.checksums().matches(expected.firstWindow() + i, checksum, offset)) {
      addMismatch(i, length, checksum, offset);
    }
    windowsTaken = i + 1; // Last: without memory to note a bad window, it must not count as good.
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

  /** Compares what the stream produces. */
  private final class Comparison implements ChecksumConsumer {

    @Override
    public void accept(long window, int length, byte[] checksum, int offset) {
      compare(window, length, checksum, offset);
    }

    /** All are as long as recorded: no more bytes of a run are taken than it should have. */
    @Override
    public void acceptAll(long first, int length, int count, byte[] checksums, int checksumLength) {
      int next = expected.firstWindow() + windowsTaken;
      if (!expected.checksums().matches(next, count, checksums, 0)) {
        ChecksumConsumer.super.acceptAll(first, length, count, checksums, checksumLength);
        return;
      }
      if (observer != null) {
        observer.acceptAll(first, length, count, checksums, checksumLength);
      }
      windowsTaken += count;
    }
  }
}
