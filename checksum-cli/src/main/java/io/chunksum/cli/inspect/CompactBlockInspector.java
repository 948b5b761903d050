// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.file.ByteReader;
import io.chunksum.format.compact.CompactBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A compact block. */
final class CompactBlockInspector implements Inspector {

  /** No block is as large: one of 256 MiB takes 0.1 MB with CRCs, 1 MB with SHA256. */
  private static final long MAX_BYTES = 64L * 1024 * 1024;

  @Override
  public String format() {
    return "compact-block";
  }

  @Override
  public boolean recognizes(FileStart start) {
    return start.is((byte) 'C', (byte) 'S', (byte) 'B');
  }

  /** They are part of files, or of tables, and have no names of their own. */
  @Override
  public boolean isNamedLike(String name) {
    return false;
  }

  @Override
  public List<Summary> inspect(Path file, ByteReader reader) throws IOException {
    long size = Files.size(file);
    if (size > MAX_BYTES) {
      throw new MalformedChecksumDataException(
          "a file of " + size + " bytes is no compact block", MAX_BYTES);
    }
    CompactBlock block = new CompactBlock().wrap(Files.readAllBytes(file));
    ChunkTally tally = new ChunkTally();
    long end = 0;
    for (int i = 0; i < block.chunkCount(); i++) {
      tally.add(block.type(i), block.bytesPerChecksum(i), block.checksumCount(i));
      end = Math.max(end, block.offset(i) + block.length(i));
    }
    return tally.summaries(end);
  }
}
