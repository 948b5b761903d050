// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.commons.codec.digest.XXHash32;

/**
 * How an algorithm of another library is added, here the xxHash of Apache Commons Codec. Registered
 * in {@code META-INF/services}, so that it is found by its name.
 */
public final class XxHash32Algorithm implements ChecksumAlgorithm {

  static final ChecksumType TYPE = ChecksumType.of("XXHASH32", Integer.BYTES);

  /** Used by the service loader. */
  public XxHash32Algorithm() {}

  @Override
  public ChecksumType type() {
    return TYPE;
  }

  @Override
  public StreamingChecksum newChecksum() {
    XXHash32 hash = new XXHash32();
    return new StreamingChecksum() {
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
        Objects.checkFromIndexSize(offset, Integer.BYTES, target.length);
        ByteBuffer.wrap(target).putInt(offset, (int) hash.getValue());
        hash.reset();
      }
    };
  }
}
