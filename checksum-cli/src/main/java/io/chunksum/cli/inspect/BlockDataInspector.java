// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.file.ByteReader;
import io.chunksum.proto.BlockData;
import io.chunksum.proto.BlockDataFormat;
import io.chunksum.proto.BlockRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** An Apache Ozone BlockData message. */
final class BlockDataInspector implements Inspector {

  @Override
  public String format() {
    return "ozone-blockdata";
  }

  @Override
  public boolean recognizes(byte[] start) {
    return BlockDataFormat.recognizes(start);
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
