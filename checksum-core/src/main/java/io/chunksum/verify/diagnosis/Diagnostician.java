// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.internal.ByteArrays;
import io.chunksum.internal.OneCall;
import io.chunksum.verify.Mismatch;
import io.chunksum.window.WindowLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Finds out what may have happened to the bad windows of a chunk, or of a file.
 *
 * <pre>{@code
 * VerifyResult result = crc32c.verify(chunk, expected);
 * Diagnostician diagnostician = new Diagnostician(chunk, expected);
 * for (Mismatch mismatch : result.mismatches()) {
 *   System.out.println(mismatch + ": " + diagnostician.diagnose(mismatch));
 * }
 * }</pre>
 *
 * <p>It looks for the causes of {@link CauseKind}, and reports for each that fits how likely that
 * is to be chance. Flipped bits and bursts are found for every CRC of whole bytes, from the
 * checksums alone; everything else is found for any type. Data is only read, never changed.
 *
 * <p>For the rare case, not for the hot path: diagnosing a window copies it with as many bytes on
 * either side, at least 64 KiB and at most 16 MiB, and may read much more, and take seconds, if the
 * windows next to it are bad ({@code docs/diagnosis.md}). After 16 windows for which other window
 * sizes were tried in vain, fewer sizes are tried, so what is found of a window may depend on what
 * was diagnosed before. Windows of more than {@value #MAX_WINDOW_BYTES} bytes are diagnosed as
 * unknown.
 *
 * <p>Keeps what it was given and reads it on each call; the data must not change between
 * verification and diagnosis. Bytes of a bad window that have another checksum by now are not
 * diagnosed: what was wrong may have been one reading of them. For one thread at a time; a {@link
 * DataReader} that calls it again before it returns gets an {@link IllegalStateException}.
 */
public final class Diagnostician {

  /** Number of bytes in the largest window that is examined. */
  public static final int MAX_WINDOW_BYTES = 64 * 1024 * 1024;

  private final Evidence evidence;
  private final List<Search> searches;

  private final OneCall call = new OneCall("the diagnostician");

  /** What surrounds the evidence in the whole, whose start mismatches and causes count from. */
  private final Surroundings surroundings;

  /**
   * Creates a diagnostician for a whole chunk.
   *
   * @param chunk the chunk that was verified
   * @param expected its stored checksums
   * @throws IllegalArgumentException if there is no algorithm for their type
   * @throws IllegalStateException if services are searched, as in {@link ChecksumAlgorithms#find}
   */
  public Diagnostician(ChunkBuffer chunk, ChecksumData expected) {
    this(expected, 0, chunk.length(), chunk::read);
  }

  /**
   * Creates a diagnostician for a run of windows of a chunk, such as what was read for a range of
   * it.
   *
   * @param run the windows that were verified, and nothing else of the chunk
   * @param expected the stored checksums of the whole chunk
   * @param firstWindow index of the run's first window, from 0
   * @return a diagnostician for mismatches that are counted from the start of the chunk, as are its
   *     causes; data of windows that are not in the run is not found
   * @throws IndexOutOfBoundsException if the chunk has no such window
   * @throws IllegalArgumentException if there is no algorithm for the type of the checksums
   * @throws IllegalStateException if services are searched, as in {@link ChecksumAlgorithms#find}
   */
  public static Diagnostician ofWindows(ChunkBuffer run, ChecksumData expected, int firstWindow) {
    Objects.checkIndex(firstWindow, expected.count());
    int bytesPerChecksum = expected.bytesPerChecksum();
    long windows = WindowLayout.windowCount(run.length(), bytesPerChecksum);
    int count = (int) Math.min(windows, expected.count() - firstWindow);
    return new Diagnostician(expected.range(firstWindow, count), 0, run.length(), run::read)
        .within(
            firstWindow,
            (long) firstWindow * bytesPerChecksum,
            expected.count() - firstWindow - count);
  }

  /**
   * Creates a diagnostician for data that is not in memory, such as a file.
   *
   * @param expected the stored checksums of all its windows, or of a run of them; others are not
   *     looked for
   * @param firstWindow index in the data of the first of these windows
   * @param length number of bytes of data present
   * @param reader reads them
   * @throws IllegalArgumentException if there is no algorithm for the type of the checksums, or
   *     {@code firstWindow} or {@code length} is negative
   * @throws IllegalStateException if services are searched, as in {@link ChecksumAlgorithms#find}
   */
  public Diagnostician(ChecksumData expected, long firstWindow, long length, DataReader reader) {
    this(
        new Evidence(
            ChecksumAlgorithms.of(expected.type()),
            expected,
            firstWindow,
            length,
            Objects.requireNonNull(reader, "reader"),
            Surroundings.NONE));
  }

  private Diagnostician(Evidence evidence) {
    this.evidence = evidence;
    this.surroundings = evidence.surroundings();
    this.searches =
        List.of(
            new BurstSearch(evidence),
            new StoredSumSearch(evidence),
            new ZeroSearch(evidence),
            new OtherSumSearch(evidence),
            new ShiftSearch(evidence)); // Looks at what the one before it found.
  }

  /**
   * Returns a diagnostician for the same data as part of a whole: such as the rest of a file, from
   * an offset on, because windows have another size from there on, or do not begin at a multiple of
   * it.
   *
   * @param windowsBefore number of windows of the whole before the data
   * @param bytesBefore number of bytes of the whole before the data
   * @param windowsAfter number of windows after those whose checksums were given that have
   *     checksums, too, but no data at hand, for example because it cannot be read; unless it is 0,
   *     all windows given are full
   * @return a diagnostician for mismatches that are counted from the start of the whole, as are its
   *     causes, wherever this one counts from
   * @throws IllegalArgumentException if a number is negative
   */
  public Diagnostician within(long windowsBefore, long bytesBefore, int windowsAfter) {
    return new Diagnostician(
        evidence.within(new Surroundings(windowsBefore, bytesBefore, windowsAfter)));
  }

  /**
   * Diagnoses one mismatch.
   *
   * @param mismatch the mismatch, counted from the start of the data, or of the chunk
   * @return what may have happened; {@link CauseKind#UNKNOWN} also for data that has no checksum,
   *     and for data that is missing unless it is found elsewhere
   * @throws IllegalArgumentException if the mismatch is not one of checksums of this type, not one
   *     of a window whose checksum was given, or its bytes are not in that window
   * @throws IllegalStateException if this JVM cannot run the algorithm of the checksums, or others
   *     cannot be listed, as in {@link ChecksumAlgorithms#all}; those that it cannot run are not
   *     tried
   * @throws UncheckedIOException if the data cannot be read, or the bytes of the window no longer
   *     have the checksum that was {@linkplain Mismatch#actual() computed}
   */
  public Diagnosis diagnose(Mismatch mismatch) {
    ByteBuffer expected = mismatch.expected();
    if (expected == null
        || !expected.hasRemaining()
        || mismatch.length() == 0
        || mismatch.length() > MAX_WINDOW_BYTES
        || isAfter(mismatch.window())) {
      return Diagnosis.UNKNOWN;
    }
    checkHasChecksum(mismatch.window());
    checkInWindow(mismatch);
    ByteBuffer found = mismatch.actual();
    byte[] actual = found == null ? new byte[0] : ByteArrays.copyOf(found);
    ChecksumType type = evidence.sums().type();
    int sumBytes = type.checksumLength();
    if (expected.remaining() != sumBytes || (actual.length != 0 && actual.length != sumBytes)) {
      throw new IllegalArgumentException("not a mismatch of type " + type + ": " + mismatch);
    }
    call.begin();
    try {
      BadWindow window =
          BadWindow.read(
              evidence,
              mismatch.window() - surroundings.windowsBefore(),
              mismatch.offset() - surroundings.bytesBefore(),
              (int) mismatch.length(),
              ByteArrays.copyOf(expected),
              actual);
      checkReadAsBefore(window, mismatch.window());
      List<Finding> findings = new ArrayList<>();
      for (Search search : searches) {
        search.search(window, findings);
      }
      return Diagnosis.of(findings)
          .offsetBy(surroundings.windowsBefore(), surroundings.bytesBefore());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      call.end();
    }
  }

  /** Whether a window has a checksum and comes after the evidence: there is nothing of it. */
  private boolean isAfter(long window) {
    long end = firstWindow() + evidence.sums().count();
    return window >= end && window - end < surroundings.windowsAfter();
  }

  private long firstWindow() {
    return surroundings.windowsBefore() + evidence.firstWindow();
  }

  private void checkHasChecksum(long window) {
    long first = firstWindow();
    int count = evidence.sums().count();
    if (window < first || window - first >= count) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "checksums were given for %d windows starting at %d, not for window %d",
              count,
              first,
              window));
    }
  }

  private void checkInWindow(Mismatch mismatch) {
    int bytesPerChecksum = evidence.bytesPerChecksum();
    long offset = mismatch.offset() - surroundings.bytesBefore();
    if (offset != (mismatch.window() - surroundings.windowsBefore()) * bytesPerChecksum
        || mismatch.length() < 0
        || mismatch.length() > bytesPerChecksum) {
      throw new IllegalArgumentException(
          "not in a window of " + bytesPerChecksum + " bytes: " + mismatch);
    }
  }

  /** A fault of one reading is not to be taken for one of the data. */
  private void checkReadAsBefore(BadWindow window, long number) throws IOException {
    if (window.actual().length != 0
        && !Arrays.equals(window.checksum(evidence.algorithm()), window.actual())) {
      throw new IOException("window " + number + " reads differently the second time");
    }
  }
}
