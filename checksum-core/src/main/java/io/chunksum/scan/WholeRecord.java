// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.FileRecord;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A record that must give all its chunks: what no chunk covers would pass unverified. One that was
 * read before, or is shared by two readers, no longer has those of some or all of the file.
 * Checksums must be of the types that the record states, since these are the types of the results.
 */
final class WholeRecord implements FileRecord {

  private static final long NOT_ASKED = -1;

  private final FileRecord record;

  /** The types that the record named when it was first asked; null before. */
  private @Nullable List<ChecksumType> types;

  /** The length when first asked: a record that was closed, or has failed, need not answer. */
  private long length = NOT_ASKED;

  /** Where the next chunk must begin in the file. */
  private long end;

  /** Takes a record that nothing has been read of, and closes it when closed. */
  WholeRecord(FileRecord record) {
    this.record = Objects.requireNonNull(record, "record");
  }

  @Override
  public List<ChecksumType> types() {
    if (types == null) {
      types = List.copyOf(record.types());
    }
    return types;
  }

  @Override
  public OptionalInt bytesPerChecksum() {
    return record.bytesPerChecksum();
  }

  @Override
  public long length() {
    if (length == NOT_ASKED) {
      length = record.length();
    }
    return length;
  }

  /**
   * {@inheritDoc}
   *
   * @return likewise, in a list of its own: parts keep it while other threads go on to other chunks
   * @throws IOException also if the chunk does not begin where the one before ended, if it has not
   *     one record for each type, of that type or NONE, with windows of one size, if there are no
   *     more chunks before the recorded length, or if the record states no type, or one twice
   */
  @Override
  public List<ChunkInfo> nextChunk() throws IOException {
    if (end == 0) {
      checkTypes();
      length(); // While it gives an answer.
    }
    List<ChunkInfo> chunk = List.copyOf(record.nextChunk());
    if (chunk.isEmpty()) {
      checkEnd();
    } else {
      check(chunk);
      end += chunk.get(0).length();
    }
    return chunk;
  }

  private void checkTypes() throws IOException {
    if (types().isEmpty() || new HashSet<>(types()).size() < types().size()) {
      throw new IOException(
          "the record has checksums of " + types() + ", not of one or more different types");
    }
  }

  private void checkEnd() throws IOException {
    if (end != length()) {
      throw new IOException(
          "the chunks of the record cover " + end + " of " + length() + " bytes" + advice());
    }
  }

  private void check(List<ChunkInfo> chunk) throws IOException {
    long bytes = chunk.get(0).length();
    for (ChunkInfo ofType : chunk) {
      if (ofType.offset() != end) {
        throw new IOException(
            "a chunk of the record begins at " + ofType.offset() + ", not at " + end + advice());
      }
      if (ofType.length() != bytes) {
        throw new IOException(
            "types of the record have chunks of " + bytes + " and " + ofType.length() + " bytes");
      }
    }
    if (chunk.size() != types().size()) {
      throw new IOException(
          "the chunk at " + end + " of the record is not there once for each of " + types());
    }
    for (int i = 0; i < chunk.size(); i++) {
      ChecksumType type = chunk.get(i).checksums().type();
      if (!type.isNone() && !type.equals(types().get(i))) {
        throw new IOException(
            "the chunk at "
                + end
                + " of the record has "
                + type
                + " in place of "
                + types().get(i));
      }
    }
    checkWindows(chunk);
  }

  /** Windows of several types are read once for all of them. */
  private void checkWindows(List<ChunkInfo> chunk) throws IOException {
    int[] sizes =
        chunk.stream()
            .map(ChunkInfo::checksums)
            .filter(sums -> !sums.type().isNone())
            .mapToInt(ChecksumData::bytesPerChecksum)
            .distinct()
            .toArray();
    if (sizes.length > 1) {
      throw new IOException(
          "types of the record have windows of "
              + sizes[0]
              + " and "
              + sizes[1]
              + " bytes in the chunk at "
              + end);
    }
  }

  private String advice() {
    return end == 0 ? ": was it read before?" : "";
  }

  @Override
  public void close() throws IOException {
    record.close();
  }
}
