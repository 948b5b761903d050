// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.scan.ScanCheckpoint.Place;
import io.chunksum.scan.ScanCheckpoint.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The file of a checkpoint, and what tests of it do again and again. */
@Timeout(120)
abstract class ScanCheckpointTestBase {

  static final Place FIRST = new Place("a/\u00e4\n", new ScanCounts(1, 2, 3, 4, 5));
  static final Place SECOND = new Place("a/b", new ScanCounts(6, 7, 8, 9, 1L << 40));

  @TempDir Path directory;
  Path file;

  @BeforeEach
  void nameTheFile() {
    file = directory.resolve("checkpoint");
  }

  final ScanCheckpoint open() throws IOException {
    return ScanCheckpoint.open(file, "a scan of /data");
  }

  final Place loaded() throws IOException {
    try (ScanCheckpoint checkpoint = open()) {
      return checkpoint.place();
    }
  }

  final void note(Place... places) throws IOException {
    try (ScanCheckpoint checkpoint = open()) {
      for (Place place : places) {
        checkpoint.advance(place);
      }
    }
  }

  final void assertRefused(String reason) throws IOException {
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(this::open)
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(reason);
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }
}
