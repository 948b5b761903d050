// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.append.ChecksumAppender;
import io.chunksum.append.ChunkWriter;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.CrcComposer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.compact.CompactBlock;
import io.chunksum.format.compact.CompactBlockCodec;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.tests.AllocatedBytes;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.Chunks;
import io.chunksum.tests.DigestEngine;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ChunkReceiver;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.ReadPolicy;
import io.chunksum.verify.ReadVerifier;
import io.chunksum.verify.ReceivePolicy;
import io.chunksum.verify.VerifyOptions;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The steady state allocates nothing, and that does not depend on the compiler's escape analysis:
 * the build runs the tests with this tag a second time in a JVM without it.
 */
@Tag("allocation")
class AllocationTest {

  private static final int CALLS = 10_000;

  /** What the JDK does to make a digest takes more until the JVM's compiler is done with it. */
  private static final long MAX_WARM_UP_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** Otherwise a self-check that ends during a test would make calculators allocate lanes, once. */
  @BeforeAll
  static void useMessageDigest() {
    DigestEngine.restore();
  }

  /** Each step makes so many calls, all of which must succeed. */
  private static void assertAllocatesNothing(String what, int callsPerStep, BooleanSupplier step) {
    ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
    long loadedBefore = classes.getTotalLoadedClassCount();
    double bytes = (double) AllocatedBytes.during(CALLS, step) / (callsPerStep * CALLS);
    // Loading a class takes tens of kilobytes: not what is looked for, but good to know.
    long loaded = classes.getTotalLoadedClassCount() - loadedBefore;
    assertThat(bytes)
        .as("%s, bytes per call, while %d classes were loaded", what, loaded)
        .isLessThan(1);
  }

  static void assertAllocatesNothingOnceWarm(String what, int callsPerStep, BooleanSupplier step) {
    AllocatedBytes.during(CALLS / 10, step);
    assertAllocatesNothing(what, callsPerStep, step);
  }

  @Test
  void theJvmIsTheOneAskedFor() {
    HotSpotDiagnosticMXBean jvm =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    String asked = System.getProperty("chunksum.test.escape-analysis", "true");
    assertThat(jvm.getVMOption("DoEscapeAnalysis").getValue()).isEqualTo(asked);
  }

  @Test
  void readingCompactBlocksAllocatesNothing() throws Exception {
    byte[] content = TestBytes.random(20_08, 5_000);
    ChecksumData sums =
        ChunkChecksum.of(ChecksumType.CRC32C, 512).compute(ChunkBuffer.wrap(content));
    byte[] computed = sums.toByteArray();
    List<ChunkInfo> records =
        List.of(
            new ChunkInfo("17_chunk_1", 0, 5_000, sums),
            new ChunkInfo("17_chunk_2", 5_000, 5_000, sums),
            new ChunkInfo("17_chunk_3", 20_000, 5_000, sums));
    byte[] several = CompactBlockCodec.encode(records);
    byte[] one = CompactBlockCodec.encode(records.subList(0, 1));
    ByteBuffer heap = ByteBuffer.wrap(several);
    CompactBlock block = new CompactBlock().wrap(several);

    // No step as in the other tests, because wrapping throws checked exceptions.
    long before = AllocatedBytes.soFar();
    boolean same = true;
    for (int i = 0; i < CALLS; i++) {
      same &= block.wrap(one).matches(0, 0, 10, computed, 0);
      same &= block.wrap(heap).crc(2, 9) == sums.crc(9);
      same &= block.wrap(several).matches(1, 3, 7, computed, 12) && block.length(2) == 5_000;
    }
    long bytes = AllocatedBytes.soFar() - before;
    assertThat(same).isTrue();
    assertThat((double) bytes / (3 * CALLS)).isLessThan(1);
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void readingACompactBlockInABufferAllocatesOneView(BufferKind kind) throws Exception {
    ChunkInfo record =
        new ChunkInfo(
            "17_chunk_1",
            0,
            500_000,
            ChunkChecksum.of(ChecksumType.CRC32C, 64)
                .compute(ChunkBuffer.wrap(TestBytes.random(20_09, 500_000))));
    ByteBuffer encoded = kind.of(CompactBlockCodec.encode(List.of(record)));
    CompactBlock block = new CompactBlock().wrap(encoded);

    long before = AllocatedBytes.soFar();
    boolean same = true;
    for (int i = 0; i < CALLS / 10; i++) {
      same &= block.wrap(encoded).crc(0, 9) == record.checksums().crc(9);
    }
    long bytes = AllocatedBytes.soFar() - before;
    assertThat(same).isTrue();
    assertThat((double) bytes / (CALLS / 10)).isLessThan(80);
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void computeIntoABufferAndCleanVerifyAllocateNothing(BufferKind kind) {
    byte[] content = TestBytes.random(20_07, 5_000);
    // Two chunks in turn: what is kept for one must not be lost to the other.
    ChunkBuffer one = Chunks.of(kind, content, 777);
    ChunkBuffer other = ChunkBuffer.wrap(kind.of(content));
    ByteBuffer packed = ByteBuffer.allocate(10 * 32);
    for (ChecksumType type :
        List.of(
            ChecksumType.CRC32,
            ChecksumType.CRC32C,
            ChecksumType.SHA256,
            ChecksumType.MD5,
            ChecksumType.CRC64NVME,
            ChecksumType.ADLER32)) {
      ChecksumCalculator calculator = ChunkChecksum.of(type, 512).newCalculator();
      ChunkVerifier verifier = ChunkChecksum.of(type, 512).newVerifier();
      ChecksumData sums = calculator.compute(one);
      assertThat(verifier.verify(one, sums).ok()).isTrue();
      assertThat(verifier.verify(other, sums).ok()).isTrue();

      assertAllocatesNothing(
          type + " over " + kind,
          4,
          () -> {
            calculator.compute(one, packed);
            calculator.compute(other, packed);
            return verifier.verify(one, sums).ok() && verifier.verify(other, sums).ok();
          });
    }
  }

  @Test
  void countingAllocatesNothing() {
    ChunkBuffer chunk = ChunkBuffer.wrap(ByteBuffer.allocateDirect(5_000));
    ByteBuffer packed = ByteBuffer.allocate(10 * 32);
    ChecksumCounters counters = new ChecksumCounters();
    for (ChecksumType type : List.of(ChecksumType.CRC32C, ChecksumType.MD5)) {
      ChunkChecksum checksum = ChunkChecksum.of(type, 512).countingInto(counters);
      ChecksumCalculator calculator = checksum.newCalculator();
      ChunkVerifier verifier = checksum.newVerifier();
      ChecksumData sums = calculator.compute(chunk);
      verifier.verify(chunk, sums);

      assertAllocatesNothing(
          type.toString(),
          2,
          () -> {
            calculator.compute(chunk, packed);
            return verifier.verify(chunk, sums).ok();
          });
    }
    assertThat(counters.snapshot().verified().calls()).isEqualTo(2 * (CALLS + 1));
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void puttingIntoAWriterAllocatesNothing(BufferKind kind) {
    byte[] content = TestBytes.random(20_07, 5_000);
    ByteBuffer part = kind.of(content);
    ChunkBuffer chunk = ChunkBuffer.wrap(part);
    for (ChecksumType type : List.of(ChecksumType.CRC32C, ChecksumType.MD5)) {
      ChunkWriter writer = ChunkChecksum.of(type, 512).newWriter(100_000, 7_000);
      for (int i = 0; i < 10; i++) {
        writer.put(part);
        writer.put(chunk);
      }

      assertAllocatesNothing(
          type + " over " + kind,
          2,
          () -> {
            if (writer.remaining() == 0) {
              writer.clear();
            }
            writer.put(part);
            writer.put(chunk);
            return writer.length() > 0;
          });
    }
  }

  @Test
  void rewindowingAllocatesNothing() {
    byte[] content = TestBytes.random(20_56, 5_000);
    ByteBuffer packed = ByteBuffer.allocate(5 * 8);
    for (ChecksumType type : List.of(ChecksumType.CRC32C, ChecksumType.CRC64NVME)) {
      ChecksumData sums = ChunkChecksum.of(type, 16).compute(ChunkBuffer.wrap(content));
      CrcComposer composer = new CrcComposer(ChecksumAlgorithms.of(type));
      composer.rewindow(sums, content.length, 1024, packed);
      assertAllocatesNothing(
          type.toString(),
          2,
          () -> {
            composer.rewindow(sums, content.length, 1024, packed);
            return composer.compose(sums, content.length) != 0;
          });
    }
  }

  /** Arrays for many windows are made when there are many. */
  @Test
  void aShortChunkOnItsOwnTakesNoRoomForManyWindows() {
    ChunkBuffer chunk = ChunkBuffer.wrap(new byte[100]);
    for (ChecksumType type : List.of(ChecksumType.CRC32C, ChecksumType.MD5, ChecksumType.SHA256)) {
      ChunkChecksum checksum = ChunkChecksum.of(type, 16 * 1024);
      checksum.compute(chunk); // Loads classes.
      long begin = System.nanoTime();
      double bytes = 2_000;
      while (bytes >= 2_000 && System.nanoTime() - begin < MAX_WARM_UP_NANOS) {
        bytes =
            (double) AllocatedBytes.during(CALLS, () -> checksum.compute(chunk).count() == 1)
                / CALLS;
      }
      assertThat(bytes).as("%s, bytes per call", type).isLessThan(2_000);
    }
  }

  @Test
  void aFewCrcsAreCombinedWithoutTables() {
    byte[] content = TestBytes.random(17, 64 * 16);
    ChecksumData sums =
        ChunkChecksum.of(ChecksumType.CRC32C, 16).compute(ChunkBuffer.wrap(content));
    ChecksumAlgorithm crc32c = ChecksumAlgorithms.of(ChecksumType.CRC32C);
    long bytes =
        AllocatedBytes.during(
            CALLS, () -> new CrcComposer(crc32c).compose(sums, content.length) != 0);
    assertThat((double) bytes / CALLS).as("bytes per call").isLessThan(200);
  }

  /** And not with its square, as if every run of bad windows were marked from the start. */
  @Test
  void whatASampleOfBadWindowsAllocatesGrowsWithTheirNumber() {
    receiveBad(8 * 1024); // Loads classes.
    long some = receiveBad(8 * 1024);
    assertThat(receiveBad(64 * 1024)).isLessThan(12 * some);
  }

  /** A record may claim very many. */
  @Test
  void missingWindowsTakeABitEachOnceEnoughAreKept() {
    int windows = 1 << 20;
    ChunkChecksum crc32c = ChunkChecksum.of(ChecksumType.CRC32C, 1);
    ChecksumData sums = crc32c.compute(ChunkBuffer.wrap(new byte[windows]));
    ChunkVerifier verifier = crc32c.newVerifier();
    ChunkBuffer nothing = ChunkBuffer.wrap(new byte[0]);
    long bytes =
        AllocatedBytes.during(1, () -> verifier.verify(nothing, sums).mismatchCount() == windows);
    assertThat(bytes).as("bytes for %d windows", windows).isLessThan(2L * windows);
  }

  @Test
  void badWindowsTakeABitEachOnceEnoughAreKept() {
    int windows = 1 << 20;
    ChunkChecksum crc32c =
        ChunkChecksum.of(ChecksumType.CRC32C, 1).with(VerifyOptions.DEFAULT.keepingMismatches(1));
    ChecksumData ofZeros = crc32c.compute(ChunkBuffer.wrap(new byte[windows]));
    byte[] ones = new byte[windows];
    Arrays.fill(ones, (byte) 1);
    ChunkVerifier verifier = crc32c.newVerifier();
    ChunkBuffer chunk = ChunkBuffer.wrap(ones);
    long bytes =
        AllocatedBytes.during(1, () -> verifier.verify(chunk, ofZeros).mismatchCount() == windows);
    assertThat(bytes).as("bytes for %d windows", windows).isLessThan(2L * windows);
  }

  /** Bytes allocated for a chunk of that many windows, half of which are verified and all bad. */
  private static long receiveBad(int windows) {
    ChecksumData ofZeros =
        ChunkChecksum.of(ChecksumType.CRC32C, 1).compute(ChunkBuffer.wrap(new byte[windows]));
    ChunkInfo info = new ChunkInfo("chunk", 0, windows, ofZeros);
    byte[] ones = new byte[windows];
    Arrays.fill(ones, (byte) 1);
    ChunkReceiver receiver = new ChunkReceiver(ReceivePolicy.sample(0.5, 1), 0, 1);
    ChunkBuffer payload = ChunkBuffer.wrap(ones);
    return AllocatedBytes.during(
        1, () -> receiver.receive(payload, info).mismatchCount() > windows / 3);
  }

  @Test
  void aFlushOfALongChunkAllocatesForItsLastWindowsOnly() {
    ChecksumAppender appender = ChunkChecksum.of(ChecksumType.CRC32C, 16).newAppender();
    appender.append(ChunkBuffer.wrap(new byte[16 * 1024 * 1024]));
    ChunkBuffer step = ChunkBuffer.wrap(new byte[7]);
    appender.append(step);
    // This one makes room for as many windows again.
    assertThat(appender.flush().checksums().count()).isEqualTo(1024 * 1024 + 1);
    long bytes =
        AllocatedBytes.during(
            1_000,
            () -> {
              appender.append(step);
              int windows = appender.flush().checksums().count();
              return windows == 1 || windows == 2;
            });
    assertThat(bytes / 1_000.0).as("bytes per flush; all checksums take 4 MiB").isLessThan(1_000);
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void cleanReceiveAllocatesNothingUnderAnyPolicy(BufferKind kind) {
    byte[] content = TestBytes.random(20_14, 5_000);
    ChunkBuffer chunk = Chunks.of(kind, content, 777);
    // Two types in turn: what is kept for one must not be lost to the other.
    ChunkInfo one = info(ChecksumType.CRC32C, content);
    ChunkInfo other = info(ChecksumType.CRC32, content);
    for (ReceivePolicy policy :
        List.of(
            ReceivePolicy.always(),
            ReceivePolicy.trustSender(),
            ReceivePolicy.lastReplicaOnly(),
            ReceivePolicy.sample(0.25, 7))) {
      ChunkReceiver receiver = new ChunkReceiver(policy, 2, 3);
      assertAllocatesNothingOnceWarm(
          policy + " over " + kind,
          2,
          () -> receiver.receive(chunk, one).ok() && receiver.receive(chunk, other).ok());
    }
  }

  @Test
  void cleanReadsAllocateNothingUnderAnyPolicy() {
    byte[] content = TestBytes.random(20_14, 5_000);
    ChunkBuffer chunk = ChunkBuffer.wrap(content);
    ChunkInfo info = info(ChecksumType.CRC32C, content);
    for (ReadPolicy policy :
        List.of(
            ReadPolicy.always(),
            ReadPolicy.never(),
            ReadPolicy.sample(0.25, 7),
            ReadPolicy.firstTime(10),
            ReadPolicy.budget(1_000_000))) {
      ReadVerifier verifier = new ReadVerifier(policy, VerifyOptions.DEFAULT);
      assertAllocatesNothingOnceWarm(
          policy.toString(), 1, () -> verifier.verify("key", chunk, info).ok());
    }
  }

  private static ChunkInfo info(ChecksumType type, byte[] content) {
    ChecksumData sums = ChunkChecksum.of(type, 512).compute(ChunkBuffer.wrap(content));
    return new ChunkInfo("chunk", 0, content.length, sums);
  }
}
