// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.append.ChecksumAppender;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumBatch;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.data.ChecksumData;
import io.chunksum.file.ByteReader;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.DigestEngine;
import io.chunksum.tests.TestBytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whichever engine computes digests, all that goes through it gives what MessageDigest gives. */
@Tag("vectors")
class EngineOracleTest {

  private static final int CHUNKS = 150;
  private static final List<BufferKind> KINDS = List.of(BufferKind.values());

  @TempDir private Path directory;

  @AfterEach
  void restore() {
    DigestEngine.restore();
  }

  /** There are two sets of lanes, with an int of each window. */
  @Test
  void vectorsAreNoWiderThanThisRunIsMeantToHave() {
    int vectorBytes = DigestEngine.MD5_VECTOR_LANES.use().lanes() / 2 * Integer.BYTES;
    assertThat(vectorBytes)
        .isLessThanOrEqualTo(Integer.getInteger("chunksum.test.vectorBytes", vectorBytes));
  }

  @ParameterizedTest
  @EnumSource(DigestEngine.class)
  void compute(DigestEngine engine) {
    engine.use();
    RandomChunk.forEach(
        CHUNKS,
        random -> {
          byte[] expected = engine.expected(random.content(), random.bytesPerChecksum());
          ChecksumCalculator calculator =
              ChunkChecksum.of(engine.type(), random.bytesPerChecksum()).newCalculator();
          assertThat(calculator.compute(random.chunk()).toByteArray()).isEqualTo(expected);
          ByteBuffer packed = ByteBuffer.allocateDirect(expected.length + 3).position(3);
          assertThat(calculator.compute(random.chunk(), packed)).isEqualTo(expected.length);
          assertThat(packed).isEqualTo(ByteBuffer.wrap(expected));
        });
  }

  @ParameterizedTest
  @EnumSource(DigestEngine.class)
  void streamInParts(DigestEngine engine) {
    engine.use();
    RandomChunk.forEach(
        CHUNKS,
        (chunk, random) -> {
          Windows windows = new Windows(engine);
          ChecksumStream stream =
              ChunkChecksum.of(engine.type(), chunk.bytesPerChecksum()).newStream(windows::accept);
          // A chunk that is given up leaves nothing behind.
          take(stream, chunk, 0, random.nextInt(chunk.length() + 1), random);
          stream.reset();
          windows.clear();

          int half = random.nextInt(chunk.length() + 1);
          take(stream, chunk, 0, half, random);
          assertOpenWindow(engine, stream, chunk, half);
          take(stream, chunk, half, chunk.length(), random);
          assertOpenWindow(engine, stream, chunk, chunk.length());
          stream.finish();
          assertThat(windows.checksums())
              .isEqualTo(engine.expected(chunk.content(), chunk.bytesPerChecksum()));
          assertThat(windows.indices).isEqualTo(indices(0, chunk.windows()));
          assertThat(windows.bytes).isEqualTo(chunk.length());
        });
  }

  private static void assertOpenWindow(
      DigestEngine engine, ChecksumStream stream, RandomChunk chunk, int length) {
    int open = length % chunk.bytesPerChecksum();
    assertThat(stream.openLength()).isEqualTo(open);
    byte[] digest = new byte[engine.type().checksumLength()];
    assertThat(stream.peek(digest, 0)).isTrue();
    assertThat(digest)
        .isEqualTo(engine.expected(Arrays.copyOfRange(chunk.content(), length - open, length)));
  }

  @ParameterizedTest
  @EnumSource(DigestEngine.class)
  void streamFromInsideTheChunk(DigestEngine engine) {
    engine.use();
    RandomChunk.forEach(
        CHUNKS,
        (chunk, random) -> {
          if (chunk.length() == 0) {
            return;
          }
          int window = chunk.bytesPerChecksum();
          int from = random.nextInt(chunk.length());
          Windows windows = new Windows(engine);
          ChecksumStream stream =
              ChunkChecksum.of(engine.type(), window).newStream(windows::accept);
          stream.resume(from);
          take(stream, chunk, from, chunk.length(), random);
          stream.finish();

          // The first window's digest is that of the bytes seen.
          int first = from / window;
          int end = (int) Math.min((first + 1L) * window, chunk.length());
          ByteArrayOutputStream expected = new ByteArrayOutputStream();
          expected.writeBytes(engine.expected(Arrays.copyOfRange(chunk.content(), from, end)));
          byte[] rest = Arrays.copyOfRange(chunk.content(), end, chunk.length());
          expected.writeBytes(engine.expected(rest, window));
          assertThat(windows.checksums()).isEqualTo(expected.toByteArray());
          assertThat(windows.indices).isEqualTo(indices(first, chunk.windows()));
          assertThat(windows.bytes).isEqualTo(chunk.length() - (long) first * window);
        });
  }

  /** Hands over a range of a chunk in parts of all kinds. */
  private static void take(
      ChecksumStream stream, RandomChunk chunk, int from, int to, Random random) {
    byte[] content = chunk.content();
    ChunkBuffer whole = chunk.chunk();
    for (int at = from; at < to; ) {
      int count = Math.min(to - at, 1 + random.nextInt(1 + chunk.length()));
      switch (random.nextInt(3)) {
        case 0 -> stream.update(whole, at, count);
        case 1 -> stream.accept(content, at, count);
        default -> {
          byte[] part = Arrays.copyOfRange(content, at, at + count);
          ByteBuffer view = KINDS.get(random.nextInt(KINDS.size())).of(part);
          ByteBuffer before = view.duplicate();
          stream.accept(view);
          assertThat(view.position()).isEqualTo(before.position());
          assertThat(view.limit()).isEqualTo(before.limit());
        }
      }
      at += count;
    }
  }

  @ParameterizedTest
  @EnumSource(DigestEngine.class)
  void appendInParts(DigestEngine engine) {
    engine.use();
    RandomChunk.forEach(
        CHUNKS,
        (chunk, random) -> {
          ChecksumAppender appender =
              ChunkChecksum.of(engine.type(), chunk.bytesPerChecksum()).newAppender();
          ChunkBuffer whole = chunk.chunk();
          for (int at = 0; at < chunk.length(); ) {
            int count = Math.min(chunk.length() - at, 1 + random.nextInt(1 + chunk.length() / 2));
            appender.append(whole.slice(at, count));
            at += count;
            byte[] sofar = Arrays.copyOf(chunk.content(), at);
            assertThat(appender.snapshot().toByteArray())
                .isEqualTo(engine.expected(sofar, chunk.bytesPerChecksum()));
          }
        });
  }

  @ParameterizedTest
  @EnumSource(DigestEngine.class)
  void readAFile(DigestEngine engine) throws Exception {
    engine.use();
    byte[] content = TestBytes.random(40_01, 3_333_333);
    Path path = Files.write(directory.resolve("content"), content);
    for (int window : new int[] {10_000, 16 * 1024}) {
      byte[] expected = engine.expected(content, window);
      for (ByteReader reader : List.of(new ByteReader(), ByteReader.readingAhead())) {
        Windows windows = new Windows(engine);
        ChecksumStream stream = ChunkChecksum.of(engine.type(), window).newStream(windows::accept);
        try (FileChannel file = FileChannel.open(path)) {
          reader.read(file, 0, content.length, stream::update);
        }
        stream.finish();
        assertThat(windows.checksums()).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(DigestEngine.class)
  void computeABatch(DigestEngine engine) {
    engine.use();
    RandomChunk.forEach(
        CHUNKS,
        (chunk, random) -> {
          int window = chunk.bytesPerChecksum();
          List<byte[]> contents = new ArrayList<>();
          List<ChunkBuffer> chunks = new ArrayList<>();
          chunk.slices(random, contents, chunks);
          List<byte[]> expected = contents.stream().map(c -> engine.expected(c, window)).toList();
          byte[] all = concat(expected);

          ChecksumCalculator calculator = ChunkChecksum.of(engine.type(), window).newCalculator();
          assertThat(calculator.compute(chunks))
              .extracting(ChecksumData::packed)
              .isEqualTo(expected.stream().map(ByteBuffer::wrap).toList());
          ByteBuffer packed = ByteBuffer.allocate(all.length + 5).position(5);
          assertThat(calculator.compute(chunks, packed)).isEqualTo(all.length);
          assertThat(packed).isEqualTo(ByteBuffer.wrap(all));

          Windows windows = new Windows(engine);
          List<Integer> owners = new ArrayList<>();
          ChecksumBatch batch =
              new ChecksumBatch(
                  ChecksumAlgorithms.of(engine.type()),
                  window,
                  (owner, index, length, digest, offset) -> {
                    owners.add(owner);
                    windows.accept(index, length, digest, offset);
                  });
          for (int run = 0; run < 2; run++) {
            windows.clear();
            owners.clear();
            batch.run(chunks);
            assertThat(windows.checksums()).isEqualTo(all);
            assertWindowsInOrder(contents, window, owners, windows);
          }
        });
  }

  private static void assertWindowsInOrder(
      List<byte[]> contents, int window, List<Integer> owners, Windows windows) {
    List<Integer> expectedOwners = new ArrayList<>();
    List<Long> expectedIndices = new ArrayList<>();
    List<Integer> expectedLengths = new ArrayList<>();
    for (int i = 0; i < contents.size(); i++) {
      int length = contents.get(i).length;
      for (long at = 0; at < length; at += window) {
        expectedOwners.add(i);
        expectedIndices.add(at / window);
        expectedLengths.add((int) Math.min(window, length - at));
      }
    }
    assertThat(owners).isEqualTo(expectedOwners);
    assertThat(windows.indices).isEqualTo(expectedIndices);
    assertThat(windows.lengths).isEqualTo(expectedLengths);
  }

  /**
   * Only what MessageDigest reads from direct memory counts as copied, so this shows which engine
   * did the work.
   */
  @ParameterizedTest
  @EnumSource(DigestEngine.class)
  void fullWindowsDoGoThroughTheEngineInUse(DigestEngine engine) {
    engine.use();
    int full = 40 * 100;
    byte[] content = TestBytes.random(40_02, full + 7);
    ByteBuffer direct = BufferKind.DIRECT.of(content);
    ChunkBuffer chunk = ChunkBuffer.wrap(direct);
    ChunkChecksum digest = ChunkChecksum.of(engine.type(), 100);
    long missed = engine.isLanes() ? 0 : full;

    ChecksumCalculator one = digest.newCalculator();
    one.compute(chunk);
    assertThat(one.bytesCopied().direct()).isEqualTo(missed + 7);

    ChecksumStream stream = digest.newStream((window, length, checksum, offset) -> {});
    stream.accept(direct.duplicate());
    stream.finish();
    assertThat(stream.bytesCopied().direct()).isEqualTo(missed + 7);

    // In a batch, the last windows of the chunks are as good as any. The last of 164 are a group of
    // 4, be it one of 8, 16, 32 or 256 lanes: fewer might not be worth the lanes.
    ChecksumCalculator batch = digest.newCalculator();
    batch.compute(List.of(chunk, chunk, chunk, chunk));
    long copied = engine.isLanes() ? 0 : 4L * content.length;
    assertThat(batch.bytesCopied().direct()).isEqualTo(copied);
  }

  private static byte[] concat(List<byte[]> parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    parts.forEach(all::writeBytes);
    return all.toByteArray();
  }

  private static List<Long> indices(long from, long to) {
    List<Long> indices = new ArrayList<>();
    for (long i = from; i < to; i++) {
      indices.add(i);
    }
    return indices;
  }

  /** What a consumer was given. */
  private static final class Windows {

    private final List<Long> indices = new ArrayList<>();
    private final List<Integer> lengths = new ArrayList<>();
    private final ByteArrayOutputStream checksums = new ByteArrayOutputStream();
    private final int digestLength;
    private long bytes;

    Windows(DigestEngine engine) {
      this.digestLength = engine.type().checksumLength();
    }

    void accept(long window, int length, byte[] checksum, int offset) {
      indices.add(window);
      lengths.add(length);
      bytes += length;
      checksums.write(checksum, offset, digestLength);
    }

    void clear() {
      indices.clear();
      lengths.clear();
      checksums.reset();
      bytes = 0;
    }

    byte[] checksums() {
      return checksums.toByteArray();
    }
  }
}
