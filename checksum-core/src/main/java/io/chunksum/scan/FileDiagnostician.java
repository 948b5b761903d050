// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.ByteReader;
import io.chunksum.format.FileRecord;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.diagnosis.Diagnosis;
import io.chunksum.verify.diagnosis.Diagnostician;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * Finds out what may have happened to the bad windows of a file that a {@link FileScanner} has
 * found, as a {@link Diagnostician} does for those of a chunk.
 *
 * <p>The recorded checksums are searched in runs of windows that are contiguous and fit in memory:
 * one run, except for files of hundreds of gigabytes and files with chunks that do not end on a
 * window boundary. What belongs to another run is not found as another window.
 *
 * <p>Reads the file by position, around each bad window, and for the first of several in a row also
 * where windows of other sizes would be, as a {@link Diagnostician} says, but of a file that was
 * not verified to its end only what was. The file must not change between verification and
 * diagnosis. Mutable, for one thread at a time.
 */
public final class FileDiagnostician {

  /** Bytes of checksums in a run, without its last chunk's: those of 256 GiB in 16 KiB windows. */
  static final int RUN_BYTES = 64 * 1024 * 1024;

  private final FileChannel file;
  private final LongConsumer diagnosed;
  private final int runBytes;

  /**
   * Creates a diagnostician for a file.
   *
   * @param file the file, open for reading; its position is not used, and the caller closes it
   */
  public FileDiagnostician(FileChannel file) {
    this(file, length -> {});
  }

  /**
   * Creates a diagnostician for a file that reports its progress.
   *
   * @param file the file, open for reading; its position is not used, and the caller closes it
   * @param diagnosed receives the length of each mismatch, in bytes, once it has been diagnosed
   */
  public FileDiagnostician(FileChannel file, LongConsumer diagnosed) {
    this(file, diagnosed, RUN_BYTES);
  }

  FileDiagnostician(FileChannel file, LongConsumer diagnosed, int runBytes) {
    this.file = Objects.requireNonNull(file, "file");
    this.diagnosed = Objects.requireNonNull(diagnosed, "diagnosed");
    this.runBytes = runBytes;
  }

  /**
   * Diagnoses the mismatches of the file for one type of checksums.
   *
   * @param result what was found in the file for that type
   * @param record the record that it was verified against, opened anew: it is read from its first
   *     chunk to its last, and the caller closes it
   * @return one diagnosis for each mismatch that the result has kept, in the same order, counted
   *     from the start of the file
   * @throws IOException if the file or the record cannot be read, the record is malformed or was
   *     read before, or a bad window has other bytes than when it was verified
   * @throws IllegalArgumentException if the record has no checksums of that type, or the mismatches
   *     are not those of its windows
   * @throws IllegalStateException if this JVM cannot run the algorithm, or others cannot be listed,
   *     as in {@link Diagnostician#diagnose}
   */
  public List<Diagnosis> diagnose(FileResult result, FileRecord record) throws IOException {
    WholeRecord whole = new WholeRecord(record);
    int index = whole.types().indexOf(result.type());
    if (index < 0) {
      throw new IllegalArgumentException(
          "the record has checksums of " + whole.types() + ", not of " + result.type());
    }
    Pass pass = new Pass(result, index);
    whole.forEachChunk(pass::take);
    return pass.end();
  }

  /** Reads the record once, for one of its types. */
  private final class Pass {

    private final FileResult result;

    /** Index of the type among those of the record. */
    private final int index;

    /** The checksums of the current run. */
    private final ByteArrayOutputStream run = new ByteArrayOutputStream();

    private final List<Diagnosis> diagnoses = new ArrayList<>();

    /** Where the contiguous windows of one size begin, and that size; 0 before the first. */
    private long gridWindow;

    private long gridOffset;
    private int bytesPerChecksum;

    /** Index in the file of the first window after the run, and of the next window to come. */
    private long runEnd;

    private long nextWindow;

    /** Number of windows of the type so far, up to the end of the run. */
    private long windowsOfType;

    Pass(FileResult result, int index) {
      this.result = result;
      this.index = index;
    }

    void take(List<ChunkInfo> chunk) throws IOException {
      ChunkInfo info = chunk.get(index);
      if (info.checksums().type().equals(result.type())) {
        takeSums(info);
      } else { // The run ends here: its windows would not be contiguous.
        nextWindow += ChunkCheck.windows(chunk).windowCount();
      }
    }

    List<Diagnosis> end() throws IOException {
      diagnoseRun(result.mismatches());
      return List.copyOf(diagnoses);
    }

    private void takeSums(ChunkInfo chunk) throws IOException {
      ChecksumData sums = chunk.checksums();
      long end = gridOffset + (nextWindow - gridWindow) * bytesPerChecksum;
      boolean continuesRun =
          nextWindow == runEnd
              && chunk.offset() == end
              && sums.bytesPerChecksum() == bytesPerChecksum;
      if (!continuesRun || run.size() >= runBytes) {
        diagnoseRun(
            result.mismatches().stream().takeWhile(bad -> bad.window() < nextWindow).toList());
      }
      if (!continuesRun) {
        gridWindow = nextWindow;
        gridOffset = chunk.offset();
        bytesPerChecksum = sums.bytesPerChecksum();
      }
      run.writeBytes(sums.toByteArray());
      nextWindow += sums.count();
      runEnd = nextWindow;
      windowsOfType += sums.count();
    }

    /** Diagnoses those of the first mismatches that are not yet diagnosed, and begins a new run. */
    private void diagnoseRun(List<Mismatch> first) throws IOException {
      List<Mismatch> due = first.subList(diagnoses.size(), first.size());
      if (bytesPerChecksum == 0) {
        due.forEach(this::addWithoutWindow);
      } else if (!due.isEmpty()) {
        diagnoseAll(due);
      }
      run.reset();
    }

    /** There have been no windows of the type: only bytes without a checksum can be wrong. */
    private void addWithoutWindow(Mismatch mismatch) {
      ByteBuffer expected = mismatch.expected();
      if (expected != null && expected.hasRemaining()) {
        throw new IllegalArgumentException("the record has no checksum for it: " + mismatch);
      }
      addDiagnosis(mismatch, Diagnosis.UNKNOWN);
    }

    private void diagnoseAll(List<Mismatch> due) throws IOException {
      ChecksumData sums = ChecksumData.of(result.type(), bytesPerChecksum, run.toByteArray());
      long firstWindow = runEnd - sums.count() - gridWindow;
      long length = Math.max(0, file.size() - gridOffset);
      int verified = sums.count();
      if (result.failure() != null) { // Behind what was read, nothing may be readable.
        verified = windowsVerified(sums.count(), due.get(due.size() - 1));
        length = Math.min(length, (firstWindow + verified) * bytesPerChecksum);
      }
      Diagnostician diagnostician =
          new Diagnostician(sums.range(0, verified), firstWindow, length, this::readFully)
              .within(gridWindow, gridOffset, sums.count() - verified);
      for (Mismatch mismatch : due) {
        addDiagnosis(mismatch, diagnose(diagnostician, mismatch));
      }
    }

    /**
     * How many windows of the run were verified, up to the last mismatch at least: of a range, the
     * number in the result counts from elsewhere.
     */
    private int windowsVerified(int count, Mismatch last) {
      long verified = result.windows() - (windowsOfType - count);
      long upToLast = last.window() - (runEnd - count) + 1;
      return (int) Math.min(count, Math.max(verified, upToLast));
    }

    private static Diagnosis diagnose(Diagnostician diagnostician, Mismatch mismatch)
        throws IOException {
      try {
        return diagnostician.diagnose(mismatch);
      } catch (UncheckedIOException e) {
        throw Objects.requireNonNull(e.getCause());
      }
    }

    private void addDiagnosis(Mismatch mismatch, Diagnosis diagnosis) {
      diagnoses.add(diagnosis);
      diagnosed.accept(mismatch.length());
    }

    /** Reads bytes at an offset from the start of the grid. */
    private void readFully(long offset, byte[] target, int targetOffset, int length)
        throws IOException {
      ByteBuffer wanted = ByteBuffer.wrap(target, targetOffset, length);
      if (!ByteReader.fill(file, gridOffset + offset, wanted)) {
        throw new EOFException("file became shorter");
      }
    }
  }
}
