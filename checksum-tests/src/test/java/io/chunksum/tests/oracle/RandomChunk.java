// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.oracle;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.Parts;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Random content in random pieces, and a window size for it. */
final class RandomChunk {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);

  private static final List<BufferKind> KINDS = List.of(BufferKind.values());

  private final byte[] content;
  private final List<byte[]> parts;
  private final List<BufferKind> kinds = new ArrayList<>();
  private final int bytesPerChecksum;

  private RandomChunk(Random random) {
    this.content = new byte[randomLength(random)];
    random.nextBytes(content);
    this.bytesPerChecksum = randomWindow(random, content.length);
    this.parts = randomParts(random, content);
    for (int i = 0; i < parts.size(); i++) {
      kinds.add(KINDS.get(random.nextInt(KINDS.size())));
    }
  }

  /** Runs a check over many chunks; what it throws is reported with the seed and the chunk. */
  static void forEach(int count, Consumer<RandomChunk> check) {
    forEach(count, (chunk, random) -> check.accept(chunk));
  }

  /** The same for a check that draws from the run's source of random numbers. */
  static void forEach(int count, BiConsumer<RandomChunk, Random> check) {
    Random random = new Random(SEED);
    for (int i = 0; i < count; i++) {
      RandomChunk chunk = new RandomChunk(random);
      try {
        check.accept(chunk, random);
      } catch (RuntimeException | Error e) {
        throw new AssertionError(
            "chunk %d is %s; -Dchunksum.test.seed=%d".formatted(i, chunk, SEED), e);
      }
    }
  }

  private static int randomLength(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> 0;
      case 1, 2, 3 -> 1 + random.nextInt(64);
      case 4, 5, 6 -> 1 + random.nextInt(5_000);
      // Beyond the scratch of 8 or 32 KiB that some kinds of memory go through.
      default -> 8_000 + random.nextInt(80_000);
    };
  }

  private static int randomWindow(Random random, int length) {
    int least = 1 + length / 1_000;
    return switch (random.nextInt(8)) {
      case 0 -> least;
      case 1, 2 -> least + random.nextInt(100);
      case 3 -> Math.max(1, length);
      case 4 -> Math.max(1, length - 1);
      case 5 -> length + 1 + random.nextInt(10_000);
      case 6 -> 1 << (10 + random.nextInt(7));
      default -> Math.max(least, 1 + random.nextInt(length + 1));
    };
  }

  private static List<byte[]> randomParts(Random random, byte[] content) {
    if (random.nextInt(4) == 0) {
      return Parts.ofLength(content, content.length / 300 + 1 + random.nextInt(7));
    }
    int[] cuts = new int[random.nextInt(8)];
    Arrays.setAll(cuts, i -> random.nextInt(content.length + 1));
    Arrays.sort(cuts);
    return Parts.cut(content, cuts);
  }

  byte[] content() {
    return content.clone();
  }

  int length() {
    return content.length;
  }

  int bytesPerChecksum() {
    return bytesPerChecksum;
  }

  /** The bytes of each piece, in order, some of no bytes. */
  List<byte[]> parts() {
    return parts;
  }

  int windows() {
    return (int) (((long) content.length + bytesPerChecksum - 1) / bytesPerChecksum);
  }

  /** A copy of the bytes of one window. */
  byte[] window(int window) {
    int from = window * bytesPerChecksum;
    int to = (int) Math.min((long) from + bytesPerChecksum, content.length);
    return Arrays.copyOfRange(content, from, to);
  }

  /** New buffers with the bytes, of all kinds. */
  List<ByteBuffer> buffers() {
    List<ByteBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      buffers.add(kinds.get(i).of(parts.get(i)));
    }
    return buffers;
  }

  ChunkBuffer chunk() {
    return ChunkBuffer.wrap(buffers());
  }

  /** Cuts the chunk into several, some of no bytes, and adds their bytes and themselves. */
  void slices(Random random, List<byte[]> contents, List<ChunkBuffer> chunks) {
    int[] cuts = new int[random.nextInt(40)];
    Arrays.setAll(cuts, i -> random.nextInt(content.length + 1));
    Arrays.sort(cuts);
    ChunkBuffer whole = chunk();
    long at = 0;
    for (byte[] part : Parts.cut(content, cuts)) {
      contents.add(part);
      chunks.add(whole.slice(at, part.length));
      at += part.length;
    }
  }

  @Override
  public String toString() {
    return "%d bytes in windows of %d, pieces %s of %s"
        .formatted(
            content.length,
            bytesPerChecksum,
            parts.stream().map(part -> part.length).limit(20).toList(),
            kinds.stream().limit(20).toList());
  }
}
