// SPDX-License-Identifier: Apache-2.0

package io.chunksum.live.ozone;

import io.chunksum.proto.BlockData;
import io.chunksum.proto.BlockDataCodec;
import io.chunksum.proto.BlockRecord;
import io.chunksum.scan.FileResult;
import io.chunksum.scan.FileScanner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hdds.protocol.DatanodeDetails;

/**
 * A block where a datanode keeps it.
 *
 * @param datanode the datanode
 * @param data the file with its bytes
 * @param record the BlockData message that the datanode gives of it
 */
record StoredBlock(DatanodeDetails datanode, Path data, ByteBuffer record) {

  private static final FileScanner SCANNER = FileScanner.of(2);

  BlockData decoded() throws IOException {
    return BlockDataCodec.decode(record);
  }

  /** Holds the file against the record. */
  FileResult scan() throws Exception {
    List<FileResult> results = SCANNER.verify(data, () -> new BlockRecord(decoded()));
    if (results.size() != 1) {
      throw new AssertionError(data + " has " + results);
    }
    return results.get(0);
  }
}
