// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static io.chunksum.tests.WatchedBuffer.assertStays;
import static io.chunksum.tests.WatchedBuffer.assertTargetStays;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.append.ChecksumAppender;
import io.chunksum.append.ChunkWriter;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.ParallelCalculator;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.compact.CompactBlock;
import io.chunksum.format.compact.CompactBlockCodec;
import io.chunksum.format.s3.ObjectChecksum;
import io.chunksum.proto.BlockData;
import io.chunksum.proto.BlockDataCodec;
import io.chunksum.proto.BlockId;
import io.chunksum.proto.ChecksumDataCodec;
import io.chunksum.proto.ChunkInfoCodec;
import io.chunksum.proto.TypeNumbers;
import io.chunksum.tests.DigestEngine;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.BatchVerifier;
import io.chunksum.verify.ChunkVerifier;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Another thread may read a buffer at any time: no method moves it, not even for a moment. */
@Timeout(120)
class BuffersStayPutTest {

  private static final int WINDOW = 70;

  /** Short, so that a good part of a call would be the moment in which a buffer has moved. */
  private static final byte[] CONTENT = TestBytes.random(20_10, 20 * WINDOW + 9);

  @AfterEach
  void restore() {
    DigestEngine.restore();
  }

  static Stream<ChecksumType> types() {
    return Stream.of(
        ChecksumType.CRC32C, ChecksumType.ADLER32, ChecksumType.MD5, ChecksumType.SHA256);
  }

  @ParameterizedTest
  @MethodSource("types")
  void updatesOfAStreamingChecksum(ChecksumType type) throws Exception {
    StreamingChecksum checksum = ChecksumAlgorithms.of(type).newChecksum();
    byte[] expected = ChunkChecksum.of(type, CONTENT.length).compute(whole()).toByteArray();
    byte[] result = new byte[expected.length];
    assertStays(
        CONTENT,
        buffer -> {
          checksum.update(buffer);
          checksum.finish(result, 0);
          return Arrays.equals(result, expected);
        });
  }

  private static ChunkBuffer whole() {
    return ChunkBuffer.wrap(CONTENT);
  }

  @Test
  void chunksWithCrcs() throws Exception {
    chunks(ChecksumType.CRC32C);
  }

  @ParameterizedTest
  @EnumSource
  void chunksWithDigests(DigestEngine engine) throws Exception {
    engine.use();
    chunks(engine.type());
  }

  private static void chunks(ChecksumType type) throws Exception {
    ChunkChecksum checksum = ChunkChecksum.of(type, WINDOW);
    ChecksumData expected = checksum.compute(whole());
    List<ChecksumData> twice = List.of(expected, expected);
    ChecksumCalculator calculator = checksum.newCalculator();
    ChunkVerifier verifier = checksum.newVerifier();
    BatchVerifier batchVerifier = checksum.newBatchVerifier();
    ChecksumAppender appender = checksum.newAppender();
    ChunkWriter writer = checksum.newWriter(CONTENT.length, CONTENT.length);
    assertStays(CONTENT, buffer -> verifier.verify(ChunkBuffer.wrap(buffer), expected).ok());
    assertStays(
        CONTENT,
        buffer -> {
          ChunkBuffer chunk = ChunkBuffer.wrap(buffer);
          return calculator.compute(List.of(chunk, chunk)).equals(twice);
        });
    assertStays(
        CONTENT,
        buffer -> {
          ChunkBuffer chunk = ChunkBuffer.wrap(buffer);
          return batchVerifier.verify(List.of(chunk, chunk), twice).get(0).ok();
        });
    assertStays(
        CONTENT,
        buffer -> {
          appender.reset();
          appender.append(ChunkBuffer.wrap(buffer));
          return appender.snapshot().equals(expected);
        });
    assertStays(
        CONTENT,
        buffer -> {
          writer.clear();
          writer.put(buffer);
          return writer.checksums().equals(expected);
        });
  }

  @Test
  void targetsOfCrcs() throws Exception {
    targets(ChecksumType.CRC32C);
  }

  @ParameterizedTest
  @EnumSource
  void targetsOfDigests(DigestEngine engine) throws Exception {
    engine.use();
    targets(engine.type());
  }

  private static void targets(ChecksumType type) throws Exception {
    ChunkChecksum checksum = ChunkChecksum.of(type, WINDOW);
    ByteBuffer expected = checksum.compute(whole()).packed();
    int bytes = expected.remaining();
    ByteBuffer twice = ByteBuffer.allocate(2 * bytes);
    twice.put(0, expected, 0, bytes).put(bytes, expected, 0, bytes);
    ChecksumCalculator calculator = checksum.newCalculator();
    ParallelCalculator parallel = checksum.newParallelCalculator(Runnable::run, 2);
    assertTargetStays(
        bytes,
        buffer -> {
          calculator.compute(whole(), buffer);
          return buffer.equals(expected);
        });
    assertTargetStays(
        bytes,
        buffer -> {
          calculator.compute(whole(), 0, CONTENT.length, buffer);
          return buffer.equals(expected);
        });
    assertTargetStays(
        2 * bytes,
        buffer -> {
          calculator.compute(List.of(whole(), whole()), buffer);
          return buffer.equals(twice);
        });
    assertTargetStays(
        bytes,
        buffer -> {
          parallel.compute(whole(), buffer);
          return buffer.equals(expected);
        });
  }

  @Test
  void decodedMessages() throws Exception {
    ChecksumData sums = ChunkChecksum.of(ChecksumType.SHA256, WINDOW).compute(whole());
    assertStays(
        ChecksumDataCodec.encodeToArray(sums),
        buffer -> ChecksumDataCodec.decode(buffer).equals(sums));
    assertStays(
        sums.toByteArray(), buffer -> ChecksumData.of(sums.type(), WINDOW, buffer).equals(sums));
    ChunkInfo chunk = new ChunkInfo("chunk", 0, CONTENT.length, sums);
    ChunkInfoCodec codec = new ChunkInfoCodec(TypeNumbers.OZONE);
    assertStays(codec.encodeToArray(chunk), buffer -> codec.decode(buffer).equals(chunk));
    List<ChunkInfo> chunks = List.of(chunk);
    assertStays(
        CompactBlockCodec.encode(chunks),
        buffer -> CompactBlockCodec.decode(buffer).equals(chunks));
    CompactBlock view = new CompactBlock();
    assertStays(
        CompactBlockCodec.encode(chunks), buffer -> view.wrap(buffer).checksums(0).equals(sums));
    assertStays(
        TestBytes.random(20_11, 16),
        buffer -> ObjectChecksum.of(ChecksumType.MD5, buffer).checksum().equals(buffer));
    BlockData block =
        new BlockData(
            new BlockId(1, 2, OptionalLong.of(3), OptionalInt.empty()),
            OptionalLong.empty(),
            List.of(),
            chunks,
            OptionalLong.of(CONTENT.length));
    assertStays(
        BlockDataCodec.encodeToArray(block), buffer -> BlockDataCodec.decode(buffer).equals(block));
  }
}
