// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.scan.FileScanner;
import io.chunksum.verify.VerifyResult;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Class loaders that show less of Flight Recorder than the JVM has, as those of OSGi bundles. */
class HiddenFlightRecorderTest {

  private static final List<String> EVENTS =
      List.of("Computation", "Copy", "Mismatch", "ScanProgress", "Verification");

  @TempDir private Path folder;

  /** Loads the library, and what is here, anew. */
  private static final class Loader extends URLClassLoader {

    private final String hidden;

    Loader(String hidden) {
      super(
          new URL[] {home(ChunkChecksum.class), home(Application.class)},
          ClassLoader.getPlatformClassLoader());
      this.hidden = hidden;
    }

    private static URL home(Class<?> type) {
      return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.matches(hidden)) {
        throw new ClassNotFoundException(name);
      }
      return super.loadClass(name, resolve);
    }
  }

  /** What an application does with the library. */
  public static final class Application implements Supplier<String> {

    /** For the loader of the application, which makes one. */
    public Application() {}

    @Override
    public String get() {
      ChunkChecksum md5 = ChunkChecksum.of(ChecksumType.MD5, 16);
      ChecksumData sums = md5.compute(ChunkBuffer.wrap(ByteBuffer.allocateDirect(40)));
      byte[] damaged = new byte[40];
      damaged[7] = 1;
      VerifyResult first = md5.verify(ChunkBuffer.wrap(damaged), sums);
      VerifyResult second = md5.verify(ChunkBuffer.wrap(damaged), sums);
      try {
        FileScanner.of(1).scan(Optional::empty, (outcome, counts) -> {});
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return first.verdict() + " " + second.verdict();
    }
  }

  /** What is recorded of one kind of event while no other is asked for. */
  private List<RecordedEvent> recorded(String hidden, String event) throws Exception {
    try (Loader loader = new Loader(hidden);
        Recording recording = new Recording()) {
      EVENTS.forEach(other -> recording.disable("io.chunksum." + other));
      recording.enable("io.chunksum." + event).withoutThreshold().with("minimum", "1");
      recording.start();
      Class<?> application = loader.loadClass(Application.class.getName());
      Object found = ((Supplier<?>) application.getConstructor().newInstance()).get();
      assertThat(found).isEqualTo("MISMATCH MISMATCH");
      return Recorded.events(folder, event, recording);
    }
  }

  private void assertWorkIsDone(String hidden) throws Exception {
    for (String event : EVENTS) {
      assertThat(recorded(hidden, event)).as(event).isEmpty();
    }
  }

  @Test
  void aLoaderThatHidesFlightRecorderDoesNotKeepTheWorkFromBeingDone() throws Exception {
    assertWorkIsDone("jdk\\.jfr\\..*");
  }

  /** The first are missed when events are registered, the others when one is recorded. */
  @ParameterizedTest
  @ValueSource(strings = {".*", "event\\.EventWriter|handlers\\.EventHandler\\d.*"})
  void aLoaderThatHidesWhatTheJvmAddsToEventsDoesNotEither(String hidden) throws Exception {
    assertWorkIsDone("jdk\\.jfr\\.internal\\.(" + hidden + ")");
  }

  @Test
  void eachKindIsRecordedIfNothingIsHidden() throws Exception {
    for (String event : EVENTS) {
      assertThat(recorded("nothing", event)).as(event).isNotEmpty();
    }
  }
}
