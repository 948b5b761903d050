// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Verifies chunks against their stored checksums, comparing as it reads: no list of computed
 * checksums is made, and after the first chunk of a kind a clean verification allocates nothing.
 * Kinds differ by the windows verified and where they end; 8 are remembered, and a new one replaces
 * the oldest.
 *
 * <p>A whole chunk, or a run of its windows, is verified in one call. If the bytes arrive part by
 * part, {@code begin}, any number of {@link #update} calls and {@link #finish} do the same.
 *
 * <p>Every bad window is found, and so are missing and surplus bytes, even at a window boundary. A
 * {@link ChunkInfo} records the chunk's length; {@link ChecksumData} alone does not, so a last
 * window that was cut short shows only by its checksum. Stored checksums whose type or window size
 * differs from the verifier's have verdicts of their own. A verifier of type NONE reads nothing and
 * reports so.
 *
 * <p>Mutable, for one thread at a time.
 */
public final class ChunkVerifier {
  // A long file: most of it says what each of its methods takes, gives and refuses.

  private final RunVerifier run;
  private final VerifyRecorder recorder;

  /**
   * Creates a verifier.
   *
   * @param algorithm expected algorithm of the stored checksums
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is out of range
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}
   */
  public ChunkVerifier(ChecksumAlgorithm algorithm, int bytesPerChecksum) {
    this(algorithm, bytesPerChecksum, VerifyOptions.DEFAULT);
  }

  /**
   * Creates a verifier.
   *
   * @param algorithm expected algorithm of the stored checksums
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @param options what to do besides verifying
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is out of range
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}
   */
  public ChunkVerifier(ChecksumAlgorithm algorithm, int bytesPerChecksum, VerifyOptions options) {
    this.run = new RunVerifier(algorithm, bytesPerChecksum, options);
    this.recorder = new VerifyRecorder(algorithm.type(), bytesPerChecksum, options);
  }

  /**
   * Verifies a whole chunk whose length is not recorded: every stored checksum must have its
   * window, and no byte may follow them.
   *
   * @param chunk the chunk; read during the call and not kept
   * @param expected its stored checksums
   * @return what was found
   */
  public VerifyResult verify(ChunkBuffer chunk, ChecksumData expected) {
    return verifyWindows(chunk, expected, 0, expected.count());
  }

  /**
   * Verifies a whole chunk whose length is recorded.
   *
   * @param chunk the chunk; read during the call and not kept
   * @param expected its record; only length and checksums are used
   * @return what was found; offsets in it count from the start of the chunk
   */
  public VerifyResult verify(ChunkBuffer chunk, ChunkInfo expected) {
    return verifyWindows(chunk, expected, 0, expected.checksums().count());
  }

  /**
   * Verifies a run of windows of a chunk.
   *
   * @param windows the bytes of the run; read during the call and not kept
   * @param expected the stored checksums of the whole chunk
   * @param firstWindow index of the run's first window, from 0
   * @param windowCount number of windows the run should have
   * @return what was found; windows and offsets in it count from the start of the chunk, pieces are
   *     those of {@code windows}
   * @throws IndexOutOfBoundsException if {@code expected} has no such windows
   */
  public VerifyResult verifyWindows(
      ChunkBuffer windows, ChecksumData expected, int firstWindow, int windowCount) {
    return verify(windows, expected, null, firstWindow, windowCount);
  }

  /**
   * Verifies a run of windows of a chunk whose length is recorded.
   *
   * @param windows the bytes of the run; read during the call and not kept
   * @param expected the record of the whole chunk; only length and checksums are used
   * @param firstWindow index of the run's first window, from 0
   * @param windowCount number of windows the run should have
   * @return what was found; windows and offsets in it count from the start of the chunk, pieces are
   *     those of {@code windows}
   * @throws IndexOutOfBoundsException if {@code expected} has no such windows
   */
  public VerifyResult verifyWindows(
      ChunkBuffer windows, ChunkInfo expected, int firstWindow, int windowCount) {
    return verify(windows, expected.checksums(), expected, firstWindow, windowCount);
  }

  private VerifyResult verify(
      ChunkBuffer windows,
      ChecksumData expected,
      @Nullable ChunkInfo recorded,
      int firstWindow,
      int windowCount) {
    Objects.requireNonNull(windows, "windows");
    run.begin(expected, recorded, firstWindow, windowCount);
    recorder.begin(run.totalBytesCopied());
    update(windows);
    return finish(windows, run.comparison().start());
  }

  /**
   * Begins a run of windows of a chunk whose length is not recorded. An earlier run that was not
   * finished is discarded.
   *
   * @param expected the stored checksums of the whole chunk
   * @param firstWindow index of the run's first window, from 0
   * @param windowCount number of windows the run should have
   * @throws IndexOutOfBoundsException if {@code expected} has no such windows
   */
  public void begin(ChecksumData expected, int firstWindow, int windowCount) {
    begin(expected, null, firstWindow, windowCount);
  }

  /**
   * Begins a run of windows of a chunk whose length is recorded. An earlier run that was not
   * finished is discarded.
   *
   * @param expected the record of the whole chunk; only length and checksums are used
   * @param firstWindow index of the run's first window, from 0
   * @param windowCount number of windows the run should have
   * @throws IndexOutOfBoundsException if {@code expected} has no such windows
   */
  public void begin(ChunkInfo expected, int firstWindow, int windowCount) {
    begin(expected.checksums(), expected, firstWindow, windowCount);
  }

  private void begin(
      ChecksumData expected, @Nullable ChunkInfo recorded, int firstWindow, int windowCount) {
    run.begin(expected, recorded, firstWindow, windowCount);
    recorder.beginUntimed(run.totalBytesCopied());
  }

  /**
   * Takes the next bytes of the run.
   *
   * <p>If it throws midway, say because the bytes are in memory that is gone, the run cannot
   * continue: {@link #breakOff} it, or begin another. Of a digest, windows are read many at a time;
   * those read with the one at which it failed are then not compared, even if they were read whole.
   *
   * @param bytes the bytes; read during the call and not kept
   * @throws IllegalStateException if nothing was begun, or a call failed midway
   * @throws ArithmeticException if the run would exceed 2<sup>63</sup>−1 bytes; it can continue
   */
  public void update(ChunkBuffer bytes) {
    run.update(bytes, 0, bytes.length());
  }

  /**
   * Takes a range of bytes as the next of the run, such as what was last read into a buffer that is
   * wrapped once and used again and again. The same as {@link #update(ChunkBuffer)} with a slice,
   * without making one.
   *
   * @param bytes holds the range; read during the call and not kept
   * @param offset offset of its first byte in {@code bytes}
   * @param length number of bytes
   * @throws IndexOutOfBoundsException if the range is not inside {@code bytes}; the run can
   *     continue
   * @throws IllegalStateException if nothing was begun, or a call failed midway
   * @throws ArithmeticException if the run would exceed 2<sup>63</sup>−1 bytes; it can continue
   */
  public void update(ChunkBuffer bytes, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, bytes.length());
    run.update(bytes, offset, length);
  }

  /**
   * Counts the next bytes of a chunk without checksums, which need not be read for that.
   *
   * @param bytes number of bytes, at least 0
   * @throws IllegalArgumentException if {@code bytes} is negative
   * @throws IllegalStateException if no run was begun, or its chunk is not of type NONE
   * @throws ArithmeticException if the run would exceed 2<sup>63</sup>−1 bytes; it can continue
   */
  public void skip(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("bytes must not be negative: " + bytes);
    }
    if (!run.comparison().isUnchecked()) {
      throw new IllegalStateException("only bytes without checksums can be skipped");
    }
    run.skip(bytes);
  }

  /**
   * Ends the run. If it throws because the algorithm fails, the run can still be {@linkplain
   * #breakOff broken off}.
   *
   * @return what was found; windows and offsets in it count from the start of the chunk, pieces are
   *     not known
   * @throws IllegalStateException if nothing was begun, or a call failed midway
   */
  public VerifyResult finish() {
    return finish(null, 0);
  }

  /** Ends the run; all its bytes came from {@code bytes}, unless that is null. */
  VerifyResult finish(@Nullable ChunkBuffer bytes, long start) {
    return reported(run.finish(bytes, start));
  }

  private VerifyResult reported(VerifyResult result) {
    RunComparison comparison = run.comparison();
    comparison.report(result, recorder);
    recorder.end(comparison.bytesRead(), comparison.windowsRead(), run.totalBytesCopied());
    return result;
  }

  /**
   * Ends a run whose bytes cannot be read to the end, or that {@link #finish} failed to end. Only
   * windows that were taken whole and compared are judged, see {@link #update(ChunkBuffer)}; none
   * is reported as missing.
   *
   * <p>If any window was not, a clean result is {@link Verdict#INCOMPLETE}, never {@link
   * Verdict#MATCH}: nothing is known of the rest. If all were, or the verifier has nothing to
   * compare with, the result is that of {@link #finish()}.
   *
   * @return what was found in these windows
   * @throws IllegalStateException if nothing was begun
   */
  public VerifyResult breakOff() {
    return reported(run.breakOff());
  }

  /**
   * Ends a run whose bytes cannot be read to the end, as {@link #breakOff()} does.
   *
   * @param cause why reading failed
   * @return the exception to throw: {@code cause}, or if a window that was compared is bad, or the
   *     stored checksums are not of the verifier's type or window size, a {@link
   *     ChecksumMismatchException} with {@code cause} as a suppressed exception
   * @throws IllegalStateException if nothing was begun
   */
  public IOException breakOff(IOException cause) {
    Objects.requireNonNull(cause, "cause");
    VerifyResult result = breakOff();
    return result.ok() ? cause : new ChecksumMismatchException(result, cause);
  }

  /**
   * Returns whether this verifier has the type and window size of stored checksums.
   *
   * @param stored the stored checksums
   * @return whether both are the same
   */
  public boolean fits(ChecksumData stored) {
    return run.comparison().fits(stored);
  }

  /**
   * Returns the number of payload bytes that had to be copied, as {@link
   * ChecksumStream#bytesCopied()} does.
   *
   * @return bytes since construction, by the kind of memory they were in
   */
  public CopiedBytes bytesCopied() {
    return run.bytesCopied();
  }

  /** For callers that put several runs together, or learn of windows as they are compared. */
  RunVerifier run() {
    return run;
  }

  /** For those callers, which report what they do themselves. */
  VerifyRecorder recorder() {
    return recorder;
  }
}
