// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.lanes.WindowSource;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.MemoryConsumer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Where the windows of chunks in pieces are found in place, and how far. */
class WindowsInPiecesTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);
  private static final int LENGTH = 1000;
  private static final int WINDOW = 90;

  private final Random random = new Random(SEED);

  /** The content of all chunks: no two bytes nearby are the same. */
  private final byte[] content = new byte[LENGTH];

  WindowsInPiecesTest() {
    for (int i = 0; i < LENGTH; i++) {
      content[i] = (byte) i;
    }
  }

  @Test
  void windowsOfOneChunk() {
    for (int round = 0; round < 50; round++) {
      List<Integer> ends = pieceEnds();
      int start = random.nextInt(WINDOW);
      ChunkRun windows = new ChunkRun();
      windows.set(chunk(ends), start, WINDOW);
      for (int i = 0; start + (i + 1) * WINDOW <= LENGTH; i++) {
        check(windows, i, start + i * WINDOW, ends);
      }
    }
  }

  @Test
  void windowsOfSeveralChunks() {
    int count = 20;
    BatchWindows windows = new BatchWindows(count);
    for (int round = 0; round < 50; round++) {
      for (int i = 0; i < count; i++) {
        List<Integer> ends = pieceEnds();
        int start = random.nextInt(LENGTH);
        windows.set(i, chunk(ends), start, 1 + random.nextInt(LENGTH - start));
        check(windows, i, start, ends);
      }
    }
  }

  private List<Integer> pieceEnds() {
    List<Integer> ends = new ArrayList<>();
    int end = 0;
    while (end < LENGTH) {
      end = Math.min(LENGTH, end + 1 + random.nextInt(300));
      ends.add(end);
    }
    return ends;
  }

  private ChunkBuffer chunk(List<Integer> ends) {
    List<ByteBuffer> pieces = new ArrayList<>();
    int start = 0;
    for (int end : ends) {
      byte[] piece = Arrays.copyOfRange(content, start, end);
      pieces.add(
          random.nextBoolean()
              ? ByteBuffer.wrap(piece)
              : ByteBuffer.allocateDirect(piece.length).put(piece).flip());
      start = end;
    }
    return ChunkBuffer.wrap(pieces);
  }

  /** Checks what is found from each byte of a window on, which begins at {@code start}. */
  private void check(WindowSource windows, int window, int start, List<Integer> ends) {
    int length = windows.length(window);
    for (int offset = 0; offset < length; offset++) {
      int at = start + offset;
      int pieceEnd = ends.stream().filter(end -> end > at).findFirst().orElseThrow();
      int together = Math.min(pieceEnd, start + length) - at;
      String where = "from byte %d of %d, pieces end at %s, seed %d";
      assertThat(windows.contiguousLength(window, offset))
          .as(where, at, start + length, ends, SEED)
          .isEqualTo(together);
      Found found = new Found();
      assertThat(windows.locate(window, offset, together, found)).isTrue();
      assertThat(found.bytes)
          .as(where, at, start + length, ends, SEED)
          .isEqualTo(Arrays.copyOfRange(content, at, at + together));
      if (offset + together < length) {
        assertThat(windows.locate(window, offset, together + 1, found)).isFalse();
      }
    }
  }

  private static final class Found implements MemoryConsumer {

    private byte[] bytes = {};

    @Override
    public void accept(byte[] array, int offset, int length) {
      bytes = Arrays.copyOfRange(array, offset, offset + length);
    }

    @Override
    public void accept(ByteBuffer buffer, int offset, int length) {
      bytes = new byte[length];
      buffer.get(offset, bytes);
    }
  }
}
