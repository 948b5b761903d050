// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceConsumer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.WholeChecksum;
import io.chunksum.data.ChecksumData;
import io.chunksum.netty.NettyChunk;
import io.chunksum.tests.AllocatedBytes;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.Chunks;
import io.chunksum.tests.DigestEngine;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ChunkVerifier;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Memory that is used again and again allocates nothing, or little where the JDK's or Netty's own
 * objects cannot be done without. Runs without escape analysis, too, as {@link AllocationTest}
 * does.
 */
@Tag("allocation")
class RangeAllocationTest {

  private static final int CALLS = 10_000;

  /** So many that a walk that makes a view of each shows. */
  private static final int PIECES = 10_000;

  @BeforeAll
  static void useMessageDigest() {
    DigestEngine.restore();
  }

  /** As when a buffer is read into, again and again, and wrapped once. */
  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void rangesOfOneChunkAllocateNothing(BufferKind kind) {
    byte[] content = TestBytes.random(20_07, 5_000);
    ChunkBuffer reused = Chunks.of(kind, content, 777);
    ByteBuffer packed = ByteBuffer.allocate(10 * 32);
    for (ChecksumType type : List.of(ChecksumType.CRC32C, ChecksumType.SHA256)) {
      ChunkChecksum checksum = ChunkChecksum.of(type, 512);
      ChecksumCalculator calculator = checksum.newCalculator();
      ChunkVerifier verifier = checksum.newVerifier();
      ChecksumData sums = checksum.compute(reused.slice(300, 4_000));
      AllocationTest.assertAllocatesNothingOnceWarm(
          type + " over " + kind,
          4,
          () -> {
            calculator.compute(reused, 300, 4_000, packed);
            verifier.begin(sums, 0, sums.count());
            verifier.update(reused, 300, 1_000);
            verifier.update(reused, 1_300, 3_000);
            return verifier.finish().ok();
          });
    }
  }

  private static ChunkBuffer ofManyPieces() {
    return ChunkBuffer.wrap(Collections.nCopies(PIECES, ByteBuffer.allocateDirect(10)));
  }

  /** For a chunk that has no array. */
  private abstract static class ViewConsumer implements PieceConsumer {
    @Override
    public final void accept(byte[] array, int offset, int length) {
      throw new AssertionError("not an array");
    }
  }

  /** A stream may have one on either side of the windows that it digests together. */
  @Test
  void anEmptyWalkDuringAnotherNeedsNoViews() {
    ChunkBuffer chunk = ofManyPieces();
    AtomicLong allocated = new AtomicLong(Long.MAX_VALUE);
    chunk.forEachPiece(
        0,
        10,
        new ViewConsumer() {
          @Override
          public void accept(ByteBuffer view) {
            BooleanSupplier emptyWalk =
                () -> {
                  chunk.forEachPiece(20, 0, this);
                  return true;
                };
            allocated.set(AllocatedBytes.during(100, emptyWalk));
          }
        });
    assertThat(allocated).hasValueLessThan(PIECES);
  }

  /** One that begins while another is under way needs views of its own. */
  @Test
  void aWalkDuringAnotherMakesViewsOfItsRangeOnly() {
    ChunkBuffer chunk = ofManyPieces();
    AtomicLong allocated = new AtomicLong();
    AtomicLong walked = new AtomicLong();
    chunk.forEachPiece(
        0,
        10,
        new ViewConsumer() {
          @Override
          public void accept(ByteBuffer view) {
            if (walked.addAndGet(view.remaining()) == 10) {
              long before = AllocatedBytes.soFar();
              chunk.forEachPiece(20, 30, this);
              allocated.set(AllocatedBytes.soFar() - before);
            }
          }
        });
    assertThat(walked).hasValue(40);
    assertThat(allocated.get()).isBetween(3 * 32L, PIECES * 10L);
  }

  /** Of chunks, ranges of them, arrays and buffers. */
  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void oneChecksumOfManyBytesAllocatesNothing(BufferKind kind) {
    byte[] content = TestBytes.random(20_07, 5_000);
    ChunkBuffer chunk = Chunks.of(kind, content, 777);
    ByteBuffer buffer = kind.of(content);
    byte[] result = new byte[32];
    for (ChecksumType type :
        List.of(ChecksumType.CRC32C, ChecksumType.SHA256, ChecksumType.CRC64NVME)) {
      WholeChecksum whole = WholeChecksum.of(type);
      AllocationTest.assertAllocatesNothingOnceWarm(
          type + " over " + kind,
          4,
          () -> {
            whole.update(chunk);
            whole.update(chunk, 300, 4_000);
            whole.accept(buffer);
            whole.accept(content, 7, 900);
            whole.finish(result, 0);
            return whole.length() == 0;
          });
    }
  }

  /** A duplicate and no array; the JDK's digest keeps the one through which it copies. */
  @Test
  void aDigestOfDirectMemoryMakesNoArrayForEachUpdate() {
    for (ChecksumType type : List.of(ChecksumType.MD5, ChecksumType.SHA256)) {
      StreamingChecksum checksum = ChecksumAlgorithms.of(type).newChecksum();
      for (BufferKind kind : BufferKind.values()) {
        ByteBuffer bytes = kind.of(TestBytes.random(20_07, 5_000));
        checksum.update(bytes);
        int position = bytes.position();
        long garbage =
            AllocatedBytes.during(
                CALLS,
                () -> {
                  checksum.update(bytes);
                  return bytes.position() == position;
                });
        assertThat((double) garbage / CALLS)
            .as("%s over %s, bytes per call", type, kind)
            .isLessThan(bytes.hasArray() ? 1 : 100);
      }
    }
  }

  @Test
  void walkingANettyBufferMakesAtMostAFewSmallObjects() {
    byte[] content = TestBytes.random(20_07, 5_000);
    ByteBuf heap = Unpooled.wrappedBuffer(content);
    ByteBuf direct = Unpooled.wrappedBuffer(BufferKind.DIRECT.of(content));
    WholeChecksum crc32c = WholeChecksum.of(ChecksumType.CRC32C);
    byte[] result = new byte[4];
    for (ByteBuf buffer : List.of(heap, direct)) {
      BooleanSupplier walk =
          () -> {
            NettyChunk.forEachPiece(buffer, 32, 4_000, crc32c);
            crc32c.finish(result, 0);
            return buffer.readerIndex() == 0;
          };
      AllocatedBytes.during(CALLS / 10, walk);
      double garbage = (double) AllocatedBytes.during(CALLS, walk) / CALLS;
      assertThat(garbage).as("%s, bytes per call", buffer).isLessThan(buffer.hasArray() ? 1 : 250);
    }
  }
}
