// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.format.compact.CompactBlock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A compact block. */
final class CompactBlockInspector implements Inspector {

  /** No block is this large: one of 256 MiB takes 0.1 MB with CRCs, 0.5 with SHA256. */
  private static final int MAX_BYTES = 64 * 1024 * 1024;

  @Override
  public String format() {
    return "compact-block";
  }

  @Override
  public boolean recognizes(byte[] start) {
    return CompactBlock.recognizes(start);
  }

  @Override
  public List<Summary> inspect(Path file) throws IOException {
    CompactBlock block = new CompactBlock().wrap(read(file));
    ChunkTally tally = new ChunkTally();
    long end = 0;
    for (int i = 0; i < block.chunkCount(); i++) {
      tally.add(block.type(i), block.bytesPerChecksum(i), block.checksumCount(i));
      end = Math.max(end, block.offset(i) + block.length(i));
    }
    return tally.summaries(end);
  }

  /** Not by the file's size: those of the proc and sysfs file systems have another one. */
  private static byte[] read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new MalformedChecksumDataException(
            "a file of more than " + MAX_BYTES + " bytes is not a compact block", MAX_BYTES);
      }
      return bytes;
    }
  }
}
