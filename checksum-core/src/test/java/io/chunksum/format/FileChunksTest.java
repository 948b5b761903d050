// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class FileChunksTest {

  private static final int MOST_BYTES = 64 << 20;

  @Test
  void smallWindowsAreNoMoreThanSoMany() {
    assertThat(FileChunks.bytes(1)).isEqualTo(65_536);
    assertThat(FileChunks.bytes(512)).isEqualTo(65_536 * 512);
    assertThat(FileChunks.bytes(1023)).isEqualTo(65_536 * 1023);
  }

  @Test
  void largerWindowsAreNoMoreThanSoManyBytes() {
    assertThat(FileChunks.bytes(1024)).isEqualTo(MOST_BYTES);
    assertThat(FileChunks.bytes(1025)).isEqualTo(MOST_BYTES / 1025 * 1025).isLessThan(MOST_BYTES);
    assertThat(FileChunks.bytes(MOST_BYTES / 2 + 1)).isEqualTo(MOST_BYTES / 2 + 1);
    assertThat(FileChunks.bytes(MOST_BYTES)).isEqualTo(MOST_BYTES);
  }

  @Test
  void oneWindowIsAChunkHoweverLongItIs() {
    assertThat(FileChunks.bytes(MOST_BYTES + 1)).isEqualTo(MOST_BYTES + 1);
    assertThat(FileChunks.bytes(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void filesWithoutWindowsAreCutToo() {
    assertThat(FileChunks.bytes(0)).isEqualTo(MOST_BYTES);
    assertThat(FileChunks.name(MOST_BYTES, 0)).isEqualTo("chunk_2");
  }

  @Test
  void namesCountFromOne() {
    int chunk = FileChunks.bytes(512);
    assertThat(FileChunks.name(0, 512)).isEqualTo("chunk_1");
    assertThat(FileChunks.name(chunk - 1, 512)).isEqualTo("chunk_1");
    assertThat(FileChunks.name(chunk, 512)).isEqualTo("chunk_2");
    assertThat(FileChunks.name(100_000L * chunk, 512)).isEqualTo("chunk_100001");
  }

  @Test
  void negativeWindowsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FileChunks.bytes(-1))
        .withMessage("bytesPerChecksum must not be negative: -1");
    assertThatIllegalArgumentException().isThrownBy(() -> FileChunks.name(0, -1));
  }
}
