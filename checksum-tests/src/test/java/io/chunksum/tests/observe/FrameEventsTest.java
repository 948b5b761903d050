// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.format.aeron.FrameVerifier;
import io.chunksum.format.aeron.SegmentVerifier;
import io.chunksum.tests.TestBytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Flight Recorder records of bad frames of Aeron recordings. */
class FrameEventsTest {

  private static final int HEADER = 32;
  private static final int FRAME = 96;
  private static final int FRAMES = 10;

  @TempDir private Path folder;

  /** Frames of one term; session id, stream and term as good as any. */
  private static ByteBuffer frames(int count) {
    ByteBuffer frames = ByteBuffer.allocate(count * FRAME).order(ByteOrder.LITTLE_ENDIAN);
    frames.put(TestBytes.random(21_22, frames.capacity())).clear();
    for (int at = 0; at < frames.capacity(); at += FRAME) {
      frames.putInt(at, FRAME).putInt(at + 4, 1 << 16).putInt(at + 8, at);
      frames.putInt(at + 12, crc(frames, at)).putInt(at + 16, 10).putInt(at + 20, 7);
    }
    return frames;
  }

  private static int crc(ByteBuffer frames, int at) {
    CRC32C crc = new CRC32C();
    crc.update(frames.duplicate().limit(at + FRAME).position(at + HEADER));
    return (int) crc.getValue();
  }

  @Test
  void theBadFrameOfABatchIsRecorded() throws IOException {
    ByteBuffer frames = frames(FRAMES);
    String expected = HexFormat.of().toHexDigits(crc(frames, 3 * FRAME));
    frames.put(3 * FRAME + 50, (byte) ~frames.get(3 * FRAME + 50));
    FrameVerifier verifier = new FrameVerifier(ChecksumType.CRC32C);
    List<RecordedEvent> events = Recorded.mismatches(folder, () -> verifier.verify(frames));
    assertThat(events).hasSize(1);
    RecordedEvent event = events.get(0);
    assertThat(event.getString("verdict")).isEqualTo("MISMATCH");
    assertThat(event.getString("type")).isEqualTo("CRC32C");
    assertThat(event.getInt("bytesPerChecksum")).isZero();
    assertThat(event.getString("chunk")).isNull();
    assertThat(event.getLong("windows")).as("up to the bad one").isEqualTo(3 + 1);
    assertThat(event.getLong("mismatches")).isEqualTo(1);
    assertThat(event.getLong("mismatchBytes")).isEqualTo(FRAME);
    assertThat(event.getLong("firstWindow")).isEqualTo(3);
    assertThat(event.getLong("firstOffset")).isEqualTo(3 * FRAME);
    assertThat(event.getString("expected")).isEqualTo(expected);
    assertThat(event.getString("actual"))
        .isEqualTo(HexFormat.of().toHexDigits(crc(frames, 3 * FRAME)));
    assertThat(event.getString("message")).isEqualTo(verifier.badFrame().toString());
    assertThat(Recorded.mismatches(folder, () -> verifier.verify(frames(FRAMES)))).isEmpty();
  }

  @Test
  void whatIsNoFrameIsRecordedWithoutChecksums() throws IOException {
    ByteBuffer frames = frames(FRAMES);
    frames.putInt(2 * FRAME, 5);
    FrameVerifier verifier = new FrameVerifier(ChecksumType.CRC32C);
    RecordedEvent event = Recorded.mismatches(folder, () -> verifier.verify(frames)).get(0);
    assertThat(event.getLong("windows")).as("without what is no frame").isEqualTo(2);
    assertThat(event.getLong("firstOffset")).isEqualTo(2 * FRAME);
    assertThat(event.getLong("mismatchBytes")).isEqualTo((FRAMES - 2) * FRAME);
    assertThat(event.getString("expected")).isNull();
  }

  @Test
  void theBadFramesOfASegmentFileAreOneEvent() throws IOException {
    ByteBuffer frames = frames(FRAMES);
    for (int bad : new int[] {1, 4}) {
      frames.put(bad * FRAME + 50, (byte) ~frames.get(bad * FRAME + 50));
    }
    frames.putInt(4 * FRAME, 2 * FRAME); // Whatever it says, it ends where the next one begins.
    Path file = write(frames);
    List<RecordedEvent> events = Recorded.mismatches(folder, () -> verify(file));
    assertThat(events).hasSize(1);
    RecordedEvent event = events.get(0);
    assertThat(event.getString("chunk")).isEqualTo(file.toString());
    assertThat(event.getLong("windows")).isEqualTo(FRAMES);
    assertThat(event.getLong("mismatches")).isEqualTo(2);
    assertThat(event.getLong("mismatchBytes")).isEqualTo(2 * FRAME);
    assertThat(event.getLong("firstOffset")).isEqualTo(FRAME);
    Path good = write(frames(FRAMES));
    assertThat(Recorded.mismatches(folder, () -> verify(good))).isEmpty();
  }

  @Test
  void badFramesThatAreNotKeptEndWhereTheNextOnesBegin() throws IOException {
    int bad = SegmentVerifier.MAX_KEPT + 5;
    ByteBuffer frames = frames(2 * bad + 1);
    for (int i = 0; i < bad; i++) {
      frames.putInt((2 * i + 1) * FRAME, 2 * FRAME);
    }
    Path file = write(frames);
    RecordedEvent event = Recorded.mismatches(folder, () -> verify(file)).get(0);
    assertThat(event.getLong("mismatches")).isEqualTo(bad);
    assertThat(event.getLong("mismatchBytes")).isEqualTo((long) bad * FRAME);
  }

  private Path write(ByteBuffer frames) throws IOException {
    byte[] content = new byte[frames.capacity()];
    frames.get(0, content);
    return Files.write(folder.resolve("0-0.rec"), content);
  }

  private static void verify(Path file) {
    try {
      new SegmentVerifier(ChecksumType.CRC32C).verify(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
