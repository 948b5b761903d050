// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.ByteReader;
import io.chunksum.file.FileReplacement;
import io.chunksum.scan.ChunkFileVerifier;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.VerifyResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A file that changes while it is verified, and threads that are interrupted meanwhile. */
class FileFaultTest {

  private static final int MIB = 1 << 20;
  private static final int WINDOW = 64 * 1024;
  private static final int LENGTH = 5 * MIB + 5;

  private final byte[] content = TestBytes.random(7, LENGTH);
  private final ChunkInfo recorded =
      new ChunkInfo(
          "chunk",
          0,
          LENGTH,
          ChunkChecksum.of(ChecksumType.CRC32C, WINDOW).compute(ChunkBuffer.wrap(content)));

  @TempDir private Path folder;
  private Path file;

  enum Reading {
    PLAIN {
      @Override
      ByteReader reader() {
        return new ByteReader();
      }
    },
    AHEAD {
      @Override
      ByteReader reader() {
        return ByteReader.readingAhead();
      }
    };

    abstract ByteReader reader();
  }

  /** What happens to the file when its first MiB has been read. */
  private interface Fault {
    void strike() throws IOException;
  }

  @BeforeEach
  void writeTheFile() throws IOException {
    file = Files.write(folder.resolve("file"), content);
  }

  @AfterEach
  @SuppressWarnings("CheckReturnValue") // Only clears the flag.
  void leaveNoInterrupt() {
    Thread.interrupted();
  }

  private VerifyResult verifyWith(ByteReader reader, Fault fault) throws IOException {
    ChunkVerifier verifier = new ChunkVerifier(ChecksumAlgorithms.of(ChecksumType.CRC32C), WINDOW);
    verifier.begin(recorded, 0, recorded.checksums().count());
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      boolean[] struck = new boolean[1];
      long unused =
          reader.read(
              channel,
              0,
              LENGTH,
              bytes -> {
                verifier.update(bytes);
                if (!struck[0]) {
                  struck[0] = true;
                  strike(fault);
                }
              });
    }
    return verifier.finish();
  }

  private static void strike(Fault fault) {
    try {
      fault.strike();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void resize(int length) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      if (length < LENGTH) {
        channel.truncate(length);
      } else {
        channel.write(ByteBuffer.allocate(length - LENGTH), LENGTH);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Reading.class)
  void aFileThatShrinksHasLostItsLastWindows(Reading reading) throws IOException {
    int left = 4 * MIB + MIB / 2 + 1;
    VerifyResult result = verifyWith(reading.reader(), () -> resize(left));
    assertThat(result.ok()).isFalse();
    assertThat(result.mismatches().get(0).offset()).isEqualTo(4 * MIB + MIB / 2);
    assertThat(result.mismatchCount()).isEqualTo(recorded.checksums().count() - 72);
  }

  @ParameterizedTest
  @EnumSource(Reading.class)
  void aFileThatGrowsIsVerifiedToTheLengthRecorded(Reading reading) throws IOException {
    assertThat(verifyWith(reading.reader(), () -> resize(LENGTH + MIB)).ok()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Reading.class)
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be replaced there")
  void aFileThatIsReplacedIsTheOneThatWasOpened(Reading reading) throws IOException {
    VerifyResult result =
        verifyWith(
            reading.reader(),
            () -> {
              try (FileReplacement other = new FileReplacement(file)) {
                other.channel().write(ByteBuffer.wrap(new byte[LENGTH]));
                other.commit();
              }
            });
    assertThat(result.ok()).isTrue();
    assertThat(new ChunkFileVerifier().verify(file, recorded).mismatchCount())
        .isEqualTo(recorded.checksums().count());
  }

  /** It is the JDK that closes the file on an interrupt. */
  @Test
  void anInterruptEndsAPlainReadAndClosesItsFile() throws IOException {
    ByteReader reader = new ByteReader();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> reader.read(channel, 0, LENGTH, bytes -> {}))
          .isInstanceOf(ClosedByInterruptException.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(channel.isOpen()).isFalse();
    }
    assertThat(verifyWith(reader, () -> {}).ok()).isTrue();
  }

  @Test
  void anInterruptInTheMiddleGivesNoVerdict() {
    assertThatThrownBy(() -> verifyWith(new ByteReader(), () -> Thread.currentThread().interrupt()))
        .isInstanceOf(ClosedByInterruptException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aVerifierThatWasInterruptedGivesNoVerdictAndGoesOnLater() throws IOException {
    ChunkFileVerifier verifier = new ChunkFileVerifier();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> verifier.verify(file, recorded))
        .isInstanceOf(ClosedByInterruptException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(verifier.verify(file, recorded).ok()).isTrue();
  }
}
