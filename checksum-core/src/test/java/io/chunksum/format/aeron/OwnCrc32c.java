// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import java.util.function.Supplier;

/** An algorithm for frames whose checksums are a test's own. */
record OwnCrc32c(Supplier<StreamingChecksum> checksums) implements ChecksumAlgorithm {

  @Override
  public ChecksumType type() {
    return ChecksumType.CRC32C;
  }

  @Override
  public StreamingChecksum newChecksum() {
    return checksums.get();
  }
}
