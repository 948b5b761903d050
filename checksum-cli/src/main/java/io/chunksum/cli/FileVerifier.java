// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.data.ChunkInfo;
import io.chunksum.file.ByteReader;
import io.chunksum.format.FileRecord;
import io.chunksum.scan.ChunkCheck;
import io.chunksum.scan.FileEnd;
import io.chunksum.scan.FileFindings;
import io.chunksum.scan.FileResult;
import io.chunksum.verify.VerifyOptions;
import io.chunksum.verify.VerifyResult;
import io.chunksum.window.ByteRange;
import io.chunksum.window.WindowLayout;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Verifies a file, or the windows of it that a range touches, against its record: all types in one
 * pass over the file and the record.
 */
final class FileVerifier {

  private final String file;
  private final Input input;
  private final ByteReader reader;
  private final FileRecord record;

  /** The requested range; null for the whole file. */
  private final @Nullable ByteRange range;

  private final ChunkCheck check = new ChunkCheck();

  /** One for each type of the record. */
  private final List<FileFindings> findings;

  private final FileEnd fileEnd = new FileEnd();

  FileVerifier(
      String file, Input input, Readers readers, FileRecord record, @Nullable ByteRange range) {
    this.file = file;
    this.input = input;
    this.reader = readers.of(record.types());
    this.record = record;
    this.range = range;
    this.findings =
        record.types().stream()
            .map(type ->
                new FileFindings(file, type, record.bytesPerChecksum(), VerifyOptions.DEFAULT))
            .toList();
  }

  /** Returns one result for each type of the record, in record order. */
  List<FileResult> verify() throws IOException {
    long recorded = record.length();
    ByteRange wanted = range == null ? new ByteRange(0, recorded) : range;
    input.willRead(Math.max(0, Math.min(wanted.end(), recorded) - wanted.offset()));
    List<ChunkInfo> chunk = record.nextChunk();
    while (!chunk.isEmpty()) {
      WindowLayout windows = ChunkCheck.windows(chunk);
      if (windows.windowCount() > 0) {
        verifyChunk(chunk, windows);
      }
      fileEnd.add(chunk.get(0), windows);
      chunk = record.nextChunk();
    }
    long length = input.length(reader);
    if (range == null) {
      fileEnd.compare(findings, recorded, length);
    } else if (range.end() > recorded) {
      fileEnd.compare(findings, recorded, range.end());
    }
    return findings.stream().map(found -> found.result(length, recorded)).toList();
  }

  private void verifyChunk(List<ChunkInfo> chunk, WindowLayout windows) throws IOException {
    ChunkInfo info = chunk.get(0);
    ByteRange touched = touched(info);
    if (touched.length() == 0) {
      return;
    }
    int first = (int) windows.windowAt(touched.offset());
    int last = (int) windows.windowAt(touched.end() - 1);
    ByteRange aligned = windows.align(touched.offset(), touched.length());
    check.begin(file, chunk, first, last - first + 1);
    input.read(reader, info.offset() + aligned.offset(), aligned.length(), check::update);
    List<VerifyResult> found = check.finish();
    for (int i = 0; i < findings.size(); i++) {
      findings.get(i).add(fileEnd.windows(), info.offset(), found.get(i));
    }
  }

  /** Returns the requested part of a chunk, relative to the chunk. */
  private ByteRange touched(ChunkInfo info) {
    if (range == null) {
      return new ByteRange(0, info.length());
    }
    ByteRange both = new ByteRange(info.offset(), info.length()).intersection(range);
    return new ByteRange(both.offset() - info.offset(), both.length());
  }
}
