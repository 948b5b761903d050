// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.file.ByteReader;
import io.chunksum.proto.BlockData;
import io.chunksum.proto.BlockDataFormat;
import io.chunksum.proto.BlockRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** An Apache Ozone BlockData message, which has no magic number. */
final class BlockDataInspector implements Inspector {

  /** Field 1, the id of the block, which comes first. */
  private static final int ID = 0x0A;

  /** Field 1 of the id, the container. */
  private static final int CONTAINER_ID = 0x08;

  /** Four numbers of at most 10 bytes, and their tags. */
  private static final int MOST_ID_BYTES = 4 * 11;

  @Override
  public String format() {
    return "ozone-blockdata";
  }

  @Override
  public boolean recognizes(FileStart start) {
    return start.at(0) == ID && start.at(1) <= MOST_ID_BYTES && start.at(2) == CONTAINER_ID;
  }

  @Override
  public boolean isNamedLike(String name) {
    return name.endsWith(".blockdata.pb");
  }

  @Override
  public List<Summary> inspect(Path file, ByteReader reader) throws IOException {
    BlockData block = BlockDataFormat.read(file);
    ChunkTally tally = new ChunkTally();
    block.chunks().forEach(tally::add);
    try (BlockRecord record = new BlockRecord(block)) {
      return tally.summaries(record.length());
    }
  }
}
