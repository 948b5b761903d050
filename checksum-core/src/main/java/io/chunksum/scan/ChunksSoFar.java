// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.data.ChunkInfo;
import io.chunksum.window.WindowLayout;
import java.io.IOException;
import java.util.List;

/**
 * The chunks of a file's record that have been gone through. Counts their windows, and, once these
 * are all the chunks, finds what comparing windows cannot: bytes beyond the recorded length, and
 * missing bytes of chunks with nothing to compare them with. Mutable, for one thread at a time.
 */
final class ChunksSoFar {

  private long windows;

  /*
   * The last chunks in a row that nothing can be compared with: the windows before them, and their
   * bytes. It is enough to know these. If bytes of earlier ones are missing, all of these are.
   */
  private long windowsBeforeUnchecked;
  private long uncheckedStart;
  private long uncheckedEnd;

  /**
   * Adds the next chunk.
   *
   * @param chunk its records, one for each type
   * @param compared its windows that are compared with checksums of any type: all or none
   */
  void add(List<ChunkInfo> chunk, WindowLayout compared) {
    ChunkInfo info = chunk.get(0);
    if (compared.windowCount() == 0 && info.length() > 0) {
      if (info.offset() > uncheckedEnd) {
        uncheckedStart = info.offset();
        windowsBeforeUnchecked = windows;
      }
      uncheckedEnd = info.offset() + info.length();
    }
    windows += ChunkCheck.windows(chunk).windowCount();
  }

  /**
   * Returns the number of windows before the next chunk.
   *
   * @return the number of windows in the chunks added so far
   */
  long windows() {
    return windows;
  }

  /**
   * Adds at most one mismatch to each of the findings, if the file is longer than recorded, or if
   * bytes are missing that have no checksum. Missing windows have been found before, unless they
   * were there when they were read. Call this once all chunks have been added.
   *
   * @param findings the findings, to which all parts have been added
   * @param recordedLength bytes that the file had when the checksums were computed
   * @param from offset from which bytes without checksums count
   * @param length bytes that the file has
   * @throws IOException if the file is shorter than recorded, and nothing wrong was found: what it
   *     lacks was still there when it was compared
   */
  void addWrongLength(FileFindings findings, long recordedLength, long from, long length)
      throws IOException {
    if (length > recordedLength) {
      long start = Math.max(recordedLength, from);
      findings.types().forEach(type -> type.addSurplus(windows, start, length - start));
    } else if (length < uncheckedEnd) {
      long start = Math.max(length, uncheckedStart);
      long missing = uncheckedEnd - start;
      findings.types().forEach(type -> type.addMissing(windowsBeforeUnchecked, start, missing));
    }
    if (length < recordedLength && findings.isCompared() && !findings.mismatched()) {
      throw new IOException(
          "it became shorter after it was read: "
              + length
              + " of "
              + recordedLength
              + " bytes are left");
    }
  }
}
