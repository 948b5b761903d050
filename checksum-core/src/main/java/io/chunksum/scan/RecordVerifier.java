// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.SequentialInput;
import io.chunksum.format.FileRecord;
import io.chunksum.internal.Failures;
import io.chunksum.internal.OneCall;
import io.chunksum.verify.VerifyOptions;
import io.chunksum.verify.VerifyResult;
import io.chunksum.window.ByteRange;
import io.chunksum.window.WindowLayout;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Verifies bytes, or a range of them, against the record of a file: all types in one pass over the
 * bytes and the record, in the caller's thread. The bytes may come from anywhere, such as a pipe or
 * a server; a {@link FileScanner} verifies files in several threads.
 *
 * <p>Mutable, for one thread at a time; verifiers are reused from file to file. An input or a
 * record that calls it again before it returns, to verify something else, gets an {@link
 * IllegalStateException}; the call in progress goes on if they do.
 */
public final class RecordVerifier {

  private final VerifyOptions options;
  private final ChunkCheck check;
  private final OneCall call = new OneCall("the verifier");

  /** Creates a verifier. */
  public RecordVerifier() {
    this(VerifyOptions.DEFAULT);
  }

  /**
   * Creates a verifier.
   *
   * @param options how many mismatches are kept for each type, and counters, if any
   */
  public RecordVerifier(VerifyOptions options) {
    this.options = options;
    this.check = new ChunkCheck(options);
  }

  /**
   * Verifies all bytes of a file. The input is read to its end.
   *
   * @param file the file's name, for results and Flight Recorder
   * @param input its bytes, of which nothing has been read yet
   * @param record its record, of which nothing has been read yet
   * @return one result for each type of the record, in record order
   * @throws io.chunksum.data.MalformedChecksumDataException if the record is damaged, and no
   *     mismatch was found before
   * @throws IOException if bytes or record cannot be read, the record's chunks do not cover the
   *     file, as after they were read once, or the input has become shorter than what was read of
   *     it, and no mismatch was found before
   * @throws IllegalArgumentException if there is no algorithm for any of the types
   * @throws IllegalStateException if one of the algorithms cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     io.chunksum.algorithm.ChecksumAlgorithms#find}
   */
  public List<FileResult> verify(String file, SequentialInput input, FileRecord record)
      throws IOException {
    return verifyAny(file, input, record, null);
  }

  /**
   * Verifies the windows of a file that have bytes in a range. If the range ends beyond the
   * recorded length, what of it lies beyond that is a mismatch, whether the file has it or not: it
   * has no checksum. Missing bytes of chunks that nothing can be compared with, as of type NONE,
   * are not looked for. The input is read to its end if its length cannot be found out otherwise.
   *
   * @param file the file's name, for results and Flight Recorder
   * @param input its bytes, of which nothing has been read yet
   * @param record its record, of which nothing has been read yet
   * @param range the range, in bytes from the start of the file; nothing is verified if it is empty
   * @return one result for each type of the record, in record order
   * @throws io.chunksum.data.MalformedChecksumDataException if the record is damaged, and no
   *     mismatch was found before
   * @throws IOException if bytes or record cannot be read, or the record's chunks do not cover the
   *     file, as after they were read once, and no mismatch was found before
   * @throws IllegalArgumentException if there is no algorithm for any of the types
   * @throws IllegalStateException if one of the algorithms cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     io.chunksum.algorithm.ChecksumAlgorithms#find}
   */
  public List<FileResult> verify(
      String file, SequentialInput input, FileRecord record, ByteRange range) throws IOException {
    return verifyAny(file, input, record, Objects.requireNonNull(range, "range"));
  }

  /** Verifies all bytes, or if there is a range, those. */
  private List<FileResult> verifyAny(
      String file, SequentialInput input, FileRecord record, @Nullable ByteRange range)
      throws IOException {
    call.begin(); // A new pass asks the record for its types.
    try {
      return new Pass(file, input, record, range).verify();
    } finally {
      call.end();
    }
  }

  /** Verifies one file. */
  private final class Pass {

    private final String file;
    private final FileRecord record;
    private final SequentialInput input;

    /** The bytes wanted; null for the whole file. */
    private final @Nullable ByteRange range;

    private final FileFindings findings;
    private final ChunksSoFar soFar = new ChunksSoFar();

    /** Number of chunks of which windows were verified. */
    private long chunks;

    /** Offset in the file of the next byte to come, and after the last one that came. */
    private long next;

    private long readTo;

    Pass(String file, SequentialInput input, FileRecord record, @Nullable ByteRange range) {
      this.file = Objects.requireNonNull(file, "file");
      this.record = new WholeRecord(record);
      this.input = Objects.requireNonNull(input, "input");
      this.range = range;
      this.findings = new FileFindings(file, this.record, options);
    }

    List<FileResult> verify() throws IOException {
      long length;
      try {
        record.forEachChunk(this::verifyChunk);
        length = input.readToEnd();
        long from = range == null ? 0 : range.offset();
        soFar.addWrongLength(findings, record.length(), from, comparedLength(length));
      } catch (Exception e) { // Also one that nobody declares.
        if (!findings.mismatched()) {
          throw e;
        }
        return findings.results(lengthAfter(e), record.length(), e);
      }
      return findings.results(length, record.length(), null);
    }

    /** The length to compare with the recorded one: of a range, its end, whatever the file has. */
    private long comparedLength(long length) {
      if (range == null) {
        return length;
      }
      return range.length() == 0 ? record.length() : Math.max(range.end(), record.length());
    }

    /** The length of the input after a failure, when nothing more can be read of it. */
    private long lengthAfter(Exception failure) {
      try {
        return input.lengthIfKnown().orElse(readTo);
      } catch (Exception e) { // A client whose connection is gone may throw any, or the same.
        Failures.addSuppressed(failure, e);
        return readTo;
      }
    }

    private void verifyChunk(List<ChunkInfo> chunk) throws IOException {
      WindowLayout windows = ChunkCheck.windows(findings.compared(chunk));
      if (windows.windowCount() > 0) {
        verifyWindows(chunk, windows);
      }
      soFar.add(chunk, windows);
    }

    private void verifyWindows(List<ChunkInfo> chunk, WindowLayout windows) throws IOException {
      ChunkInfo info = chunk.get(0);
      ByteRange all = new ByteRange(info.offset(), info.length());
      ByteRange touched = range == null ? all : all.intersection(range);
      if (touched.length() == 0) {
        return;
      }
      long from = touched.offset() - info.offset();
      int first = (int) windows.windowAt(from);
      int last = (int) windows.windowAt(from + touched.length() - 1);
      ByteRange aligned = windows.align(from, touched.length());
      check.begin(file, findings.compared(chunk), first, last - first + 1);
      List<VerifyResult> found;
      try {
        next = info.offset() + aligned.offset();
        input.read(next, aligned.length(), this::update);
        found = check.finish();
      } catch (Exception e) {
        findings.add(chunks, soFar.windows(), chunk, check.breakOff());
        throw e;
      }
      findings.add(chunks++, soFar.windows(), chunk, found);
    }

    private void update(ChunkBuffer bytes) {
      next += bytes.length();
      readTo = next;
      check.update(bytes);
    }
  }
}
