// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Into which parts a file is cut: threads share it only by these. */
class FilePartsTest extends ScannerTestBase {

  /** One part, without what is recorded of it. */
  private record Cut(
      long index, long windowsBefore, int firstWindow, int windows, long at, long length) {}

  /** The parts of a file; that only the one at its end says so is checked for all. */
  private List<Cut> cut(int length, int bytesPerChecksum) throws Exception {
    Path file = recorded("f", new byte[length], bytesPerChecksum, ChecksumType.CRC32C);
    List<Cut> cuts = new ArrayList<>();
    try (FileParts parts = FileParts.open(file, () -> format.open(file, file))) {
      FileParts.Part part;
      while ((part = parts.next(() -> false, chunk -> chunk)) != null) {
        assertThat(part.last()).isEqualTo(part.offset() + part.length() == length);
        cuts.add(
            new Cut(
                part.index(),
                part.windowsBefore(),
                part.firstWindow(),
                part.windowCount(),
                part.offset(),
                part.length()));
      }
      assertThat(parts.nextIndex()).isEqualTo(cuts.size());
    }
    return cuts;
  }

  @Test
  void aChunkIsCutIntoPartsOfEightMebibytesAndWhatIsLeft() throws Exception {
    assertThat(cut(CHUNK + 5 * MIB + 100, 4096))
        .containsExactly(
            new Cut(0, 0, 0, 2048, 0, 8 * MIB),
            new Cut(1, 0, 2048, 2048, 8 * MIB, 8 * MIB),
            new Cut(2, 0, 4096, 1024, 16 * MIB, 4 * MIB),
            new Cut(3, 5120, 0, 1281, CHUNK, 5 * MIB + 100));
  }

  @Test
  void aPartHasWholeWindowsAndIsSmallerIfTheyDoNotFit() throws Exception {
    assertThat(cut(14 * MIB, 3 * MIB))
        .containsExactly(
            new Cut(0, 0, 0, 2, 0, 6 * MIB),
            new Cut(1, 0, 2, 2, 6 * MIB, 6 * MIB),
            new Cut(2, 0, 4, 1, 12 * MIB, 2 * MIB));
  }

  @Test
  void aLargerWindowIsAPartByItself() throws Exception {
    assertThat(cut(18 * MIB, 9 * MIB))
        .containsExactly(new Cut(0, 0, 0, 1, 0, 9 * MIB), new Cut(1, 0, 1, 1, 9 * MIB, 9 * MIB));
  }

  @Test
  void anEmptyFileHasNone() throws Exception {
    assertThat(cut(0, 4096)).isEmpty();
  }
}
