// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.observe.ChecksumCounters.Count;
import io.chunksum.observe.SkipReason;
import io.chunksum.scan.ChunkFileVerifier;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ChunkReceiver;
import io.chunksum.verify.ReceivePolicy;
import io.chunksum.verify.VerifyOptions;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.SettingDescriptor;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the examples of docs/observability.md, and holds its tables to the code. */
class ObservabilityTest {

  private static final Path PAGE = Path.of("docs", "observability.md");
  private static final byte[] CONTENT = TestBytes.random(21_23, 100_000);

  @TempDir private static Path folder;
  private static Compiled compiled;

  @BeforeAll
  static void compileTheExamples() throws Exception {
    List<String> examples = Examples.in(PAGE);
    String imports =
        "import io.chunksum.*;import io.chunksum.algorithm.*;import io.chunksum.observe.*;"
            + "import io.chunksum.scan.*;import io.chunksum.verify.*;";
    String counted = imports + "class Counted {" + examples.get(0) + examples.get(1) + "}";
    compiled =
        Examples.compile(folder, Map.of("Counted", counted, "ChunksumMetrics", examples.get(2)));
  }

  @AfterAll
  static void closeTheLoader() throws Exception {
    compiled.close();
  }

  @Test
  void whatIsDoneIsCountedAndExported() throws Exception {
    ChecksumCounters counters = new ChecksumCounters();
    MeterRegistry registry = new SimpleMeterRegistry();
    MeterBinder metrics = (MeterBinder) compiled.make("ChunksumMetrics", counters, "read");
    metrics.bindTo(registry);

    ChunkChecksum checksum = (ChunkChecksum) compiled.call("Counted", "counted", counters);
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT);
    ChecksumData sums = checksum.compute(chunk);
    byte[] damaged = CONTENT.clone();
    damaged[20_000] ^= 1;
    ChunkInfo info = new ChunkInfo("chunk", 0, CONTENT.length, sums);
    checksum.verify(ChunkBuffer.wrap(damaged), sums);
    ChunkFileVerifier verifier =
        (ChunkFileVerifier) compiled.call("Counted", "countedReplay", counters);
    assertThat(verifier.verify(Files.write(folder.resolve("chunk"), CONTENT), info).ok()).isTrue();
    new ChunkReceiver(
            ReceivePolicy.trustSender(), 0, 1, VerifyOptions.DEFAULT.countingInto(counters))
        .receive(chunk, info);

    Count once = new Count(1, 100_000, 7);
    assertExported(registry, "computed", once);
    assertExported(registry, "verified", new Count(2, 200_000, 14));
    assertExported(registry, "mismatched", new Count(1, 16_384, 1));
    assertExported(registry, "unchecked", new Count(0, 0, 0));
    for (SkipReason reason : SkipReason.values()) {
      String tag = reason.name().toLowerCase(Locale.ROOT);
      double calls = reason == SkipReason.SENDER_TRUSTED ? 1 : 0;
      assertThat(
              registry.get("chunksum.skipped.calls").tag("reason", tag).functionCounter().count())
          .isEqualTo(calls);
    }
    assertThat(registry.get("chunksum.copied.bytes").functionCounter().count()).isZero();
  }

  private static void assertExported(MeterRegistry registry, String what, Count expected) {
    assertThat(value(registry, what + ".calls")).as(what).isEqualTo(expected.calls());
    assertThat(value(registry, what + ".bytes")).as(what).isEqualTo(expected.bytes());
    assertThat(value(registry, what + ".windows")).as(what).isEqualTo(expected.windows());
  }

  private static long value(MeterRegistry registry, String name) {
    FunctionCounter counter =
        registry.get("chunksum." + name).tag("role", "read").functionCounter();
    return (long) counter.count();
  }

  /** Names, fields and thresholds of the events, as Flight Recorder knows them. */
  @Test
  void theTableOfEventsIsComplete() throws Exception {
    String page = Files.readString(Path.of("..").resolve(PAGE));
    try (Recording recording = new Recording()) {
      recording.start();
      ChunkChecksum.of(ChecksumType.CRC32C, 512).compute(ChunkBuffer.wrap(CONTENT));
      // Each class loader has its own, and other tests had some.
      Collection<EventType> events =
          FlightRecorder.getFlightRecorder().getEventTypes().stream()
              .filter(event -> event.getName().startsWith("io.chunksum."))
              .collect(toMap(EventType::getName, event -> event, (one, other) -> other))
              .values();
      assertThat(events).hasSize(5);
      for (EventType event : events) {
        String name = event.getName().substring("io.chunksum.".length());
        String row = row(page, name);
        assertThat(event.isEnabled()).as(row).isTrue();
        assertThat(fieldsIn(row.endsWith("the same |") ? row(page, "Verification") : row))
            .containsExactlyElementsOf(fieldsOf(event));
        if (name.equals("Verification") || name.equals("Computation")) {
          assertThat(setting(event, "threshold")).isEqualTo("20 ms");
        }
        if (name.equals("Copy")) {
          assertThat(setting(event, "minimum")).isEqualTo("1048576");
        }
      }
    }
    assertThat(row(page, "Verification")).contains("the `threshold`, 20 ms |");
    assertThat(row(page, "Copy")).contains("the `minimum`, 1048576 bytes |");
  }

  private static String row(String page, String event) {
    return page.lines()
        .filter(line -> line.startsWith("| `io.chunksum." + event + "`"))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> fieldsIn(String row) {
    String fields = row.substring(row.lastIndexOf("| ", row.length() - 3) + 2, row.length() - 2);
    return List.of(fields.replace(", and its duration", "").split(", "));
  }

  private static List<String> fieldsOf(EventType event) {
    List<String> ofAllEvents = List.of("startTime", "duration", "eventThread", "stackTrace");
    return event.getFields().stream()
        .map(ValueDescriptor::getName)
        .filter(name -> !ofAllEvents.contains(name))
        .toList();
  }

  private static String setting(EventType event, String name) {
    return event.getSettingDescriptors().stream()
        .filter(setting -> setting.getName().equals(name))
        .map(SettingDescriptor::getDefaultValue)
        .findFirst()
        .orElseThrow();
  }
}
