// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.append.ChecksumAppender;
import io.chunksum.append.FlushedChecksums;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.MemoryConsumer;
import io.chunksum.buffer.PieceConsumer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.tests.append.WindowOracle;
import io.chunksum.verify.ChecksumMismatchException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Sequences of operations, compared with a model made of a byte array and classes of the JDK. */
class OperationsFuzzTest {

  private static final int MAX_BYTES = 300;

  /** Collects what it is handed. */
  private static final class Collected implements PieceConsumer, MemoryConsumer {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void accept(byte[] array, int offset, int length) {
      bytes.write(array, offset, length);
    }

    @Override
    public void accept(ByteBuffer view) {
      while (view.hasRemaining()) {
        bytes.write(view.get());
      }
    }

    @Override
    public void accept(ByteBuffer buffer, int index, int length) {
      for (int i = index; i < index + length; i++) {
        bytes.write(buffer.get(i));
      }
    }
  }

  @FuzzTest
  void chunkBuffer(FuzzedDataProvider data) {
    Draw draw = new Draw(data);
    byte[] model = draw.bytes(MAX_BYTES);
    List<ByteBuffer> buffers = draw.buffers(model);
    List<String> before = buffers.stream().map(ByteBuffer::toString).toList();
    ChunkBuffer chunk = ChunkBuffer.wrap(buffers);
    while (draw.more()) {
      int offset = draw.upTo(model.length + 1);
      int length = draw.upTo(model.length + 1);
      if (offset + length > model.length) {
        assertRefused(chunk, offset, length);
        continue;
      }
      byte[] part = Arrays.copyOfRange(model, offset, offset + length);
      if (draw.upTo(3) == 0) {
        chunk = chunk.slice(offset, length);
        model = part;
      } else {
        assertHolds(chunk, offset, part);
      }
    }
    assertHolds(chunk, 0, model);
    assertThat(chunk.length()).isEqualTo(model.length);
    assertThat(buffers.stream().map(ByteBuffer::toString)).isEqualTo(before);
  }

  private static void assertHolds(ChunkBuffer chunk, int offset, byte[] expected) {
    byte[] read = new byte[expected.length];
    chunk.read(offset, read, 0, read.length);
    assertThat(read).isEqualTo(expected);
    Collected pieces = new Collected();
    chunk.forEachPiece(offset, expected.length, pieces);
    assertThat(pieces.bytes.toByteArray()).isEqualTo(expected);
    Collected located = new Collected();
    if (expected.length > 0 && chunk.locate(offset, expected.length, located)) {
      assertThat(located.bytes.toByteArray()).isEqualTo(expected);
    }
  }

  private static void assertRefused(ChunkBuffer chunk, int offset, int length) {
    assertThatThrownBy(() -> chunk.slice(offset, length))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> chunk.locate(offset, length, new Collected()))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> chunk.forEachPiece(offset, length, new Collected()))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @FuzzTest
  void appender(FuzzedDataProvider data) throws ChecksumMismatchException {
    Draw draw = new Draw(data);
    AppenderModel model = new AppenderModel(draw.type(), draw.bytesPerChecksum());
    while (draw.more()) {
      switch (draw.upTo(6)) {
        case 0 -> model.reset();
        case 1 -> model.flush();
        case 2 -> model.restore(draw.upTo(1) == 0);
        case 3 -> model.compare();
        default -> {
          byte[] bytes = draw.bytes(MAX_BYTES);
          model.append(bytes, draw.buffers(bytes));
        }
      }
    }
    model.flush();
    model.compare();
  }

  /** An appender, and all that it should know. */
  private static final class AppenderModel {

    private final ChecksumAlgorithm algorithm;
    private final int bytesPerChecksum;
    private final ByteArrayOutputStream appended = new ByteArrayOutputStream();
    private ChecksumAppender appender;

    /** What somebody has who applied all flushes so far. */
    private ChecksumData flushed;

    AppenderModel(ChecksumType type, int bytesPerChecksum) {
      this.algorithm = ChecksumAlgorithms.of(type);
      this.bytesPerChecksum = bytesPerChecksum;
      this.appender = new ChecksumAppender(algorithm, bytesPerChecksum);
      this.flushed = ChecksumData.of(type, bytesPerChecksum, new byte[0]);
    }

    void append(byte[] bytes, List<ByteBuffer> buffers) {
      appender.append(ChunkBuffer.wrap(buffers));
      appended.writeBytes(bytes);
    }

    void reset() {
      appender.reset();
      appended.reset();
      flushed = flushed.range(0, 0);
    }

    void flush() {
      FlushedChecksums news = appender.flush();
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.writeBytes(flushed.range(0, news.firstWindow()).toByteArray());
      all.writeBytes(news.checksums().toByteArray());
      flushed = ChecksumData.of(algorithm.type(), bytesPerChecksum, all.toByteArray());
      assertThat(news.length()).isEqualTo(appended.size());
      assertThat(flushed).isEqualTo(expected());
    }

    /**
     * Continues with another appender, from what was flushed, with or without the open window's
     * bytes.
     */
    void restore(boolean withBytes) throws ChecksumMismatchException {
      flush();
      byte[] all = appended.toByteArray();
      int open = all.length % bytesPerChecksum;
      ChunkInfo record = new ChunkInfo("chunk", 0, all.length, flushed);
      if (withBytes) {
        ChunkBuffer openWindow = ChunkBuffer.wrap(all, all.length - open, open);
        appender = ChecksumAppender.restore(algorithm, record, openWindow);
      } else if (open == 0 || algorithm.combiner().isPresent()) {
        appender = ChecksumAppender.restore(algorithm, record);
      }
    }

    void compare() {
      assertThat(appender.length()).isEqualTo(appended.size());
      assertThat(appender.snapshot()).isEqualTo(expected());
    }

    private ChecksumData expected() {
      byte[] all = appended.toByteArray();
      byte[] sums = new WindowOracle(algorithm.type(), bytesPerChecksum, all).ofFirst(all.length);
      return ChecksumData.of(algorithm.type(), bytesPerChecksum, sums);
    }
  }

  @FuzzTest
  void verifier(FuzzedDataProvider data) {
    Draw draw = new Draw(data);
    VerifierModel model =
        new VerifierModel(draw.type(), draw.bytesPerChecksum(), draw.bytes(MAX_BYTES));
    while (draw.more()) {
      switch (draw.upTo(5)) {
        case 0 -> model.truncate(draw.upTo(MAX_BYTES));
        case 1 -> model.add(draw.bytes(MAX_BYTES));
        case 2 -> model.flipBitOfData(draw.upTo(8 * MAX_BYTES));
        case 3 -> model.flipBitOfSums(draw.upTo(8 * MAX_BYTES));
        case 4 -> model.verifyAtOnce(draw);
        default -> model.verifyInParts(draw);
      }
    }
    model.verifyAtOnce(draw);
  }
}
