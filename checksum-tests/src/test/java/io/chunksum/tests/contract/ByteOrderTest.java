// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.append.ChecksumAppender;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceConsumer;
import io.chunksum.compute.ChecksumCollector;
import io.chunksum.compute.WholeChecksum;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.ForwardingChecksum;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An algorithm gets views in big-endian order, whatever buffers the caller has, and may change it:
 * neither the next call nor the caller sees that.
 */
class ByteOrderTest {

  private static final List<ByteOrder> ORDERS =
      List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN);

  private static final byte[] CONTENT = TestBytes.random(20_96, 10_007);
  private static final ChunkBuffer CHUNK = ChunkBuffer.wrap(CONTENT);

  /** CRC32C over the longs of a view, taken in the order that the view has. */
  private static final class Longs implements ChecksumAlgorithm {

    private final boolean runs;
    private boolean fails;

    Longs(boolean runs) {
      this.runs = runs;
    }

    @Override
    public ChecksumType type() {
      return ChecksumType.CRC32C;
    }

    @Override
    public StreamingChecksum newChecksum() {
      return new ForwardingChecksum(ChecksumAlgorithms.of(type()).newChecksum()) {
        @Override
        public boolean updateInPlace(ByteBuffer view) {
          take(this, view, view.remaining());
          return true;
        }

        @Override
        public boolean finishEachInPlace(
            ByteBuffer view, int length, int count, byte[] target, int targetOffset) {
          ByteOrder order = view.order();
          for (int i = 0; runs && i < count; i++) {
            take(this, view.order(order), length);
            finish(target, targetOffset + i * Integer.BYTES);
          }
          return runs;
        }
      };
    }

    private void take(StreamingChecksum checksum, ByteBuffer view, int length) {
      ByteBuffer bytes = ByteBuffer.allocate(length);
      while (bytes.remaining() >= Long.BYTES) {
        bytes.putLong(view.getLong());
      }
      while (bytes.hasRemaining()) {
        bytes.put(view.get());
      }
      checksum.update(bytes.array(), 0, length);
      view.order(ByteOrder.LITTLE_ENDIAN);
      if (fails) {
        throw new IllegalStateException("on purpose");
      }
    }
  }

  /** Hands over the content in two parts, and checks that each keeps its order. */
  private static void feed(PieceConsumer consumer, BufferKind kind, ByteOrder order) {
    ByteBuffer view = kind.of(CONTENT).order(order);
    int end = view.limit();
    consumer.accept(view.limit(view.position() + 1_003));
    assertThat(view.order()).isEqualTo(order);
    consumer.accept(view.limit(end).position(end - CONTENT.length + 1_003));
    assertThat(view.order()).isEqualTo(order);
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void aWholeChecksumIsTheSameInBothOrders(BufferKind kind) {
    CRC32C expected = new CRC32C();
    expected.update(CONTENT);
    WholeChecksum whole = new WholeChecksum(new Longs(true));
    for (ByteOrder order : ORDERS) {
      feed(whole, kind, order);
      int crc = ByteBuffer.wrap(whole.finish()).getInt();
      assertThat(crc).as("%s", order).isEqualTo((int) expected.getValue());
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void checksumsOfWindowsAreTheSameInBothOrders(BufferKind kind) {
    for (int window : new int[] {9, 100, 3_000}) {
      ChecksumData expected = ChunkChecksum.of(ChecksumType.CRC32C, window).compute(CHUNK);
      for (boolean runs : new boolean[] {true, false}) {
        ChunkChecksum checksum = ChunkChecksum.of(new Longs(runs), window);
        ChecksumCollector collector = checksum.newCollector();
        ChecksumAppender appender = checksum.newAppender();
        for (ByteOrder order : ORDERS) {
          feed(collector, kind, order);
          assertThat(collector.finish()).isEqualTo(expected);
          appender.reset();
          feed(appender, kind, order);
          assertThat(appender.snapshot()).isEqualTo(expected);
          ChunkBuffer chunk = ChunkBuffer.wrap(kind.of(CONTENT).order(order));
          assertThat(checksum.compute(chunk)).isEqualTo(expected);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theOrderIsRestoredAfterAFailure(boolean runs) {
    Longs algorithm = new Longs(runs);
    WholeChecksum whole = new WholeChecksum(algorithm);
    ChecksumCollector collector = ChunkChecksum.of(algorithm, 100).newCollector();
    algorithm.fails = true;
    for (PieceConsumer consumer : List.of(whole, collector)) {
      ByteBuffer view = BufferKind.DIRECT.of(CONTENT);
      assertThatThrownBy(() -> consumer.accept(view)).hasMessage("on purpose");
      assertThat(view.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
    }
  }
}
