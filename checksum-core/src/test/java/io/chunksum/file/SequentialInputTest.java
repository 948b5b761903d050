// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.buffer.ChunkBuffer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SequentialInputTest {

  private static final byte[] CONTENT = new byte[(3 << 20) + 7];

  static {
    new Random(3).nextBytes(CONTENT);
  }

  private final ByteArrayOutputStream got = new ByteArrayOutputStream();

  private void take(ChunkBuffer chunk) {
    byte[] bytes = new byte[(int) chunk.length()];
    chunk.read(0, bytes, 0, bytes.length);
    got.writeBytes(bytes);
  }

  private static void fail(ChunkBuffer chunk) {
    throw new IllegalCallerException("full");
  }

  private static SequentialInput ofStream() {
    return SequentialInput.ofChannel(
        Channels.newChannel(new ByteArrayInputStream(CONTENT)), new ByteReader());
  }

  @Test
  void theRegionsOfAChannelAreReadInOrder() throws IOException {
    SequentialInput input = ofStream();
    assertThat(input.read(5, 10, this::take)).isEqualTo(10);
    assertThat(input.read(15, 0, this::take)).isZero();
    assertThat(input.read(2 << 20, 20, this::take)).isEqualTo(20);
    assertThatIllegalArgumentException().isThrownBy(() -> input.read(10, 1, this::take));
    assertThatIllegalArgumentException().isThrownBy(() -> input.read(3 << 20, -1, this::take));
    assertThat(input.read(3 << 20, 20, this::take)).isEqualTo(7);
    assertThat(input.readToEnd()).isEqualTo(CONTENT.length);
    ByteBuffer expected =
        ByteBuffer.allocate(37)
            .put(CONTENT, 5, 10)
            .put(CONTENT, 2 << 20, 20)
            .put(CONTENT, 3 << 20, 7);
    assertThat(got.toByteArray()).isEqualTo(expected.array());
  }

  @Test
  void onlyTheLengthOfAFileIsKnownWithoutReading(@TempDir Path folder) throws IOException {
    SequentialInput stream = ofStream();
    assertThat(stream.lengthIfKnown()).isEmpty();
    assertThat(stream.read(0, CONTENT.length, this::take)).isEqualTo(CONTENT.length);
    Path file = Files.write(folder.resolve("file"), CONTENT);
    try (FileChannel channel = FileChannel.open(file)) {
      SequentialInput input = SequentialInput.ofFile(channel, new ByteReader());
      assertThat(input.lengthIfKnown()).hasValue(CONTENT.length);
      Files.write(file, new byte[5]);
      assertThat(input.lengthIfKnown()).as("as it is by now").hasValue(5);
    }
  }

  /** The consumer may have received bytes that nobody counted. */
  @Test
  void aChannelIsOfNoUseAfterAFailedConsumer() throws IOException {
    SequentialInput input = ofStream();
    assertThat(input.read(0, 10, bytes -> {})).isEqualTo(10);
    assertThatThrownBy(() -> input.read(10, CONTENT.length, SequentialInputTest::fail))
        .hasMessage("full");
    assertUseless(input);
  }

  @Test
  void aChannelIsOfNoUseAfterAFailedRead() {
    FakeChannel channel =
        new FakeChannel(target -> {
          if (target.remaining() < 100) {
            throw new IOException("reset");
          }
          target.put(new byte[50]);
          return 50;
        });
    SequentialInput skipping = SequentialInput.ofChannel(channel, new ByteReader());
    assertThatThrownBy(() -> skipping.read(1000, 5, this::take)).hasMessage("reset");
    assertUseless(skipping);
    SequentialInput measured = SequentialInput.ofChannel(channel, new ByteReader());
    assertThatThrownBy(measured::readToEnd).hasMessage("reset");
    assertUseless(measured);
  }

  private void assertUseless(SequentialInput input) {
    assertThatIllegalStateException()
        .isThrownBy(() -> input.read(0, 100, this::take))
        .withMessage("a read has failed midway or not returned: nobody knows how far it came");
    assertThatIllegalStateException()
        .isThrownBy(input::readToEnd)
        .withMessage("a read has failed midway or not returned: nobody knows how far it came");
    assertThat(got.size()).isZero();
  }

  @Test
  void aConsumerCannotReadTheChannelThatItIsGivenBytesOf() throws IOException {
    SequentialInput input =
        SequentialInput.ofChannel(
            Channels.newChannel(new ByteArrayInputStream(CONTENT)), new ByteReader());
    List<String> refused = new ArrayList<>();
    input.read(
        0,
        CONTENT.length,
        bytes ->
            assertThatIllegalStateException()
                .isThrownBy(input::readToEnd)
                .satisfies(thrown -> refused.add(thrown.getMessage())));
    assertThat(refused)
        .containsOnly("a read has failed midway or not returned: nobody knows how far it came");
    assertThat(input.readToEnd()).isEqualTo(CONTENT.length);
  }

  @Test
  void aChannelMayBeMadeToBlockAfterItWasRefused() throws IOException {
    Pipe pipe = Pipe.open();
    try (Pipe.SinkChannel sink = pipe.sink()) {
      sink.write(ByteBuffer.wrap(CONTENT, 0, 10));
    }
    try (Pipe.SourceChannel source = pipe.source()) {
      SequentialInput input = SequentialInput.ofChannel(source, new ByteReader());
      source.configureBlocking(false);
      assertThatThrownBy(() -> input.read(3, 5, this::take))
          .isInstanceOf(IllegalBlockingModeException.class);
      assertThatThrownBy(input::readToEnd).isInstanceOf(IllegalBlockingModeException.class);
      source.configureBlocking(true);
      assertThat(input.read(3, 5, this::take)).isEqualTo(5);
      assertThat(input.readToEnd()).isEqualTo(10);
    }
    assertThat(got.toByteArray()).isEqualTo(Arrays.copyOfRange(CONTENT, 3, 8));
  }

  @Test
  void aFileIsReadAgainAfterAFailure(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("file"), CONTENT);
    try (FileChannel channel = FileChannel.open(file)) {
      SequentialInput input = SequentialInput.ofFile(channel, new ByteReader());
      assertThatThrownBy(() -> input.read(0, CONTENT.length, SequentialInputTest::fail))
          .hasMessage("full");
      assertThat(input.read(0, CONTENT.length, this::take)).isEqualTo(CONTENT.length);
      assertThat(got.toByteArray()).isEqualTo(CONTENT);
      assertThat(input.readToEnd()).isEqualTo(CONTENT.length);
    }
  }
}
