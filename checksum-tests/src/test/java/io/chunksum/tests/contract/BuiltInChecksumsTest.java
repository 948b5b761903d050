// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.StreamingChecksumContract;
import java.nio.ByteBuffer;
import org.apache.commons.codec.digest.PureJavaCrc32;
import org.apache.commons.codec.digest.PureJavaCrc32C;
import org.bouncycastle.crypto.Digest;
import org.bouncycastle.crypto.digests.MD5Digest;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Holds the built-in algorithms to the contract, with implementations of others as reference. */
class BuiltInChecksumsTest {

  private static byte[] bigEndian(java.util.zip.Checksum crc, byte[] content) {
    crc.update(content, 0, content.length);
    return ByteBuffer.allocate(Integer.BYTES).putInt((int) crc.getValue()).array();
  }

  static byte[] digest(Digest digest, byte[] content) {
    byte[] result = new byte[digest.getDigestSize()];
    digest.update(content, 0, content.length);
    digest.doFinal(result, 0);
    return result;
  }

  @Nested
  class Crc32 extends StreamingChecksumContract {
    @Override
    protected ChecksumAlgorithm algorithm() {
      return ChecksumAlgorithms.of(ChecksumType.CRC32);
    }

    @Override
    protected byte[] reference(byte[] content) {
      return bigEndian(new PureJavaCrc32(), content);
    }
  }

  @Nested
  class Crc32c extends StreamingChecksumContract {
    @Override
    protected ChecksumAlgorithm algorithm() {
      return ChecksumAlgorithms.of(ChecksumType.CRC32C);
    }

    @Override
    protected byte[] reference(byte[] content) {
      return bigEndian(new PureJavaCrc32C(), content);
    }
  }

  @Nested
  class Sha256 extends StreamingChecksumContract {
    @Override
    protected ChecksumAlgorithm algorithm() {
      return ChecksumAlgorithms.of(ChecksumType.SHA256);
    }

    @Override
    protected byte[] reference(byte[] content) {
      return digest(new SHA256Digest(), content);
    }
  }

  @Nested
  class Md5 extends StreamingChecksumContract {
    @Override
    protected ChecksumAlgorithm algorithm() {
      return ChecksumAlgorithms.of(ChecksumType.MD5);
    }

    @Override
    protected byte[] reference(byte[] content) {
      return digest(new MD5Digest(), content);
    }
  }

  @Nested
  class None extends StreamingChecksumContract {
    @Override
    protected ChecksumAlgorithm algorithm() {
      return ChecksumAlgorithms.of(ChecksumType.NONE);
    }

    @Override
    protected byte[] reference(byte[] content) {
      return new byte[0];
    }

    @Test
    void noMemoryIsCopied() {
      for (BufferKind kind : BufferKind.values()) {
        assertThat(algorithm().newChecksum().updateInPlace(kind.of(new byte[9])))
            .as("%s", kind)
            .isTrue();
      }
    }
  }
}
