// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.ForwardingChecksum;
import io.chunksum.verify.ChunkVerifier;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events of calls in the middle of which something happens. */
class TimedCallTest {

  private static final ChunkBuffer CHUNK = ChunkBuffer.wrap(new byte[16]);
  private static final ChecksumData SUMS = ChunkChecksum.of(ChecksumType.CRC32C, 16).compute(CHUNK);
  private static final List<String> EVENTS = List.of("Computation", "Verification");

  @TempDir private Path folder;

  /** What happens when the window ends. */
  private Runnable middle = () -> {};

  private final ChunkChecksum checksum = ChunkChecksum.of(new Interrupted(), 16);
  private final ChecksumCalculator calculator = checksum.newCalculator();
  private final ChunkVerifier verifier = checksum.newVerifier();

  private final class Interrupted implements ChecksumAlgorithm {

    @Override
    public ChecksumType type() {
      return ChecksumType.CRC32C;
    }

    @Override
    public StreamingChecksum newChecksum() {
      return new ForwardingChecksum(ChecksumAlgorithms.of(type()).newChecksum()) {
        @Override
        public void finish(byte[] target, int offset) {
          middle.run();
          super.finish(target, offset);
        }
      };
    }
  }

  private void call(String event) {
    if (event.equals("Computation")) {
      calculator.compute(CHUNK, ByteBuffer.allocate(4));
    } else {
      assertThat(verifier.verify(CHUNK, SUMS).ok()).isTrue();
    }
  }

  /** Not by parking: that ends at once if something has unparked the thread before. */
  private static void lastFor(Duration duration) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < duration.toNanos()) {
      Thread.onSpinWait();
    }
  }

  /** The threshold is one that the call is sure to exceed. */
  @Test
  void aCallIsTimedToItsEnd() throws IOException {
    middle = () -> lastFor(Duration.ofMillis(50));
    for (String event : EVENTS) {
      List<RecordedEvent> events =
          Recorded.events(
              folder, event, Recorded.threshold(event, Duration.ofMillis(1)), () -> call(event));
      assertThat(events).as(event).hasSize(1);
      assertThat(events.get(0).getDuration()).isGreaterThan(Duration.ofMillis(1));
    }
  }

  /** If a recording began in the middle of the next call, it would record both as one. */
  @Test
  void aCallThatFailedIsForgotten() throws IOException {
    IllegalStateException onPurpose = new IllegalStateException("on purpose");
    for (String event : EVENTS) {
      middle =
          () -> {
            throw onPurpose;
          };
      Recorded.events(
          folder,
          event,
          Recorded.threshold(event, Duration.ZERO),
          () -> assertThatThrownBy(() -> call(event)).isSameAs(onPurpose));
      try (Recording late = new Recording()) {
        Recorded.threshold(event, Duration.ZERO).accept(late);
        middle = late::start;
        call(event);
        middle = () -> {};
        call(event);
        assertThat(Recorded.events(folder, event, late)).as(event).hasSize(1);
      }
    }
  }
}
