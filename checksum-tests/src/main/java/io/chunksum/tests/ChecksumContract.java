// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.StreamingChecksum;
import java.util.Arrays;

/** What all contracts of an algorithm build on: the algorithm, a reference, and content. */
abstract class ChecksumContract {

  /** Longer than three blocks of 64 bytes, the block size of MD5 and SHA-256. */
  static final int LONGEST = 3 * 64 + 2;

  /** Longer than scratch arrays, and than the runs after which sums of bytes overflow. */
  static final int LONG = 100_003;

  /** Each case has its own, so that writing to it cannot spoil another. */
  final byte[] sample = TestBytes.random(20_01, LONGEST);

  static final int MAX = Integer.MAX_VALUE;

  /** For the contracts of this package. */
  ChecksumContract() {}

  /**
   * Returns the algorithm under test.
   *
   * @return the algorithm
   */
  protected abstract ChecksumAlgorithm algorithm();

  /**
   * Computes the checksum of some bytes independently of the algorithm under test.
   *
   * @param content the bytes
   * @return their checksum
   */
  protected abstract byte[] reference(byte[] content);

  byte[] first(int length) {
    return Arrays.copyOf(sample, length);
  }

  static byte[] longContent() {
    return TestBytes.random(20_03, LONG);
  }

  static byte[] finish(StreamingChecksum checksum) {
    byte[] result = new byte[checksum.type().checksumLength()];
    checksum.finish(result, 0);
    return result;
  }
}
