// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.file.FileReplacement;
import io.chunksum.scan.ScanCheckpoint;
import io.chunksum.scan.ScanCheckpoint.Place;
import io.chunksum.scan.ScanCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What survives a crash. Without a crash, only the JVM's syncs can be observed. */
@EnabledOnOs(OS.LINUX)
class DurableReplacementTest {

  private static final String SYNC = "jdk.FileForce";

  @TempDir private Path folder;
  @TempDir private Path recordings;

  @Test
  void theFileIsSyncedAndThenTheFolderThatHasItsName() throws IOException {
    try (Recording recording = recording();
        FileReplacement file = new FileReplacement(folder.resolve("file"))) {
      file.commit();
      assertThat(syncedFiles(recording))
          .containsExactly(file.temporary().toString(), folder.toString());
    }
  }

  /** Otherwise a crash between the two could leave the name without the bytes. */
  @Test
  void theFileIsSyncedBeforeItTakesItsPlace() throws IOException {
    Path occupied = Files.createDirectory(folder.resolve("occupied"));
    Files.createFile(occupied.resolve("inside"));
    try (Recording recording = recording();
        FileReplacement file = new FileReplacement(occupied)) {
      assertThatThrownBy(file::commit).isInstanceOf(IOException.class);
      assertThat(syncedFiles(recording)).containsExactly(file.temporary().toString());
    }
  }

  /** Its next place is written to the other slot, and that may end in a crash. */
  @Test
  void aCheckpointThatIsOpenedAgainIsSyncedBeforeItChanges() throws IOException {
    Path file = folder.resolve("checkpoint");
    try (ScanCheckpoint first = ScanCheckpoint.open(file, "a scan")) {
      first.advance(new Place("a", ScanCounts.ZERO));
    }
    try (Recording recording = recording();
        ScanCheckpoint again = ScanCheckpoint.open(file, "a scan")) {
      assertThat(again.place().path()).isEqualTo("a");
      assertThat(syncedFiles(recording)).containsExactly(file.toString());
    }
  }

  private static Recording recording() {
    Recording recording = new Recording();
    recording.enable(SYNC).withThreshold(Duration.ZERO);
    recording.start();
    return recording;
  }

  /** Stops a recording and gives the files of this test that were synced, in that order. */
  private List<String> syncedFiles(Recording recording) throws IOException {
    Path file = Files.createTempFile(recordings, "recording", ".jfr");
    recording.stop();
    recording.dump(file);
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals(SYNC))
        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
        .map(event -> event.getString("path"))
        .filter(path -> path.startsWith(folder.toString()))
        .toList();
  }
}
