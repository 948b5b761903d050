// SPDX-License-Identifier: Apache-2.0

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.tests.StreamingChecksumContract;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Uses the test kit in a separate project; your own algorithm would take the place of ours. */
class Crc32cTest extends StreamingChecksumContract {

  @Override
  protected ChecksumAlgorithm algorithm() {
    return ChecksumAlgorithms.of(ChecksumType.CRC32C);
  }

  @Override
  protected byte[] reference(byte[] content) {
    CRC32C crc = new CRC32C();
    crc.update(content);
    return ByteBuffer.allocate(4).putInt((int) crc.getValue()).array();
  }
}
