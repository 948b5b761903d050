// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.cli.sidecar.SidecarHeader;
import io.chunksum.cli.sidecar.SidecarReader;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.ByteReader;
import io.chunksum.scan.ChunkCheck;
import io.chunksum.scan.FileFindings;
import io.chunksum.scan.FileResult;
import io.chunksum.verify.VerifyResult;
import io.chunksum.window.ByteRange;
import io.chunksum.window.WindowLayout;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds a file, or the windows of it that a range touches, against its sidecar: all types in one
 * pass over the file and over the sidecar.
 */
final class FileVerifier {

  private final Input input;
  private final ByteReader reader;
  private final SidecarReader sidecar;
  private final SidecarHeader header;

  /** What is asked for; the whole file where it is null. */
  private final @Nullable ByteRange range;

  private final ChunkCheck check = new ChunkCheck();

  /** One for each type of the sidecar. */
  private final List<FileFindings> findings;

  FileVerifier(Input input, Readers readers, SidecarReader sidecar, @Nullable ByteRange range) {
    this.input = input;
    this.reader = readers.of(sidecar.header().types());
    this.sidecar = sidecar;
    this.header = sidecar.header();
    this.range = range;
    this.findings =
        header.types().stream()
            .map(type -> new FileFindings(type, header.bytesPerChecksum()))
            .toList();
  }

  /** Gives one result for each type of the sidecar, in its order. */
  List<FileResult> verify(String file) throws IOException {
    ByteRange wanted = range == null ? new ByteRange(0, header.length()) : range;
    input.willRead(Math.max(0, Math.min(wanted.end(), header.length()) - wanted.offset()));
    List<ChunkInfo> chunk = sidecar.nextChunk();
    while (!chunk.isEmpty()) {
      verifyChunk(chunk);
      chunk = sidecar.nextChunk();
    }
    long length = input.length(reader);
    long end = range == null ? length : range.end();
    if (end > header.length()) {
      findings.forEach(found -> found.addSurplus(header.length(), end - header.length()));
    }
    return findings.stream().map(found -> found.result(file, length, header.length())).toList();
  }

  private void verifyChunk(List<ChunkInfo> chunk) throws IOException {
    ChunkInfo info = chunk.get(0);
    ByteRange touched = touched(info);
    if (touched.length() == 0 || !ChunkCheck.readsData(chunk)) {
      return;
    }
    WindowLayout windows = new WindowLayout(info.length(), header.bytesPerChecksum());
    int first = (int) windows.windowAt(touched.offset());
    int last = (int) windows.windowAt(touched.end() - 1);
    ByteRange aligned = windows.align(touched.offset(), touched.length());
    check.begin(chunk, first, last - first + 1);
    input.read(reader, info.offset() + aligned.offset(), aligned.length(), check::update);
    List<VerifyResult> found = check.finish();
    long windowsBefore = info.offset() / header.bytesPerChecksum();
    for (int i = 0; i < findings.size(); i++) {
      findings.get(i).add(windowsBefore, info.offset(), found.get(i));
    }
  }

  /** The part of a chunk that is asked for, relative to the chunk. */
  private ByteRange touched(ChunkInfo info) {
    if (range == null) {
      return new ByteRange(0, info.length());
    }
    ByteRange both = new ByteRange(info.offset(), info.length()).intersection(range);
    return new ByteRange(both.offset() - info.offset(), both.length());
  }
}
