// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.file.ByteReader;
import io.chunksum.scan.FileParts.Part;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileScanTest {

  private static final int MIB = 1024 * 1024;

  @TempDir private Path root;

  @Test
  void ofFailuresInSeveralPartsTheFirstInTheFileCountsWhicheverCameFirst() throws Exception {
    MemoryFormat format = new MemoryFormat();
    byte[] content = new byte[3 * MIB];
    Path path = Files.write(root.resolve("f"), content);
    format.record(path, content, MIB, 4096, ChecksumType.CRC32C);
    FileScan file =
        new FileScan(
            0, new ScanTarget("f", path, 0, reader -> format.open(path, path, reader), null));
    ByteReader reader = new ByteReader();
    Part first = Objects.requireNonNull(file.nextPart(reader));
    Part second = Objects.requireNonNull(file.nextPart(reader));
    Part third = Objects.requireNonNull(file.nextPart(reader));
    for (Part part : new Part[] {second, first, third}) {
      file.verify(
          part,
          reader,
          new ChunkCheck(),
          bytes -> {
            throw new IllegalStateException("part " + part.index());
          });
    }
    assertThat(file.await(0)).isFalse();
    assertThat(file.hasEnded()).isFalse();
    assertThat(file.nextPart(reader)).isNull();
    assertThat(file.await(0)).isTrue();
    assertThat(file.hasEnded()).isTrue();
    ScanOutcome outcome = file.outcome();
    assertThat(outcome.failure()).hasMessage("part 0");
    assertThat(outcome.results()).isEmpty();
    assertThat(format.open()).isZero();
  }
}
