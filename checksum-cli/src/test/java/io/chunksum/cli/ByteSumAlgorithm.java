// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import java.util.Objects;

/**
 * An algorithm that the tests register as a service: the sum of all bytes, in three bytes. The odd
 * length and the lower-case letters in the name are traps on purpose.
 */
public final class ByteSumAlgorithm implements ChecksumAlgorithm {

  static final String NAME = "byte-Sum/24";

  private static final ChecksumType TYPE = ChecksumType.of(NAME, 3);

  /** For the service loader. */
  public ByteSumAlgorithm() {}

  @Override
  public ChecksumType type() {
    return TYPE;
  }

  @Override
  public StreamingChecksum newChecksum() {
    return new StreamingChecksum() {

      private int sum;

      @Override
      public ChecksumType type() {
        return TYPE;
      }

      @Override
      public void reset() {
        sum = 0;
      }

      @Override
      public void update(byte[] source, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, source.length);
        for (int i = offset; i < offset + length; i++) {
          sum += Byte.toUnsignedInt(source[i]);
        }
      }

      @Override
      public void finish(byte[] target, int offset) {
        Objects.checkFromIndexSize(offset, 3, target.length);
        target[offset] = (byte) (sum >> 16);
        target[offset + 1] = (byte) (sum >> 8);
        target[offset + 2] = (byte) sum;
        sum = 0;
      }
    };
  }
}
