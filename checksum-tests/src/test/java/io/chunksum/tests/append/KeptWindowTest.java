// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.append.ChecksumAppender;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.ForwardingChecksum;
import io.chunksum.tests.TestBytes;
import java.security.ProviderException;
import org.junit.jupiter.api.Test;

/** Like a digest in a device: it cannot report midway, and is sometimes unavailable. */
class KeptWindowTest {

  private static final int WINDOW = 30;

  private boolean fails;

  private final ChunkBuffer chunk = ChunkBuffer.wrap(TestBytes.random(40_01, 100));
  private final ChecksumAlgorithm device = new Device();
  private final ChecksumData expected = new ChecksumCalculator(device, WINDOW).compute(chunk);

  private final class Device implements ChecksumAlgorithm {

    @Override
    public ChecksumType type() {
      return ChecksumType.SHA256;
    }

    @Override
    public StreamingChecksum newChecksum() {
      StreamingChecksum sha256 = ChecksumAlgorithms.of(ChecksumType.SHA256).newChecksum();
      return new ForwardingChecksum(sha256) {
        @Override
        public boolean peek(byte[] target, int offset) {
          return false;
        }

        @Override
        public void finish(byte[] target, int offset) {
          if (fails) {
            throw new ProviderException("device is busy");
          }
          super.finish(target, offset);
        }
      };
    }
  }

  @Test
  void anAppendThatFailedLeavesNothingAfterAReset() {
    ChecksumAppender appender = new ChecksumAppender(device, WINDOW);
    fails = true;
    assertThatThrownBy(() -> appender.append(chunk)).isInstanceOf(ProviderException.class);
    fails = false;
    appender.reset();
    appender.append(chunk);
    assertThat(appender.snapshot()).isEqualTo(expected);
  }

  @Test
  void aSnapshotThatFailedCanBeRepeated() {
    ChecksumAppender appender = new ChecksumAppender(device, WINDOW);
    appender.append(chunk);
    fails = true;
    assertThatThrownBy(appender::snapshot).isInstanceOf(ProviderException.class);
    fails = false;
    assertThat(appender.snapshot()).isEqualTo(expected);
  }

  @Test
  void aFlushThatFailedLeavesAllToTheNext() {
    ChecksumAppender appender = new ChecksumAppender(device, WINDOW);
    appender.append(chunk);
    fails = true;
    assertThatThrownBy(appender::flush).isInstanceOf(ProviderException.class);
    fails = false;
    assertThat(appender.flush().checksums()).isEqualTo(expected);
  }
}
