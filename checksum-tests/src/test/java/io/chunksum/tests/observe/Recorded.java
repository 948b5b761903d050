// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.observe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Runs something with Flight Recorder on, and reads back which events of ours came of it. */
final class Recorded {

  private Recorded() {}

  /** The setting with which calls are recorded that last so long. */
  static Consumer<Recording> threshold(String event, Duration duration) {
    return recording -> recording.enable("io.chunksum." + event).withThreshold(duration);
  }

  /** The mismatches that the test thread reports, which are recorded without any setting. */
  static List<RecordedEvent> mismatches(Path folder, Runnable work) throws IOException {
    return events(folder, "Mismatch", recording -> {}, work);
  }

  /** What the test thread does itself is all that is read, so that other tests do not interfere. */
  static List<RecordedEvent> events(
      Path folder, String event, Consumer<Recording> settings, Runnable work) throws IOException {
    try (Recording recording = new Recording()) {
      settings.accept(recording);
      recording.start();
      work.run();
      return events(folder, event, recording);
    }
  }

  /** Stops a recording and reads it. */
  static List<RecordedEvent> events(Path folder, String event, Recording recording)
      throws IOException {
    Path file = Files.createTempFile(folder, "recording", ".jfr");
    recording.stop();
    recording.dump(file);
    long thread = Thread.currentThread().getId();
    return RecordingFile.readAllEvents(file).stream()
        .filter(found -> found.getEventType().getName().equals("io.chunksum." + event))
        .filter(found -> found.getThread().getJavaThreadId() == thread)
        .toList();
  }
}
