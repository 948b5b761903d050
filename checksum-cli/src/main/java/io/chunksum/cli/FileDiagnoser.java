// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.ByteReader;
import io.chunksum.format.FileRecord;
import io.chunksum.scan.ChunkCheck;
import io.chunksum.scan.FileResult;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.diagnosis.Diagnosis;
import io.chunksum.verify.diagnosis.Diagnostician;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Diagnoses the mismatches of a file for one type. The recorded checksums are searched in runs of
 * windows that are contiguous and fit in memory: one run, except for very large files and files
 * with chunks that do not end on a window boundary. What belongs to another run is not found as
 * another window.
 */
final class FileDiagnoser {

  /** Bytes of checksums in a run, without its last chunk's: those of 256 GiB in 16 KiB windows. */
  static final int RUN_BYTES = 64 * 1024 * 1024;

  private final FileChannel file;
  private final int runBytes;

  /** Receives the length of each window once it has been diagnosed. */
  private final LongConsumer diagnosed;

  private final ByteArrayOutputStream run = new ByteArrayOutputStream();
  private final List<Diagnosis> diagnoses = new ArrayList<>();

  /** Where the contiguous windows of one size begin, and that size. */
  private long gridWindow;

  private long gridOffset;
  private int bytesPerChecksum;

  /** Index in the file of the first window after the run, and of the next window to come. */
  private long runEnd;

  private long nextWindow;

  FileDiagnoser(FileChannel file, int runBytes, LongConsumer diagnosed) {
    this.file = file;
    this.runBytes = runBytes;
    this.diagnosed = diagnosed;
  }

  /**
   * Returns one diagnosis for each mismatch of the result, or none if nothing was recorded. Reads
   * the record from its first chunk.
   */
  List<Diagnosis> diagnose(FileResult result, FileRecord record) throws IOException {
    int index = record.types().indexOf(result.type());
    List<ChunkInfo> chunk = record.nextChunk();
    while (!chunk.isEmpty()) {
      ChunkInfo info = chunk.get(index);
      if (info.checksums().type().equals(result.type())) {
        add(info, result);
      } else {
        nextWindow += ChunkCheck.windows(chunk).windowCount();
      }
      chunk = record.nextChunk();
    }
    diagnoseRun(result, result.mismatches());
    return diagnoses;
  }

  private void add(ChunkInfo chunk, FileResult result) throws IOException {
    ChecksumData sums = chunk.checksums();
    long end = gridOffset + (nextWindow - gridWindow) * bytesPerChecksum;
    boolean goesOn =
        nextWindow == runEnd
            && chunk.offset() == end
            && sums.bytesPerChecksum() == bytesPerChecksum;
    if (!goesOn || run.size() >= runBytes) {
      List<Mismatch> mismatches = result.mismatches();
      diagnoseRun(result, mismatches.stream().takeWhile(bad -> bad.window() < nextWindow).toList());
    }
    if (!goesOn) {
      gridWindow = nextWindow;
      gridOffset = chunk.offset();
      bytesPerChecksum = sums.bytesPerChecksum();
    }
    ByteBuffer packed = sums.packed();
    byte[] copy = new byte[packed.remaining()];
    packed.get(copy);
    run.write(copy);
    nextWindow += sums.count();
    runEnd = nextWindow;
  }

  /** Diagnoses those of the first mismatches that are not yet diagnosed, and begins a new run. */
  private void diagnoseRun(FileResult result, List<Mismatch> first) throws IOException {
    List<Mismatch> due = first.subList(diagnoses.size(), first.size());
    if (due.isEmpty() || bytesPerChecksum == 0) {
      run.reset();
      return;
    }
    ChecksumData sums = ChecksumData.of(result.type(), bytesPerChecksum, run.toByteArray());
    Diagnostician diagnostician =
        new Diagnostician(
            sums,
            runEnd - sums.count() - gridWindow,
            Math.max(0, file.size() - gridOffset),
            this::readFully);
    for (Mismatch mismatch : due) {
      Diagnosis found = diagnostician.diagnose(mismatch.after(-gridWindow, -gridOffset));
      diagnoses.add(found.after(gridWindow, gridOffset));
      diagnosed.accept(mismatch.length());
    }
    run.reset();
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
