// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.kit;

import io.chunksum.algorithm.StreamingChecksum;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.zip.CRC32C;

/** Algorithms whose checksums share an array, which no thread sees that is alone. */
final class WrongThreads {

  private WrongThreads() {}

  static final class SharesScratch extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        private static final byte[] SCRATCH = new byte[64];

        @Override
        public void update(byte[] source, int offset, int length) {
          Objects.checkFromIndexSize(offset, length, source.length);
          for (int at = 0; at < length; at += SCRATCH.length) {
            int count = Math.min(length - at, SCRATCH.length);
            System.arraycopy(source, offset + at, SCRATCH, 0, count);
            super.update(SCRATCH, 0, count);
          }
        }
      };
    }
  }

  /** So fast that a second thread may start when the first has long ended. */
  static final class SharesScratchAndIsFast extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        private static final byte[] SCRATCH = new byte[4096];

        private final CRC32C crc = new CRC32C();

        @Override
        public void reset() {
          crc.reset();
        }

        @Override
        public void update(byte[] source, int offset, int length) {
          Objects.checkFromIndexSize(offset, length, source.length);
          for (int at = 0; at < length; at += SCRATCH.length) {
            int count = Math.min(length - at, SCRATCH.length);
            System.arraycopy(source, offset + at, SCRATCH, 0, count);
            crc.update(SCRATCH, 0, count);
          }
        }

        @Override
        public void finish(byte[] target, int offset) {
          ByteBuffer.wrap(target).putInt(offset, (int) crc.getValue());
          crc.reset();
        }
      };
    }

    @Override
    protected byte[] reference(byte[] content) {
      CRC32C crc = new CRC32C();
      crc.update(content);
      return ByteBuffer.allocate(Integer.BYTES).putInt((int) crc.getValue()).array();
    }
  }

  static final class SharesScratchOfRuns extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        private static final byte[] SCRATCH = new byte[64];

        @Override
        public void finishEach(
            byte[] source, int offset, int length, int count, byte[] target, int targetOffset) {
          Objects.checkFromIndexSize(offset, (long) length * count, source.length);
          Objects.checkFromIndexSize(targetOffset, (long) count * Integer.BYTES, target.length);
          for (int i = 0; i < count; i++) {
            for (int at = 0; at < length; at += SCRATCH.length) {
              int part = Math.min(length - at, SCRATCH.length);
              System.arraycopy(source, offset + i * length + at, SCRATCH, 0, part);
              update(SCRATCH, 0, part);
            }
            finish(target, targetOffset + i * Integer.BYTES);
          }
        }
      };
    }
  }
}
