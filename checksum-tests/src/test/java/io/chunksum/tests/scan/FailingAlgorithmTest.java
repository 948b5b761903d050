// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcAlgorithm;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.CrcModel;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.ByteReader;
import io.chunksum.file.SequentialInput;
import io.chunksum.format.FileRecord;
import io.chunksum.scan.ChunkFileVerifier;
import io.chunksum.scan.FileResult;
import io.chunksum.scan.FileScanner;
import io.chunksum.scan.RecordVerifier;
import io.chunksum.verify.ChecksumMismatchException;
import io.chunksum.verify.Mismatch;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Algorithms that were added, and fail, most when they are asked for a chunk's last checksum. */
class FailingAlgorithmTest {

  private static final int WINDOW = 64;
  private static final int LENGTH = 100;

  /** Whether a checksum of less than a full window fails; services outlive the test. */
  private static volatile boolean failing;

  /** Whether they take no bytes. */
  private static volatile boolean takingNone;

  /** Whether they lack a class of their own. */
  private static volatile boolean incomplete;

  @TempDir private Path folder;

  private final Thread thread = Thread.currentThread();
  private final ClassLoader before = thread.getContextClassLoader();

  /** As if its device had gone. */
  abstract static class Failing implements ChecksumAlgorithm {

    private final CrcAlgorithm crc = new CrcAlgorithm(getClass().getSimpleName(), CrcModel.CRC32C);

    @Override
    public ChecksumType type() {
      return crc.type();
    }

    @Override
    public Optional<CrcCombiner> combiner() {
      return crc.combiner();
    }

    @Override
    public StreamingChecksum newChecksum() {
      if (incomplete) {
        throw new NoClassDefFoundError("Missing");
      }
      return new FailingChecksum(crc.newChecksum());
    }
  }

  /** One service. */
  public static final class FirstToFail extends Failing {}

  /** And another. */
  public static final class SecondToFail extends Failing {}

  private static final class FailingChecksum implements StreamingChecksum {

    private final StreamingChecksum crc;
    private long taken;

    FailingChecksum(StreamingChecksum crc) {
      this.crc = crc;
    }

    @Override
    public ChecksumType type() {
      return crc.type();
    }

    @Override
    public void reset() {
      crc.reset();
      taken = 0;
    }

    @Override
    public void update(byte[] source, int offset, int length) {
      checkTaking();
      crc.update(source, offset, length);
      taken += length;
    }

    @Override
    public boolean updateInPlace(ByteBuffer view) {
      checkTaking();
      int length = view.remaining();
      boolean inPlace = crc.updateInPlace(view);
      taken += inPlace ? length : 0;
      return inPlace;
    }

    private void checkTaking() {
      if (takingNone) {
        throw new IllegalStateException(type() + " is gone");
      }
    }

    @Override
    public boolean peek(byte[] target, int offset) {
      return crc.peek(target, offset);
    }

    @Override
    public void finish(byte[] target, int offset) {
      if (failing && taken % WINDOW != 0) {
        throw new IllegalStateException("device gone");
      }
      crc.finish(target, offset);
      taken = 0;
    }
  }

  @BeforeEach
  void register() throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.write(
        services.resolve(ChecksumAlgorithm.class.getName()),
        List.of(FirstToFail.class.getName(), SecondToFail.class.getName()));
    thread.setContextClassLoader(
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader()));
  }

  @AfterEach
  void unregister() throws Exception {
    failing = false;
    takingNone = false;
    incomplete = false;
    ((URLClassLoader) thread.getContextClassLoader()).close();
    thread.setContextClassLoader(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CRC32C FirstToFail",
        "FirstToFail CRC32C",
        "CRC32C FirstToFail SecondToFail",
        "FirstToFail CRC32C SecondToFail",
        "FirstToFail SecondToFail CRC32C"
      })
  void whatOthersFoundCounts(String types) throws Exception {
    List<ChunkInfo> chunk = chunk(types);
    Path file = damaged();
    failing = true;
    check(FileScanner.of(2).verify(file, () -> new OneChunk(chunk)));
    try (FileChannel channel = FileChannel.open(file)) {
      SequentialInput input = SequentialInput.ofFile(channel, new ByteReader());
      check(new RecordVerifier().verify("f", input, new OneChunk(chunk)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"CRC32C FirstToFail SecondToFail", "FirstToFail CRC32C SecondToFail"})
  void oneThatTakesNoBytesKeepsNoOtherFromThem(String types) throws Exception {
    List<ChunkInfo> chunk = chunk(types);
    Path file = damaged();
    takingNone = true;
    checkTaken(FileScanner.of(2).verify(file, () -> new OneChunk(chunk)));
    try (FileChannel channel = FileChannel.open(file)) {
      SequentialInput input = SequentialInput.ofFile(channel, new ByteReader());
      checkTaken(new RecordVerifier().verify("f", input, new OneChunk(chunk)));
    }
  }

  private static void checkTaken(List<FileResult> results) {
    for (FileResult result : results) {
      assertThat(result.mismatchCount())
          .as("%s", result.type())
          .isEqualTo(result.type().equals(ChecksumType.CRC32C) ? 1 : 0);
      assertThat(result.failure()).hasMessage("FirstToFail is gone");
      assertThat(result.failure().getSuppressed()[0]).hasMessage("SecondToFail is gone");
    }
  }

  @Test
  void oneThatLacksAClassIsTheFailureOfItsTypeAlone() throws Exception {
    List<ChunkInfo> chunk = chunk("FirstToFail CRC32C");
    Path file = damaged();
    incomplete = true;
    List<FileResult> results = FileScanner.of(2).verify(file, () -> new OneChunk(chunk));
    assertThat(results.get(0).mismatches()).isEmpty();
    assertThat(results.get(0).failure())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("FirstToFail cannot be run")
        .hasCauseInstanceOf(NoClassDefFoundError.class);
    assertThat(results.get(1).mismatches()).extracting(Mismatch::window).containsExactly(0L);
    assertThat(results.get(1).failure()).isNull();
  }

  /** The record of bytes that are zero. */
  private static List<ChunkInfo> chunk(String types) {
    return Stream.of(types.split(" "))
        .map(name -> ChecksumAlgorithms.find(name).orElseThrow())
        .map(algorithm ->
            new ChecksumCalculator(algorithm, WINDOW).compute(ChunkBuffer.wrap(new byte[LENGTH])))
        .map(sums -> new ChunkInfo("c", 0, LENGTH, sums))
        .toList();
  }

  /** A file with a bad byte in its first window. */
  private Path damaged() throws Exception {
    byte[] content = new byte[LENGTH];
    content[3] ^= 1;
    return Files.write(folder.resolve("f"), content);
  }

  @Test
  void whatAChunkFileHadBeforeCounts() throws Exception {
    byte[] content = new byte[LENGTH];
    ChecksumData sums =
        new ChecksumCalculator(ChecksumAlgorithms.find("FirstToFail").orElseThrow(), WINDOW)
            .compute(ChunkBuffer.wrap(content));
    ChunkInfo chunk = new ChunkInfo("c", 0, LENGTH, sums);
    ChunkFileVerifier verifier = new ChunkFileVerifier();
    failing = true;
    Path good = Files.write(folder.resolve("good"), content);
    assertThatThrownBy(() -> verifier.verify(good, chunk)).hasMessage("device gone");
    content[3] ^= 1;
    Path bad = Files.write(folder.resolve("bad"), content);
    assertThatThrownBy(() -> verifier.verify(bad, chunk))
        .isInstanceOfSatisfying(
            ChecksumMismatchException.class,
            thrown -> {
              assertThat(thrown.result().mismatches())
                  .extracting(Mismatch::window)
                  .containsExactly(0L);
              assertThat(thrown.getSuppressed()[0]).hasMessage("device gone");
            });
    failing = false;
    assertThat(verifier.verify(good, chunk).ok()).isTrue();
  }

  private static void check(List<FileResult> results) {
    for (FileResult result : results) {
      assertThat(result.mismatches())
          .as("%s", result.type())
          .extracting(Mismatch::window)
          .containsExactly(0L);
      assertThat(result.failure()).hasMessage("device gone");
    }
  }

  private static final class OneChunk implements FileRecord {

    private final List<ChunkInfo> chunk;
    private boolean read;

    OneChunk(List<ChunkInfo> chunk) {
      this.chunk = chunk;
    }

    @Override
    public List<ChecksumType> types() {
      return chunk.stream().map(info -> info.checksums().type()).toList();
    }

    @Override
    public OptionalInt bytesPerChecksum() {
      return OptionalInt.of(WINDOW);
    }

    @Override
    public long length() {
      return LENGTH;
    }

    @Override
    public List<ChunkInfo> nextChunk() {
      List<ChunkInfo> next = read ? List.of() : chunk;
      read = true;
      return next;
    }

    @Override
    public void close() {}
  }
}
