// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** Computes what another algorithm does, and fails after a given number of windows. */
public final class FailingAlgorithm implements ChecksumAlgorithm {

  public final AtomicInteger windowsToFailure = new AtomicInteger(Integer.MAX_VALUE);

  private final ChecksumAlgorithm algorithm;

  public FailingAlgorithm(ChecksumAlgorithm algorithm) {
    this.algorithm = algorithm;
  }

  @Override
  public ChecksumType type() {
    return algorithm.type();
  }

  @Override
  public StreamingChecksum newChecksum() {
    return new ForwardingChecksum(algorithm.newChecksum()) {
      @Override
      public boolean updateInPlace(ByteBuffer view) {
        return false;
      }

      @Override
      public void finish(byte[] target, int offset) {
        if (windowsToFailure.getAndDecrement() == 0) {
          throw new IllegalStateException("no more windows");
        }
        super.finish(target, offset);
      }
    };
  }
}
