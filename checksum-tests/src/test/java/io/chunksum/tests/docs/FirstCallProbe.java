// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;

/** A program that computes a few checksums, verifies them, and ends. */
public final class FirstCallProbe {

  private FirstCallProbe() {}

  /** Prints whether they matched. */
  public static void main(String[] args) {
    ChunkBuffer chunk = ChunkBuffer.wrap(new byte[100_000]);
    ChunkChecksum md5 = ChunkChecksum.of(ChecksumType.MD5, 512);
    ChecksumData sums = md5.compute(chunk);
    System.out.println("matched: " + md5.verify(chunk, sums).ok());
  }
}
