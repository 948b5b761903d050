// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.tests.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * JVMs with and without Flight Recorder, each of its own, on the class path and the module path.
 */
class NoFlightRecorderTest {

  @TempDir private Path folder;

  private static String home(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  private static String said(List<String> options) throws Exception {
    return ChildJvm.run(options, NoFlightRecorderProbe.class).said();
  }

  private static List<String> classPath() throws Exception {
    String separator = System.getProperty("path.separator");
    return List.of(
        "-cp", home(ChunkChecksum.class) + separator + home(NoFlightRecorderProbe.class));
  }

  private static List<String> modulePath() throws Exception {
    return List.of(
        "-p", home(ChunkChecksum.class),
        "--add-modules", "io.chunksum",
        "-cp", home(NoFlightRecorderProbe.class));
  }

  private static List<String> with(List<String> options, String... more) {
    List<String> all = new ArrayList<>(options);
    all.addAll(0, List.of(more));
    return all;
  }

  @Test
  void anImageWithoutTheModuleNeedsNothingOfIt() throws Exception {
    String without = "--limit-modules=java.base,java.management,jdk.management,io.chunksum";
    assertThat(said(with(classPath(), without.replace(",io.chunksum", ""))))
        .contains("Flight Recorder: false, module: null, mismatched: 1");
    assertThat(said(with(modulePath(), without)))
        .contains("Flight Recorder: false, module: io.chunksum, mismatched: 1");
  }

  /** The events are in a package that the module keeps to itself. */
  @Test
  void aNamedModuleRecordsToo() throws Exception {
    Path file = folder.resolve("recording.jfr");
    String output =
        said(
            with(
                modulePath(),
                "--add-modules=jdk.jfr",
                "-XX:StartFlightRecording:filename=" + file + ",+io.chunksum.Copy#minimum=1"));
    assertThat(output).contains("Flight Recorder: true, module: io.chunksum, mismatched: 1");
    assertThat(events(file, "Mismatch")).hasSize(1);
    assertThat(events(file, "Copy"))
        .extracting(event -> event.getLong("bytesCopied"))
        .containsExactly(40L);
  }

  /** The code that the JVM makes for events takes longer than a short program runs. */
  @Test
  void noEventIsLoadedBeforeARecordingBegins() throws Exception {
    List<String> logged = with(classPath(), "-Xlog:class+load");
    String said = said(logged);
    assertThat(said)
        .contains("Flight Recorder: true, module: null, mismatched: 1")
        .contains("observe.events.FlightRecorderEvents ")
        .doesNotContain("observe.events.RecordedEvents ")
        .doesNotContainPattern("observe\\.events\\.\\w+Event ");
    assertThat(said(with(logged, "-XX:StartFlightRecording")))
        .contains("observe.events.RecordedEvents ");
  }

  @Test
  void aRecordingThatBeginsLateHasWhatHappensFromThenOn() throws Exception {
    Path file = folder.resolve("late.jfr");
    ChildJvm.run(classPath(), LateRecordingProbe.class, file.toString());
    assertThat(events(file, "Mismatch"))
        .extracting(event -> event.getString("chunk"))
        .containsExactly("late");
  }

  /** A library that several applications share keeps none of them alive. */
  @Test
  void theFirstApplicationThatUsesALibraryWhileARecordingIsOnCanBeUnloaded() throws Exception {
    List<String> options = List.of("-cp", home(UnloadingProbe.class));
    String library = home(ChunkChecksum.class);
    String application = home(UnloadingProbe.class);
    ChildJvm child = ChildJvm.run(options, UnloadingProbe.class, library, application);
    assertThat(child.said()).contains("MATCH", "unloaded: true");
  }

  private static List<RecordedEvent> events(Path file, String name) throws IOException {
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals("io.chunksum." + name))
        .toList();
  }
}
