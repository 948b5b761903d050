// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.format.aeron.BadFrame;
import io.chunksum.format.aeron.RecordingDescriptor;
import io.chunksum.format.aeron.SegmentResult;
import io.chunksum.format.aeron.SegmentVerifier;
import io.chunksum.tests.TestBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A segment file for tests to damage, and what is found in it. */
abstract class SegmentTestBase {

  static final int TERM = 64 * 1024;
  static final int SEGMENT = 2 * TERM;

  /** Of the stream; the second segment, whose first frames were not recorded. */
  static final long BASE = 2L * SEGMENT;

  static final int START = 4096;
  static final int MTU = 1408;

  @TempDir Path folder;

  final SegmentVerifier verifier = new SegmentVerifier(ChecksumType.CRC32C);
  final List<Integer> starts = new ArrayList<>();
  int padding;
  int end;
  byte[] content;
  Path file;

  /** Frames of two terms: data up to near the end of the first, padding, and some data. */
  @BeforeEach
  void writeASegment() throws IOException {
    FrameWriter writer = new FrameWriter(SEGMENT, 7, TERM, BASE).skip(START);
    Random random = new Random(5);
    while (writer.size() < TERM - MTU) {
      add(writer, random.nextInt(MTU - 31));
    }
    padding = writer.size();
    writer.padding(TERM - padding);
    for (int i = 0; i < 10; i++) {
      add(writer, random.nextInt(MTU - 31));
    }
    end = writer.size();
    content = writer.all();
    file = folder.resolve("3-" + BASE + ".rec");
  }

  final void add(FrameWriter writer, int length) {
    starts.add(writer.size());
    writer.data(TestBytes.random(length, length));
  }

  final RecordingDescriptor recording(long start, long stop) {
    return new RecordingDescriptor(
        3,
        start,
        stop < 0 ? OptionalLong.empty() : OptionalLong.of(stop),
        7,
        SEGMENT,
        TERM,
        MTU,
        FrameWriter.STREAM_ID);
  }

  final RecordingDescriptor recording() {
    return recording(BASE + START, BASE + end);
  }

  final SegmentResult verify() throws IOException {
    Files.write(file, content);
    return verifier.verify(file);
  }

  final SegmentResult verify(RecordingDescriptor recording) throws IOException {
    Files.write(file, content);
    return verifier.verify(file, BASE, recording);
  }

  /** Whether the recording is known or not, the same is found; gives what is found if it is. */
  final BadFrame onlyBad() throws IOException {
    SegmentResult known = verify(recording());
    assertThat(verify().badFrames()).isEqualTo(known.badFrames());
    assertThat(known.badCount()).isEqualTo(1);
    assertThat(known.ok()).isFalse();
    return known.badFrames().get(0);
  }

  final void putInt(int at, int value) {
    ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
  }
}
