// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.append.ChecksumAppender;
import io.chunksum.append.ChunkWriter;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.ChecksumCollector;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.compute.WholeChecksum;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.ForwardingChecksum;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ChunkVerifier;
import java.nio.ByteBuffer;
import java.security.ProviderException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * An algorithm that cannot start over, such as one whose device is gone for a while. Nothing is
 * taken then until starting over has succeeded: nobody knows what would be computed.
 */
class FailedResetTest {

  private static final int WINDOW = 64;
  private static final ChunkBuffer FIRST = ChunkBuffer.wrap(TestBytes.random(1, 100));
  private static final ChunkBuffer SECOND = ChunkBuffer.wrap(TestBytes.random(2, 256));

  private boolean gone;

  private final ChecksumAlgorithm algorithm =
      new ChecksumAlgorithm() {
        @Override
        public ChecksumType type() {
          return ChecksumType.MD5;
        }

        @Override
        public StreamingChecksum newChecksum() {
          return new ForwardingChecksum(ChecksumAlgorithms.of(ChecksumType.MD5).newChecksum()) {
            @Override
            public void reset() {
              if (gone) {
                throw new ProviderException("no device");
              }
              super.reset();
            }
          };
        }
      };

  private final ChecksumData expected =
      new ChecksumCalculator(ChecksumAlgorithms.of(ChecksumType.MD5), WINDOW).compute(SECOND);

  private void assertFails(Runnable reset) {
    gone = true;
    assertThatThrownBy(reset::run).isInstanceOf(ProviderException.class);
    gone = false;
  }

  /** What takes bytes comes last: where it fails, it has the others refused as well. */
  private static void assertRefused(Runnable... calls) {
    for (Runnable call : calls) {
      assertThatIllegalStateException().isThrownBy(call::run);
    }
  }

  @Test
  void aStreamTakesNothing() {
    int[] windows = {0};
    ChecksumStream stream =
        new ChecksumStream(algorithm, WINDOW, (window, length, sum, at) -> windows[0]++);
    stream.update(FIRST);
    assertFails(stream::reset);
    assertRefused(stream::finish, () -> stream.update(SECOND));
    stream.reset();
    assertFails(() -> stream.resume(2 * WINDOW));
    assertRefused(stream::finish, () -> stream.update(SECOND));
    assertThat(windows).containsExactly(1);
    stream.resume(WINDOW);
    stream.update(SECOND);
    assertThat(windows).containsExactly(5);
  }

  @Test
  void aCollectorTakesNothing() {
    ChecksumCollector collector = new ChecksumCollector(algorithm, WINDOW);
    collector.update(FIRST);
    assertFails(collector::reset);
    assertRefused(collector::finish, () -> collector.update(SECOND));
    collector.reset();
    collector.update(SECOND);
    assertThat(collector.finish()).isEqualTo(expected);
  }

  @Test
  void aWholeChecksumTakesNothing() {
    WholeChecksum checksum = new WholeChecksum(algorithm);
    checksum.update(FIRST);
    assertFails(checksum::reset);
    assertRefused(checksum::finish, () -> checksum.update(SECOND));
    checksum.reset();
    checksum.update(SECOND);
    WholeChecksum whole = WholeChecksum.of(ChecksumType.MD5);
    whole.update(SECOND);
    assertThat(checksum.finish()).isEqualTo(whole.finish());
  }

  @Test
  void anAppenderTakesNothing() {
    ChecksumAppender appender = new ChecksumAppender(algorithm, WINDOW);
    appender.append(FIRST);
    assertFails(appender::reset);
    assertThat(appender.length()).isEqualTo(FIRST.length());
    assertRefused(appender::snapshot, appender::flush, () -> appender.append(SECOND));
    appender.reset();
    appender.append(SECOND);
    assertThat(appender.snapshot()).isEqualTo(expected);
  }

  /** Clearing has failed, so the chunk is still there. */
  @Test
  void aWriterTakesNothing() {
    ChecksumAppender appender = new ChecksumAppender(algorithm, WINDOW);
    ChunkWriter writer = new ChunkWriter(appender, 1000, 1000, ByteBuffer::allocate);
    writer.put(FIRST);
    assertFails(writer::clear);
    assertThat(writer.chunk().length()).isEqualTo(FIRST.length());
    assertRefused(writer::checksums, () -> writer.put(SECOND));
    writer.clear();
    writer.put(SECOND);
    assertThat(writer.checksums()).isEqualTo(expected);
  }

  @Test
  void aVerifierHasNotBegun() {
    ChunkVerifier verifier = new ChunkVerifier(algorithm, WINDOW);
    // One at a time: what ends a run drops it even where it fails.
    for (Runnable call :
        List.<Runnable>of(
            () -> verifier.update(SECOND), verifier::finish, () -> verifier.breakOff())) {
      verifier.begin(expected, 0, expected.count());
      verifier.update(FIRST);
      assertFails(() -> verifier.begin(expected, 0, expected.count()));
      assertRefused(call);
    }
    assertThat(verifier.verify(SECOND, expected).ok()).isTrue();
  }
}
