// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fault;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.file.MappedFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Maps a file, truncates it, and computes its checksums all the same. */
final class TruncatedMappingProbe {

  private TruncatedMappingProbe() {}

  public static void main(String[] args) throws IOException {
    try (FileChannel file =
        FileChannel.open(Path.of(args[0]), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ChunkBuffer mapped = MappedFile.map(file);
      ChunkChecksum checksum =
          ChunkChecksum.of("MD5".equals(args[1]) ? ChecksumType.MD5 : ChecksumType.CRC32C, 16384);
      System.out.println("mapped");
      file.truncate(100);
      try {
        System.out.println("computed " + checksum.compute(mapped));
      } catch (InternalError e) {
        System.out.println(e);
      }
    }
  }
}
