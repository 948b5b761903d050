// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.format.aeron.BadFrame;
import io.chunksum.format.aeron.SegmentResult;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the examples of docs/aeron.md. */
class AeronPageTest {

  private static final int FRAME = 96;
  private static final int TERM = 1024 * 1024;
  private static final int BATCH = 128 * 1024;

  @TempDir private Path classes;
  @TempDir private Path folder;

  @Test
  void theExamplesReplayBatchesAndVerifySegments() throws Exception {
    List<String> examples = Examples.in(Path.of("docs", "aeron.md"));
    Map<String, String> sources = Map.of("Replay", examples.get(0), "Segments", examples.get(1));
    try (Compiled compiled = Examples.compile(classes, sources)) {
      replay(compiled.make("Replay"));
      verifySegment(compiled);
    }
  }

  /**
   * Five frames and the beginning of a sixth; the third is bad. Then a term whose padding is longer
   * than a batch, and the next.
   */
  private static void replay(Object example) throws Exception {
    ByteBuffer frames = frames(5 * FRAME + 40, 6).limit(5 * FRAME + 40);
    frames.put(2 * FRAME + 50, (byte) 1);
    List<Integer> good = new ArrayList<>();
    List<Long> bad = new ArrayList<>();
    Consumer<ByteBuffer> onGood = part -> good.add(part.remaining());
    Consumer<BadFrame> onBad = frame -> bad.add(frame.offset());
    assertThat(Compiled.callOn(example, "replay", frames, onGood, onBad)).isEqualTo(5L * FRAME);
    assertThat(good).containsExactly(2 * FRAME, 2 * FRAME);
    assertThat(bad).containsExactly(2L * FRAME);

    frames.putInt(4 * FRAME, 0);
    assertThat(Compiled.callOn(example, "replay", frames, onGood, onBad)).isEqualTo(-1L);
    assertThat(good).endsWith(2 * FRAME, FRAME);
    assertThat(bad).endsWith(2L * FRAME, 4L * FRAME);

    int padding = 5 * FRAME;
    ByteBuffer terms = frames(TERM + 2 * FRAME, 5).putInt(padding, TERM - padding);
    terms.putInt(padding + 8, padding).putInt(padding + 16, 3);
    ByteBuffer next = frames(2 * FRAME, 2).putInt(20, 1).putInt(FRAME + 20, 1);
    terms.put(TERM, next, 0, 2 * FRAME);
    good.clear();
    bad.clear();
    long at = 0;
    while (at < terms.capacity()) {
      int length = Math.min(BATCH, terms.capacity() - (int) at);
      ByteBuffer part = terms.slice((int) at, length);
      long read = (long) Compiled.callOn(example, "replay", part, onGood, onBad);
      assertThat(read).as("from %d", at).isPositive();
      at += read;
    }
    assertThat(good).containsExactly(5 * FRAME, 2 * FRAME);
    assertThat(bad).isEmpty();
  }

  private void verifySegment(Compiled compiled) throws Exception {
    ByteBuffer catalog = ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN);
    catalog.putInt(0, 3 << 16).putInt(4, 32).putInt(16, 64);
    int descriptor = 64;
    catalog.putInt(32, 96).putInt(36, 1).putLong(descriptor + 16, 5);
    catalog.putLong(descriptor + 40, 0).putLong(descriptor + 48, 4 * FRAME);
    catalog.putInt(descriptor + 60, 65_536).putInt(descriptor + 64, 65_536);
    catalog.putInt(descriptor + 68, 1408).putInt(descriptor + 76, 3);
    Files.write(folder.resolve("archive.catalog"), catalog.array());
    Files.write(folder.resolve("5-0.rec"), frames(65_536, 4).array());
    SegmentResult result = (SegmentResult) compiled.call("Segments", "verify", folder, "5-0.rec");
    assertThat(result.ok()).isTrue();
    assertThat(result.dataFrames()).isEqualTo(4);
  }

  /** Frames of 64 zero bytes in stream 3. */
  private static ByteBuffer frames(int capacity, int count) {
    ByteBuffer frames =
        ByteBuffer.allocate(Math.max(capacity, count * FRAME)).order(ByteOrder.LITTLE_ENDIAN);
    CRC32C crc = new CRC32C();
    crc.update(new byte[FRAME - 32]);
    for (int at = 0; at < count * FRAME; at += FRAME) {
      frames.putInt(at, FRAME).putShort(at + 6, (short) 1).putInt(at + 8, at);
      frames.putInt(at + 12, (int) crc.getValue()).putInt(at + 16, 3);
    }
    return frames;
  }
}
