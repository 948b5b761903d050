// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.lanes.LaneBlocks;
import io.chunksum.algorithm.lanes.LaneKernel;
import io.chunksum.algorithm.lanes.LaneKernels;

/** The MD5 kernel in plain Java, for tests that change some of it. */
class OtherKernel extends LaneKernel {

  private final LaneKernel right;

  OtherKernel() {
    this(LaneKernels.plain(ChecksumType.MD5).orElseThrow().get());
  }

  private OtherKernel(LaneKernel right) {
    super(right.lanes(), right.loadBlocks(), right.bigEndian(), right.digestLength());
    this.right = right;
  }

  @Override
  public void start(int count) {
    right.start(count);
  }

  @Override
  public void load(LaneBlocks next, int count, int blocks) {
    right.load(next, count, blocks);
  }

  @Override
  public void loadSame(byte[] block) {
    right.loadSame(block);
  }

  @Override
  public void compress(int blocks) {
    right.compress(blocks);
  }

  @Override
  public void digest(int lane, byte[] target, int offset) {
    right.digest(lane, target, offset);
  }
}
