// SPDX-License-Identifier: Apache-2.0

package io.chunksum.live.hdfs;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.FileRecord;
import io.chunksum.format.hadoop.CompositeCrcBuilder;
import io.chunksum.format.hadoop.FileChecksum;
import io.chunksum.format.hadoop.FileChecksumBuilder;
import io.chunksum.format.hadoop.HdfsMetaFormat;
import io.chunksum.format.hadoop.Md5Md5CrcBuilder;
import io.chunksum.live.hdfs.HdfsCluster.StoredBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;

/** Makes the checksums of files from the meta files of their blocks. */
final class BlockChecksums {

  private final StoredFile file;
  private final ChecksumAlgorithm algorithm;
  private final FileChecksumBuilder builder;

  private BlockChecksums(String mode, StoredFile file) {
    this.file = file;
    this.algorithm = ChecksumAlgorithms.of(file.type());
    this.builder =
        mode.equals("COMPOSITE_CRC") ? new CompositeCrcBuilder(algorithm) : Md5Md5CrcBuilder.hdfs();
  }

  /** Of the first bytes of a file; data is read only of the window in which they end. */
  static FileChecksum of(String mode, StoredFile file, List<StoredBlock> blocks, int length)
      throws IOException {
    BlockChecksums checksums = new BlockChecksums(mode, file);
    for (int i = 0; i < blocks.size() && i * file.blockBytes() < length; i++) {
      int wanted = Math.min(file.blockLength(i), length - i * file.blockBytes());
      checksums.add(blocks.get(i), file.blockLength(i), wanted);
    }
    return checksums.builder.build();
  }

  private void add(StoredBlock block, int length, int wanted) throws IOException {
    try (FileRecord record = new HdfsMetaFormat().open(block.meta(), length)) {
      record.forEachChunk(chunk -> add(block, chunk.get(0), wanted));
    }
    builder.endBlock();
  }

  private void add(StoredBlock block, ChunkInfo chunk, int wanted) throws IOException {
    int from = (int) chunk.offset();
    if (chunk.offset() + chunk.length() <= wanted) {
      builder.add(chunk);
    } else if (from < wanted) {
      int fullWindows = (wanted - from) / file.bytesPerChecksum();
      int cut = from + fullWindows * file.bytesPerChecksum();
      if (cut == wanted) {
        builder.add(chunk.checksums().range(0, fullWindows), wanted - from);
      } else {
        byte[] bytes = Files.readAllBytes(block.data());
        builder.addPrefix(
            chunk.checksums(), fullWindows, crc(Arrays.copyOfRange(bytes, cut, wanted)));
      }
    }
  }

  private CrcValue crc(byte[] bytes) {
    long crc = ChunkChecksum.of(algorithm, bytes.length).compute(ChunkBuffer.wrap(bytes)).value(0);
    return CrcValue.of(algorithm, crc, bytes.length);
  }
}
