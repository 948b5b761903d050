// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.ParallelCalculator;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.tests.FailingAlgorithm;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.BatchVerifier;
import io.chunksum.verify.BlockVerifier;
import io.chunksum.verify.ChunkReceiver;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.ParallelVerifier;
import io.chunksum.verify.ReceivePolicy;
import io.chunksum.verify.VerifyOptions;
import io.chunksum.window.ByteRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records with the real Flight Recorder and reads the events back from its file. Long, because all
 * events share the damaged chunk and the recording.
 */
class FlightRecorderTest {

  private static final int LENGTH = 10_000;
  private static final byte[] CONTENT = TestBytes.random(21_21, LENGTH);
  private static final ChunkChecksum CRC32C = ChunkChecksum.of(ChecksumType.CRC32C, 512);
  private static final ChecksumData SUMS = CRC32C.compute(ChunkBuffer.wrap(CONTENT));
  private static final ChunkInfo INFO = new ChunkInfo("chunk_7", 0, LENGTH, SUMS);

  @TempDir private Path folder;

  private static ChunkBuffer damaged() {
    byte[] content = CONTENT.clone();
    content[1024] ^= 1;
    content[5000] ^= 1;
    return ChunkBuffer.wrap(content);
  }

  private static Consumer<Recording> minimum(String bytes) {
    return recording -> recording.enable("io.chunksum.Copy").with("minimum", bytes);
  }

  @Test
  void aFailingVerifyIsRecordedWithAllThatIsKnown() throws IOException {
    List<RecordedEvent> events = Recorded.mismatches(folder, () -> CRC32C.verify(damaged(), INFO));
    assertThat(events).hasSize(1);
    RecordedEvent event = events.get(0);
    assertThat(event.getEventType().getCategoryNames()).containsExactly("Chunksum");
    assertThat(event.getString("verdict")).isEqualTo("MISMATCH");
    assertThat(event.getString("type")).isEqualTo("CRC32C");
    assertThat(event.getInt("bytesPerChecksum")).isEqualTo(512);
    assertThat(event.getString("chunk")).isEqualTo("chunk_7");
    assertThat(event.getLong("windows")).isEqualTo(20);
    assertThat(event.getLong("mismatches")).isEqualTo(2);
    assertThat(event.getLong("mismatchBytes")).isEqualTo(1024);
    assertThat(event.getLong("firstWindow")).isEqualTo(2);
    assertThat(event.getLong("firstOffset")).isEqualTo(1024);
    assertThat(event.getString("expected")).isEqualTo("%08x".formatted(SUMS.crc(2)));
    assertThat(event.getString("actual"))
        .isEqualTo("%08x".formatted(CRC32C.compute(damaged()).crc(2)));
    assertThat(event.getString("message")).isEqualTo(CRC32C.verify(damaged(), INFO).toString());
    assertThat(event.getStackTrace().getFrames())
        .anyMatch(frame -> frame.getMethod().getType().getName().equals(getClass().getName()));
    ValueDescriptor bytes = event.getEventType().getField("mismatchBytes");
    assertThat(bytes.getContentType()).isEqualTo("jdk.jfr.DataAmount");
  }

  @Test
  void everyWayToVerifyRecordsOneEventForAChunkThatIsNotWhole() throws IOException {
    assertEachRecordsOneEvent(
        null,
        () -> CRC32C.verify(damaged(), SUMS),
        () -> CRC32C.with(VerifyOptions.DEFAULT.keepingMismatches(1)).verify(damaged(), SUMS),
        () -> CRC32C.verifyWindows(damaged(), SUMS, 0, 20),
        () ->
            CRC32C
                .newBatchVerifier()
                .verify(List.of(ChunkBuffer.wrap(CONTENT), damaged()), List.of(SUMS, SUMS)));
    assertEachRecordsOneEvent(
        "chunk_7",
        () -> CRC32C.newParallelVerifier(Runnable::run, 4).verify(damaged(), INFO),
        () -> new ChunkReceiver(ReceivePolicy.always(), 0, 1).receive(damaged(), INFO),
        () -> {
          ChunkVerifier verifier = CRC32C.newVerifier();
          verifier.begin(INFO, 0, 20);
          verifier.update(damaged());
          verifier.finish();
        },
        () -> {
          ChunkVerifier verifier = CRC32C.newVerifier();
          verifier.begin(INFO, 0, 20);
          verifier.update(damaged().slice(0, 6000));
          verifier.breakOff(new IOException());
        });
  }

  private void assertEachRecordsOneEvent(@Nullable String chunk, Runnable... ways)
      throws IOException {
    for (int i = 0; i < ways.length; i++) {
      List<RecordedEvent> events = Recorded.mismatches(folder, ways[i]);
      assertThat(events).as("way %d", i).hasSize(1);
      RecordedEvent event = events.get(0);
      assertThat(event.getLong("mismatches")).as("way %d", i).isEqualTo(2);
      assertThat(event.getString("chunk")).as("way %d", i).isEqualTo(chunk);
      String name = chunk == null ? "" : " in chunk " + chunk;
      assertThat(event.getString("message"))
          .as("way %d", i)
          .startsWith("CRC32C mismatch" + name + ": window 2, ");
    }
  }

  @Test
  void whatCouldNotBeComparedIsRecordedAndWhatIsGoodIsNot() throws IOException {
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT);
    List<RecordedEvent> wrong =
        Recorded.mismatches(
            folder, () -> ChunkChecksum.of(ChecksumType.CRC32, 512).verify(chunk, SUMS));
    assertThat(wrong).hasSize(1);
    assertThat(wrong.get(0).getString("verdict")).isEqualTo("WRONG_TYPE");
    assertThat(wrong.get(0).getLong("firstWindow")).isEqualTo(-1);
    assertThat(Recorded.mismatches(folder, () -> CRC32C.verify(chunk, INFO))).isEmpty();
  }

  @Test
  void theNameIsThatOfTheChunkAtHand() throws IOException {
    ChunkVerifier verifier = CRC32C.newVerifier();
    List<RecordedEvent> events =
        Recorded.mismatches(
            folder,
            () -> {
              verifier.verify(damaged(), INFO);
              verifier.verify(damaged(), SUMS);
            });
    assertThat(events)
        .extracting(event -> event.getString("chunk"))
        .containsExactly("chunk_7", null);
  }

  @Test
  void missingBytesHaveNoActualChecksum() throws IOException {
    List<RecordedEvent> events =
        Recorded.mismatches(folder, () -> CRC32C.verify(ChunkBuffer.wrap(CONTENT, 0, 512), INFO));
    assertThat(events.get(0).getString("expected")).isNotNull();
    assertThat(events.get(0).getString("actual")).isNull();
  }

  @Test
  void missingBytesOfTypeNoneHaveNoChecksum() throws IOException {
    ChunkInfo none = new ChunkInfo("chunk_7", 0, LENGTH, ChecksumData.none(512));
    ChunkReceiver receiver = new ChunkReceiver(ReceivePolicy.always(), 0, 1);
    List<RecordedEvent> events =
        Recorded.mismatches(folder, () -> receiver.receive(ChunkBuffer.wrap(new byte[9]), none));
    assertThat(events.get(0).getLong("mismatchBytes")).isEqualTo(LENGTH - 9);
    assertThat(events.get(0).getString("expected")).isNull();
    assertThat(events.get(0).getString("actual")).isNull();
  }

  @Test
  void callsAreRecordedIfTheyTakeLongerThanTheThreshold() throws IOException {
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT);
    Runnable both = () -> CRC32C.verify(chunk, CRC32C.compute(chunk));
    for (String event : List.of("Computation", "Verification")) {
      List<RecordedEvent> all =
          Recorded.events(folder, event, Recorded.threshold(event, Duration.ZERO), both);
      assertThat(all).hasSize(1);
      assertThat(all.get(0).getString("type")).isEqualTo("CRC32C");
      assertThat(all.get(0).getInt("bytesPerChecksum")).isEqualTo(512);
      assertThat(all.get(0).getLong("bytes")).isEqualTo(LENGTH);
      assertThat(all.get(0).getLong("windows")).isEqualTo(20);
      assertThat(all.get(0).getLong("bytesCopied")).isZero();
      assertThat(all.get(0).getDuration()).isPositive();
      assertThat(
              Recorded.events(folder, event, Recorded.threshold(event, Duration.ofHours(1)), both))
          .isEmpty();
      assertThat(
              Recorded.events(
                  folder,
                  event,
                  recording -> {
                    recording.enable("io.chunksum." + event).withThreshold(Duration.ZERO);
                    recording.disable("io.chunksum." + event);
                  },
                  both))
          .isEmpty();
    }
  }

  private RecordedEvent onlyEvent(String event, Runnable work) throws IOException {
    List<RecordedEvent> events =
        Recorded.events(folder, event, Recorded.threshold(event, Duration.ZERO), work);
    assertThat(events).hasSize(1);
    return events.get(0);
  }

  private void assertIsOneEvent(String event, long bytes, long windows, Runnable work)
      throws IOException {
    RecordedEvent only = onlyEvent(event, work);
    assertThat(only.getLong("bytes")).isEqualTo(bytes);
    assertThat(only.getLong("windows")).isEqualTo(windows);
  }

  @Test
  void aCallOfSeveralChunksIsOneEvent() throws IOException {
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT);
    List<ChunkBuffer> two = List.of(chunk, chunk);
    ChecksumCalculator calculator = CRC32C.newCalculator();
    BatchVerifier verifier = CRC32C.newBatchVerifier();
    for (int call = 0; call < 2; call++) { // The second has nothing of the first.
      assertIsOneEvent("Computation", 2 * LENGTH, 40, () -> calculator.compute(two));
      assertIsOneEvent(
          "Verification", 2 * LENGTH, 40, () -> verifier.verify(two, List.of(SUMS, SUMS)));
    }
  }

  /** The chunk is long enough for two; the executor's thread is the caller's. */
  @Test
  void aCallOfSeveralThreadsIsOneEvent() throws IOException {
    ChunkBuffer big = ChunkBuffer.wrap(new byte[20 << 20]);
    ChecksumData sums = CRC32C.compute(big);
    AtomicInteger asked = new AtomicInteger();
    Executor executor =
        task -> {
          asked.incrementAndGet();
          task.run();
        };
    ParallelCalculator calculator = CRC32C.newParallelCalculator(executor, 2);
    ParallelVerifier verifier = CRC32C.newParallelVerifier(executor, 2);
    assertIsOneEvent("Computation", big.length(), sums.count(), () -> calculator.compute(big));
    assertIsOneEvent("Verification", big.length(), sums.count(), () -> verifier.verify(big, sums));
    assertThat(asked).as("calls that were shared").hasValue(2);
  }

  @Test
  void aSampleOfWindowsIsOneEvent() throws IOException {
    ChunkReceiver receiver = new ChunkReceiver(ReceivePolicy.sample(0.5, 1), 0, 1);
    RecordedEvent only =
        onlyEvent("Verification", () -> receiver.receive(ChunkBuffer.wrap(CONTENT), INFO));
    assertThat(only.getLong("windows"))
        .isBetween(1L, 19L)
        .isEqualTo(receiver.counts().verified().windows());
    assertThat(only.getLong("bytes")).isEqualTo(receiver.counts().verified().bytes());
  }

  /** Surplus bytes are not read, nor is anything if the type does not fit. */
  @Test
  void bytesThatWereNotReadAreNotInTheEvent() throws IOException {
    ChunkBuffer longer = ChunkBuffer.wrap(Arrays.copyOf(CONTENT, LENGTH + 600));
    ChunkChecksum crc32 = ChunkChecksum.of(ChecksumType.CRC32, 512);
    Map<ChunkChecksum, Long> read = Map.of(CRC32C, (long) LENGTH, crc32, 0L);
    for (Map.Entry<ChunkChecksum, Long> each : read.entrySet()) {
      ChunkChecksum checksum = each.getKey();
      for (Runnable work :
          List.<Runnable>of(
              () -> checksum.newVerifier().verify(longer, INFO),
              () -> checksum.newBatchVerifier().verifyRecorded(List.of(longer), List.of(INFO)),
              () -> checksum.newParallelVerifier(Runnable::run, 2).verify(longer, INFO))) {
        assertThat(onlyEvent("Verification", work).getLong("bytes")).isEqualTo(each.getValue());
      }
    }
  }

  /** A chunk that is cut has fewer than its record lists. */
  @Test
  void windowsThatWereNotReadAreNotInTheEvent() throws IOException {
    for (int length : new int[] {0, 512, 5_000}) {
      ChunkBuffer cut = ChunkBuffer.wrap(CONTENT, 0, length);
      for (Runnable work :
          List.<Runnable>of(
              () -> CRC32C.newVerifier().verify(cut, INFO),
              () -> CRC32C.newBatchVerifier().verifyRecorded(List.of(cut), List.of(INFO)),
              () -> CRC32C.newParallelVerifier(Runnable::run, 2).verify(cut, INFO),
              () -> new ChunkReceiver(ReceivePolicy.always(), 0, 1).receive(cut, INFO))) {
        assertIsOneEvent("Verification", length, (length + 511) / 512, work);
      }
    }
  }

  /** They may have different types, and an event has one. */
  @Test
  void aRangeOfABlockIsOneEventForEachChunk() throws IOException {
    List<ChunkInfo> chunks = List.of(INFO, new ChunkInfo("next", LENGTH, LENGTH, SUMS));
    ChunkBuffer twice =
        ChunkBuffer.wrap(List.of(ByteBuffer.wrap(CONTENT), ByteBuffer.wrap(CONTENT)));
    BlockVerifier verifier = new BlockVerifier(chunks);
    List<RecordedEvent> events =
        Recorded.events(
            folder,
            "Verification",
            Recorded.threshold("Verification", Duration.ZERO),
            () -> verifier.verify(twice, 0, new ByteRange(0, 2 * LENGTH)));
    assertThat(events).hasSize(2);
    assertThat(events).allMatch(event -> event.getLong("bytes") == LENGTH);
    assertThat(events).allMatch(event -> event.getLong("windows") == 20);
  }

  /** The caller reads between begin and finish, so the time would say nothing about the library. */
  @Test
  void runsThatAreFedPartByPartAreNotTimed() throws IOException {
    ChunkVerifier verifier = CRC32C.newVerifier();
    Runnable work =
        () -> {
          verifier.begin(INFO, 0, 20);
          verifier.update(ChunkBuffer.wrap(CONTENT));
          verifier.finish();
        };
    assertThat(
            Recorded.events(
                folder, "Verification", Recorded.threshold("Verification", Duration.ZERO), work))
        .isEmpty();
  }

  /** What began with the call that failed is not the time of a run that comes later. */
  @Test
  void aCallThatFailsLeavesNothingToTheNextRun() throws IOException {
    FailingAlgorithm failing = new FailingAlgorithm(ChecksumAlgorithms.of(ChecksumType.CRC32C));
    ChunkVerifier verifier = new ChunkVerifier(failing, 512);
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT);
    List<Runnable> begins =
        List.of(() -> verifier.begin(INFO, 0, 20), () -> verifier.begin(SUMS, 0, 20));
    for (Runnable begin : begins) {
      Runnable work =
          () -> {
            failing.windowsToFailure.set(5);
            assertThatIllegalStateException().isThrownBy(() -> verifier.verify(chunk, SUMS));
            failing.windowsToFailure.set(Integer.MAX_VALUE);
            begin.run();
            verifier.update(chunk);
            assertThat(verifier.finish().ok()).isTrue();
          };
      Consumer<Recording> all = Recorded.threshold("Verification", Duration.ZERO);
      assertThat(Recorded.events(folder, "Verification", all, work)).isEmpty();
    }
  }

  @Test
  void callsAreRecordedIfTheyCopyAtLeastTheMinimum() throws IOException {
    ChunkBuffer direct = ChunkBuffer.wrap(ByteBuffer.allocateDirect(LENGTH));
    ChunkChecksum md5 = ChunkChecksum.of(ChecksumType.MD5, 1 << 20);
    Runnable work = () -> md5.compute(direct);
    for (String enough : List.of("0", "1", "10000")) {
      List<RecordedEvent> events = Recorded.events(folder, "Copy", minimum(enough), work);
      assertThat(events).as("minimum %s", enough).hasSize(1);
      assertThat(events.get(0).getLong("bytesCopied")).isEqualTo(LENGTH);
      assertThat(events.get(0).getLong("bytes")).isEqualTo(LENGTH);
      assertThat(events.get(0).getString("type")).isEqualTo("MD5");
    }
    for (String tooMuch : List.of("10001", "nonsense is 1 MiB")) {
      assertThat(Recorded.events(folder, "Copy", minimum(tooMuch), work)).isEmpty();
    }
    assertThat(Recorded.events(folder, "Copy", recording -> {}, work)).isEmpty();
    assertThat(
            Recorded.events(
                folder, "Copy", minimum("0"), () -> CRC32C.compute(ChunkBuffer.wrap(CONTENT))))
        .isEmpty();
  }

  /** A range that begins and ends inside a window reads what is there of it, for its own CRC. */
  @Test
  void copiesOfBytesOutsideOfWholeWindowsAreRecordedToo() throws IOException {
    ChunkBuffer readOnly = ChunkBuffer.wrap(ByteBuffer.wrap(CONTENT, 600, 1000).asReadOnlyBuffer());
    BlockVerifier verifier = new BlockVerifier(List.of(INFO));
    Runnable work = () -> verifier.verify(readOnly, 600, new ByteRange(600, 1000));
    List<RecordedEvent> events = Recorded.events(folder, "Copy", minimum("1"), work);
    assertThat(events)
        .extracting(event -> event.getLong("bytesCopied"))
        .containsExactly(424L, 512L, 64L);
    assertThat(events).extracting(event -> event.getLong("bytes")).containsExactly(424L, 512L, 64L);
    assertThat(events).allMatch(event -> event.getString("type").equals("CRC32C"));
    assertThat(events).allMatch(event -> event.getInt("bytesPerChecksum") == 512);
  }

  @Test
  void theSmallestMinimumOfAllRecordingsCounts() throws IOException {
    ChunkBuffer direct = ChunkBuffer.wrap(ByteBuffer.allocateDirect(LENGTH));
    ChunkChecksum md5 = ChunkChecksum.of(ChecksumType.MD5, 1 << 20);
    try (Recording other = new Recording()) {
      minimum("1").accept(other);
      other.start();
      assertThat(Recorded.events(folder, "Copy", minimum("1000000"), () -> md5.compute(direct)))
          .hasSize(1);
    }
  }

  /** An event has what its own call copied, not what was copied before. */
  @Test
  void copiesCountFromCallToCall() throws IOException {
    ChunkBuffer direct = ChunkBuffer.wrap(ByteBuffer.allocateDirect(LENGTH));
    ChunkChecksum md5 = ChunkChecksum.of(ChecksumType.MD5, 1 << 20);
    ChecksumData sums = md5.compute(direct);
    ChunkVerifier verifier = md5.newVerifier();
    verifier.verify(direct, sums);
    List<RecordedEvent> events =
        Recorded.events(
            folder,
            "Copy",
            minimum("1"),
            () -> {
              verifier.verify(direct, sums);
              verifier.verify(direct, sums);
            });
    assertThat(events).extracting(event -> event.getLong("bytesCopied")).containsOnly(10_000L);
    assertThat(events).hasSize(2);
  }

  @Test
  void copiesOfACallThatFailsAreCountedAndNotReportedWithTheNext() throws IOException {
    FailingAlgorithm failing = new FailingAlgorithm(ChecksumAlgorithms.of(ChecksumType.CRC32C));
    ChecksumCounters counters = new ChecksumCounters();
    ChecksumCalculator calculator = new ChecksumCalculator(failing, 512, counters);
    ChunkVerifier verifier =
        new ChunkVerifier(failing, 512, VerifyOptions.DEFAULT.countingInto(counters));
    ChunkBuffer direct = ChunkBuffer.wrap(ByteBuffer.allocateDirect(LENGTH).put(CONTENT).flip());
    ByteBuffer out = ByteBuffer.allocate(80);
    for (Runnable call :
        List.<Runnable>of(
            () -> calculator.compute(direct, out), () -> verifier.verify(direct, SUMS))) {
      long before = counters.snapshot().bytesCopied();
      Runnable work =
          () -> {
            failing.windowsToFailure.set(15);
            assertThatIllegalStateException().isThrownBy(call::run);
            failing.windowsToFailure.set(Integer.MAX_VALUE);
            call.run();
          };
      List<RecordedEvent> events = Recorded.events(folder, "Copy", minimum("1"), work);
      assertThat(events).hasSize(1);
      assertThat(events.get(0).getLong("bytesCopied")).isEqualTo(LENGTH);
      assertThat(counters.snapshot().bytesCopied() - before).isGreaterThan(LENGTH + 15 * 500);
    }
  }
}
