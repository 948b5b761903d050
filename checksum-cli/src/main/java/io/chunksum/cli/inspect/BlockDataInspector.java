// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.proto.BlockData;
import io.chunksum.proto.BlockDataFormat;
import io.chunksum.proto.BlockRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** An Apache Ozone BlockData message. */
final class BlockDataInspector extends RecordInspector {

  BlockDataInspector() {
    super("ozone-blockdata", new BlockDataFormat());
  }

  /** By an ending that does not say which block file the message belongs to. */
  @Override
  public boolean isNamedLike(String name) {
    return name.endsWith(".blockdata.pb");
  }

  @Override
  public List<Summary> inspect(Path file) throws IOException {
    BlockData block = BlockDataFormat.read(file);
    ChunkTally tally = new ChunkTally();
    block.chunks().forEach(tally::add);
    try (BlockRecord record = new BlockRecord(block)) {
      return tally.summaries(record.length());
    }
  }
}
