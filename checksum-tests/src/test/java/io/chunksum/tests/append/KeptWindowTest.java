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
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.ForwardingChecksum;
import io.chunksum.tests.TestBytes;
import java.security.ProviderException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Like a digest in a device: it cannot report midway, and is sometimes unavailable. */
class KeptWindowTest {

  private static final int WINDOW = 30;

  private boolean fails;

  private final byte[] content = TestBytes.random(40_01, 100);
  private final ChunkBuffer chunk = ChunkBuffer.wrap(content);
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

  /** Full windows that come together too, and none is copied twice. */
  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void windowsAreKeptFromAnyMemory(BufferKind kind) {
    ChecksumAppender appender = new ChecksumAppender(device, WINDOW);
    appender.append(ChunkBuffer.wrap(kind.of(content)));
    assertThat(appender.snapshot()).isEqualTo(expected);
    assertThat(appender.bytesKept()).isEqualTo(content.length);
    assertThat(appender.bytesCopied()).isEqualTo(CopiedBytes.NONE);
  }

  /** The preferred security provider may change at any time, so also while an appender is made. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void eachChecksumMayBeOfAnotherDevice(int reporting) {
    AtomicInteger made = new AtomicInteger();
    ChecksumAlgorithm changing =
        new ChecksumAlgorithm() {
          @Override
          public ChecksumType type() {
            return ChecksumType.SHA256;
          }

          @Override
          public StreamingChecksum newChecksum() {
            boolean reports = made.getAndIncrement() < reporting;
            return reports
                ? ChecksumAlgorithms.of(ChecksumType.SHA256).newChecksum()
                : device.newChecksum();
          }
        };
    ChecksumAppender appender = new ChecksumAppender(changing, WINDOW);
    appender.append(chunk);
    assertThat(appender.snapshot()).isEqualTo(expected);
    assertThat(appender.bytesKept()).isEqualTo(reporting == 0 ? content.length : 0);
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
