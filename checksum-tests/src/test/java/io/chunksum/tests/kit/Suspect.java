// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.kit;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.tests.StreamingChecksumContract;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.commons.codec.digest.XXHash32;
import org.junit.jupiter.api.Tag;

/**
 * A contract whose algorithm makes what a subclass says: the xxHash of Commons Codec, right or
 * wrong in one way.
 */
@Tag("wrong")
abstract class Suspect extends StreamingChecksumContract {

  static final ChecksumType TYPE = ChecksumType.of("XXHASH32", Integer.BYTES);

  /** Right, and the base of those that are not, which need the hash inside. */
  static class Hash implements StreamingChecksum {

    final XXHash32 hash = new XXHash32();

    @Override
    public ChecksumType type() {
      return TYPE;
    }

    @Override
    public void reset() {
      hash.reset();
    }

    @Override
    public void update(byte[] source, int offset, int length) {
      Objects.checkFromIndexSize(offset, length, source.length);
      hash.update(source, offset, length);
    }

    @Override
    public void finish(byte[] target, int offset) {
      ByteBuffer.wrap(target).putInt(offset, (int) hash.getValue());
      hash.reset();
    }
  }

  abstract StreamingChecksum newChecksum();

  @Override
  protected ChecksumAlgorithm algorithm() {
    return new ChecksumAlgorithm() {
      @Override
      public ChecksumType type() {
        return TYPE;
      }

      @Override
      public StreamingChecksum newChecksum() {
        return Suspect.this.newChecksum();
      }
    };
  }

  @Override
  protected byte[] reference(byte[] content) {
    XXHash32 hash = new XXHash32();
    hash.update(content, 0, content.length);
    return ByteBuffer.allocate(Integer.BYTES).putInt((int) hash.getValue()).array();
  }
}
