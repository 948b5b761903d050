// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.format.aeron.ArchiveCatalog;
import io.chunksum.format.aeron.BadFrame;
import io.chunksum.format.aeron.FrameOutcome;
import io.chunksum.format.aeron.RecordingDescriptor;
import io.chunksum.format.aeron.SegmentName;
import io.chunksum.format.aeron.SegmentResult;
import io.chunksum.format.aeron.SegmentVerifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads what Aeron Archive recorded; the README beside the files says where they come from. */
class RecordedFilesTest {

  private static final int SEGMENT = 1 << 20;

  @TempDir private Path folder;

  private final SegmentVerifier verifier = new SegmentVerifier(ChecksumType.CRC32);

  @BeforeEach
  void unpack() throws Exception {
    RecordedFiles.unpack(folder);
  }

  private SegmentResult verify(String name, RecordingDescriptor recording) throws Exception {
    SegmentName segment = SegmentName.parse(name).orElseThrow();
    return verifier.verify(folder.resolve(name), segment.basePosition(), recording);
  }

  private RecordingDescriptor recording() throws Exception {
    return ArchiveCatalog.read(folder.resolve(RecordedFiles.CATALOG)).recording(0).orElseThrow();
  }

  @Test
  void theCatalogHasTheRecording() throws Exception {
    ArchiveCatalog catalog = ArchiveCatalog.read(folder.resolve(RecordedFiles.CATALOG));
    assertThat(catalog.recordings())
        .containsExactly(
            new RecordingDescriptor(
                0, 2_101_248, OptionalLong.of(3_911_424), -3, SEGMENT, SEGMENT, 4096, 1001));
    assertThat(catalog.recording(1)).isEmpty();
  }

  @Test
  void allFramesAreGoodWithAndWithoutTheCatalog() throws Exception {
    SegmentResult first = verify(RecordedFiles.FIRST, recording());
    assertThat(first)
        .isEqualTo(new SegmentResult(SEGMENT, SEGMENT, 4096, SEGMENT, 1111, 0, List.of(), null));
    SegmentResult second = verify(RecordedFiles.SECOND, recording());
    assertThat(second)
        .isEqualTo(
            new SegmentResult(SEGMENT, SEGMENT, 0, 3_911_424 - 3_145_728, 913, 0, List.of(), null));
    assertThat(verifier.verify(folder.resolve(RecordedFiles.FIRST))).isEqualTo(first);
    assertThat(verifier.verify(folder.resolve(RecordedFiles.SECOND))).isEqualTo(second);
  }

  @Test
  void withAnotherChecksumEveryFrameIsBad() throws Exception {
    SegmentResult result =
        new SegmentVerifier(ChecksumType.CRC32C).verify(folder.resolve(RecordedFiles.SECOND));
    assertThat(result.badCount()).isEqualTo(913);
    assertThat(result.badFrames())
        .extracting(BadFrame::outcome)
        .containsOnly(FrameOutcome.MISMATCH);
  }

  /** What the tool of Aeron said of the same flipped bit. */
  @Test
  void theChecksumsOfADamagedFrameAreThoseThatAeronReports() throws Exception {
    Path file = folder.resolve(RecordedFiles.FIRST);
    byte[] content = Files.readAllBytes(file);
    content[4133] ^= 1;
    Files.write(file, content);
    for (SegmentResult result :
        List.of(verifier.verify(file), verify(RecordedFiles.FIRST, recording()))) {
      assertThat(result.badCount()).isEqualTo(1);
      BadFrame bad = result.badFrames().get(0);
      assertThat(bad.offset()).isEqualTo(4096);
      assertThat(bad.termId()).isEqualTo(-1);
      assertThat(bad.termOffset()).isEqualTo(4096);
      assertThat(bad.recorded()).isEqualTo(535_568_389);
      assertThat(bad.computed()).isEqualTo(244_320_987);
      assertThat(result.dataFrames()).isEqualTo(1111);
    }
  }
}
