// SPDX-License-Identifier: Apache-2.0

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import java.nio.ByteBuffer;
import java.util.List;

/** Verifies a chunk in two pieces, before and after one of its bytes goes bad. */
final class VerifyChunk {

  public static void main(String[] args) {
    ByteBuffer head = ByteBuffer.allocateDirect(20_000);
    ByteBuffer tail = ByteBuffer.allocate(20_000);
    ChunkBuffer chunk = ChunkBuffer.wrap(List.of(head, tail));

    ChunkChecksum crc32c = ChunkChecksum.of(ChecksumType.CRC32C, 16 * 1024);
    ChecksumData stored = crc32c.compute(chunk);
    System.out.println(crc32c.verify(chunk, stored));

    tail.put(0, (byte) 1);
    System.out.println(crc32c.verify(chunk, stored));
  }
}
