// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.data.ChunkInfo;
import io.chunksum.file.SequentialInput;
import io.chunksum.format.FileRecord;
import io.chunksum.verify.VerifyOptions;
import io.chunksum.verify.VerifyResult;
import io.chunksum.window.ByteRange;
import io.chunksum.window.WindowLayout;
import java.io.IOException;
import java.util.List;

/**
 * Verifies bytes, or a range of them, against the record of a file: all types in one pass over the
 * bytes and the record, in the caller's thread. The bytes may come from anywhere, such as a pipe or
 * a server; a {@link FileScanner} verifies files in several threads.
 *
 * <p>Mutable, for one thread at a time; verifiers are reused from file to file.
 */
public final class RecordVerifier {

  private static final ByteRange ALL = new ByteRange(0, Long.MAX_VALUE);

  private final VerifyOptions options;
  private final ChunkCheck check;

  /** Creates a verifier. */
  public RecordVerifier() {
    this(VerifyOptions.DEFAULT);
  }

  /**
   * Creates a verifier.
   *
   * @param options have the counters, if any; of each type, {@value VerifyResult#DEFAULT_KEPT}
   *     mismatches are kept in any case
   */
  public RecordVerifier(VerifyOptions options) {
    this.options = options;
    this.check = new ChunkCheck(options);
  }

  /**
   * Verifies all bytes of a file. The input is read to its end.
   *
   * @param file the file's name, for results and Flight Recorder
   * @param record its record, of which nothing has been read yet
   * @param input its bytes, of which nothing has been read yet
   * @return one result for each type of the record, in record order
   * @throws io.chunksum.data.MalformedChecksumDataException if the record is damaged
   * @throws IOException if bytes or record cannot be read
   * @throws IllegalArgumentException if there is no algorithm for one of the types
   * @throws IllegalStateException if this JVM cannot run one of the algorithms
   */
  public List<FileResult> verify(String file, FileRecord record, SequentialInput input)
      throws IOException {
    Run run = new Run(file, record, input, ALL);
    run.verifyChunks();
    long length = input.length();
    return run.results(length, length);
  }

  /**
   * Verifies the windows of a file that have bytes in a range. If the range ends beyond the
   * recorded length, what lies from there to its end is a mismatch, whether the file has it or not:
   * it has no checksum. Missing bytes of chunks of type NONE are not looked for. The input is read
   * to its end if its length cannot be found out otherwise.
   *
   * @param file the file's name, for results and Flight Recorder
   * @param record its record, of which nothing has been read yet
   * @param input its bytes, of which nothing has been read yet
   * @param range the range, in bytes from the start of the file; nothing is verified if it is empty
   * @return one result for each type of the record, in record order
   * @throws io.chunksum.data.MalformedChecksumDataException if the record is damaged
   * @throws IOException if bytes or record cannot be read
   * @throws IllegalArgumentException if there is no algorithm for one of the types
   * @throws IllegalStateException if this JVM cannot run one of the algorithms
   */
  public List<FileResult> verify(
      String file, FileRecord record, SequentialInput input, ByteRange range) throws IOException {
    Run run = new Run(file, record, input, range);
    run.verifyChunks();
    long recorded = record.length();
    return run.results(
        input.length(), range.length() == 0 ? recorded : Math.max(range.end(), recorded));
  }

  /** One file. */
  private final class Run {

    private final String file;
    private final FileRecord record;
    private final SequentialInput input;
    private final ByteRange range;

    /** One for each type of the record. */
    private final List<FileFindings> findings;

    private final FileEnd end = new FileEnd();

    Run(String file, FileRecord record, SequentialInput input, ByteRange range) {
      this.file = file;
      this.record = record;
      this.input = input;
      this.range = range;
      this.findings =
          record.types().stream()
              .map(type -> new FileFindings(file, type, record.bytesPerChecksum(), options))
              .toList();
    }

    void verifyChunks() throws IOException {
      List<ChunkInfo> chunk = record.nextChunk();
      while (!chunk.isEmpty()) {
        WindowLayout windows = ChunkCheck.windows(chunk);
        if (windows.windowCount() > 0) {
          verifyChunk(chunk, windows);
        }
        end.add(chunk.get(0), windows);
        chunk = record.nextChunk();
      }
    }

    private void verifyChunk(List<ChunkInfo> chunk, WindowLayout windows) throws IOException {
      ChunkInfo info = chunk.get(0);
      ByteRange touched = new ByteRange(info.offset(), info.length()).intersection(range);
      if (touched.length() == 0) {
        return;
      }
      long from = touched.offset() - info.offset();
      int first = (int) windows.windowAt(from);
      int last = (int) windows.windowAt(from + touched.length() - 1);
      ByteRange aligned = windows.align(from, touched.length());
      check.begin(file, chunk, first, last - first + 1);
      input.read(info.offset() + aligned.offset(), aligned.length(), check::update);
      List<VerifyResult> found = check.finish();
      for (int i = 0; i < findings.size(); i++) {
        findings.get(i).add(end.windows(), info.offset(), found.get(i));
      }
    }

    /** Compares the recorded length with another, and returns what was found. */
    List<FileResult> results(long length, long comparedLength) throws IOException {
      long recorded = record.length();
      end.compare(findings, recorded, comparedLength);
      return findings.stream().map(found -> found.result(length, recorded)).toList();
    }
  }
}
