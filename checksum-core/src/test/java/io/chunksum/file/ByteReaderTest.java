// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.buffer.ChunkBuffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ByteReaderTest {

  private static final int BUFFER = 1024 * 1024;

  private final byte[] content = new byte[7 * BUFFER + 77];
  private final ByteArrayOutputStream got = new ByteArrayOutputStream();

  ByteReaderTest() {
    new Random(7).nextBytes(content);
  }

  enum Kind {
    ONE_BUFFER {
      @Override
      ByteReader create() {
        return new ByteReader();
      }
    },
    READING_AHEAD {
      @Override
      ByteReader create() {
        return ByteReader.readingAhead();
      }
    };

    abstract ByteReader create();
  }

  private void take(ChunkBuffer chunk) {
    byte[] bytes = new byte[(int) chunk.length()];
    chunk.read(0, bytes, 0, bytes.length);
    got.writeBytes(bytes);
  }

  /** Gives a few bytes at each read, as pipes and some file systems do. */
  private ReadableByteChannel inSmallSteps() {
    ByteBuffer left = ByteBuffer.wrap(content);
    return new FakeChannel(target -> {
      int count = Math.min(Math.min(target.remaining(), left.remaining()), 1000);
      target.put(left.slice().limit(count));
      left.position(left.position() + count);
      return count > 0 ? count : -1;
    });
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void shortReadsAreContinued(Kind kind) throws IOException {
    ReadableByteChannel channel = inSmallSteps();
    ByteReader reader = kind.create();
    assertThat(reader.read(channel, BUFFER + 5, this::take)).isEqualTo(BUFFER + 5);
    assertThat(reader.read(channel, 3 * BUFFER, this::take)).isEqualTo(3 * BUFFER);
    assertThat(reader.read(channel, Long.MAX_VALUE, this::take))
        .isEqualTo(content.length - 4 * BUFFER - 5);
    assertThat(reader.read(channel, 10, this::take)).isZero();
    assertThat(reader.read(channel, Long.MAX_VALUE, this::take)).isZero();
    assertThat(got.toByteArray()).isEqualTo(content);
  }

  /** Only a count below 0 means the end. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void aReadThatGivesNothingIsNotTheEnd(Kind kind) throws IOException {
    ReadableByteChannel steps = inSmallSteps();
    AtomicInteger reads = new AtomicInteger();
    ReadableByteChannel channel =
        new FakeChannel(target -> reads.getAndIncrement() % 2 == 0 ? 0 : steps.read(target));
    assertThat(kind.create().read(channel, Long.MAX_VALUE, this::take)).isEqualTo(content.length);
    assertThat(got.toByteArray()).isEqualTo(content);
  }

  /** Reads that would go beyond the largest offset are refused by the system, whatever is there. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void fileEndsBeforeTheLargestOffset(Kind kind, @TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("file"), content);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      for (long before : new long[] {0, 1, 10, 100, BUFFER, BUFFER + 1}) {
        long offset = Long.MAX_VALUE - before;
        for (long length : new long[] {0, 1, 10, 100, BUFFER, 9L * BUFFER, Long.MAX_VALUE}) {
          assertThat(kind.create().read(channel, offset, length, this::take)).isZero();
        }
        ByteBuffer target = ByteBuffer.allocate(30).position(10).limit(20);
        assertThat(ByteReader.fill(channel, offset, target)).isFalse();
        assertThat(target.position()).isEqualTo(10);
        assertThat(target.limit()).isEqualTo(20);
      }
      assertThat(got.size()).isZero();
    }
  }

  @Test
  void aBufferIsFilledFromItsPositionToItsLimit(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("file"), content);
    ByteBuffer target = ByteBuffer.allocate(100).position(10).limit(90);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      assertThat(ByteReader.fill(channel, 7, target)).isTrue();
      assertThat(target.position()).isEqualTo(90);
      assertThat(Arrays.copyOfRange(target.array(), 10, 90))
          .isEqualTo(Arrays.copyOfRange(content, 7, 87));
      assertThat(target.array()).startsWith(new byte[10]).endsWith(new byte[10]);
      assertThat(channel.position()).isZero();
      assertThat(ByteReader.fill(channel, content.length - 30L, target.clear())).isFalse();
      assertThat(target.flip()).isEqualTo(ByteBuffer.wrap(content, content.length - 30, 30));
      assertThat(ByteReader.fill(channel, content.length + 5L, target.clear())).isFalse();
      assertThat(ByteReader.fill(channel, content.length + 5L, target.limit(0))).isTrue();
      assertThatThrownBy(() -> ByteReader.fill(channel, -1, target.clear()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("offset must not be negative: -1");
    }
  }

  /** The JDK would keep a direct buffer of that size for the thread. */
  @Test
  void aLargeArrayIsFilledInSmallReads(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("file"), content);
    List<Integer> reads = new ArrayList<>();
    try (FileChannel channel =
        new FailingFile(FileChannel.open(file, StandardOpenOption.READ), Long.MAX_VALUE) {
          @Override
          public int read(ByteBuffer target, long position) throws IOException {
            reads.add(target.remaining());
            return super.read(target, position);
          }
        }) {
      ByteBuffer target = ByteBuffer.allocate(3 * BUFFER);
      assertThat(ByteReader.fill(channel, 5, target)).isTrue();
      assertThat(target.flip()).isEqualTo(ByteBuffer.wrap(content, 5, 3 * BUFFER));
      assertThat(reads).containsExactly(BUFFER, BUFFER, BUFFER);
      reads.clear();
      assertThat(ByteReader.fill(channel, 5, ByteBuffer.allocateDirect(3 * BUFFER))).isTrue();
      assertThat(reads).containsExactly(3 * BUFFER);
    }
  }

  @Test
  void whatWasReadBeforeAFailureStaysInTheBuffer(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("file"), content);
    ByteBuffer target = ByteBuffer.allocate(100);
    try (FileChannel channel =
        new FailingFile(FileChannel.open(file, StandardOpenOption.READ), 50)) {
      assertThatThrownBy(() -> ByteReader.fill(channel, 20, target))
          .isInstanceOf(IOException.class)
          .hasMessage("Input/output error");
      assertThat(target.flip()).isEqualTo(ByteBuffer.wrap(content, 20, 30));
    }
  }

  /** Neither of a region without bytes, nor where the input ends with a full buffer. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void noBufferIsHandedOnWithoutBytes(Kind kind) throws IOException {
    ReadableByteChannel channel = inSmallSteps();
    ByteReader reader = kind.create();
    List<Long> lengths = new ArrayList<>();
    for (long wanted : new long[] {0, 77, Long.MAX_VALUE, Long.MAX_VALUE, 1}) {
      reader.read(channel, wanted, chunk -> lengths.add(chunk.length()));
    }
    List<Long> expected = new ArrayList<>(List.of(77L));
    expected.addAll(Collections.nCopies(7, (long) BUFFER));
    assertThat(lengths).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void regionsOfAFileAreReadByPosition(Kind kind, @TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("file"), content);
    ByteReader reader = kind.create();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      for (long[] region :
          new long[][] {
            {0, content.length},
            {1, BUFFER},
            {BUFFER - 1, BUFFER + 2},
            {3, 2 * BUFFER},
            {4, 2 * BUFFER + 1},
            {0, 3 * BUFFER},
            {77, 7 * BUFFER},
            {5, 0}
          }) {
        got.reset();
        assertThat(reader.read(channel, region[0], region[1], this::take)).isEqualTo(region[1]);
        assertThat(got.toByteArray())
            .isEqualTo(Arrays.copyOfRange(content, (int) region[0], (int) (region[0] + region[1])));
      }
      for (long wanted : new long[] {100, 5L * BUFFER, Long.MAX_VALUE - content.length - 10}) {
        got.reset();
        assertThat(reader.read(channel, content.length - 3, wanted, this::take)).isEqualTo(3);
        assertThat(reader.read(channel, content.length, wanted, this::take)).isZero();
        assertThat(reader.read(channel, content.length + 10, wanted, this::take)).isZero();
        assertThat(got.size()).isEqualTo(3);
      }
      assertThat(channel.position()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aFileThatIsNotOpenForReadingIsRefused(Kind kind, @TempDir Path folder) throws IOException {
    Path path = Files.write(folder.resolve("file"), content);
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
      ByteReader reader = kind.create();
      for (int length : new int[] {1, content.length}) {
        assertThatThrownBy(() -> reader.read(file, 0, length, this::take))
            .isInstanceOf(NonReadableChannelException.class);
      }
      ByteBuffer buffer = ByteBuffer.allocate(9).position(3);
      assertThatThrownBy(() -> ByteReader.fill(file, 0, buffer))
          .isInstanceOf(NonReadableChannelException.class);
      assertThat(buffer.position()).isEqualTo(3);
    }
    assertThat(got.size()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void negativeRegionsAreRefused(Kind kind, @TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("file"), content);
    ByteReader reader = kind.create();
    try (FileChannel channel = FileChannel.open(file)) {
      assertThatThrownBy(() -> reader.read(channel, -1, 10, this::take))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("offset must not be negative: -1");
      assertThatThrownBy(() -> reader.read(channel, 0, -10, this::take))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("length must not be negative: -10");
      assertThatThrownBy(() -> reader.read(channel, -2, this::take))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(got.size()).isZero();
  }

  /** It would be asked for bytes again and again, for as long as there are none. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
  void aChannelThatDoesNotBlockIsRefused(Kind kind) throws IOException {
    Pipe pipe = Pipe.open();
    try (Pipe.SourceChannel source = pipe.source();
        Pipe.SinkChannel sink = pipe.sink()) {
      sink.write(ByteBuffer.wrap(content, 0, 10));
      source.configureBlocking(false);
      assertThatThrownBy(() -> kind.create().read(source, BUFFER, this::take))
          .isInstanceOf(IllegalBlockingModeException.class);
      source.configureBlocking(true);
      assertThat(kind.create().read(source, 10, this::take)).isEqualTo(10);
    }
    assertThat(got.toByteArray()).isEqualTo(Arrays.copyOf(content, 10));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void whatTheConsumerThrowsReachesTheCallerAndTheReaderStaysUsable(Kind kind) throws IOException {
    ByteReader reader = kind.create();
    for (long length : new long[] {10, Long.MAX_VALUE}) {
      RuntimeException thrown = new IllegalStateException("on purpose");
      assertThatThrownBy(() ->
              reader.read(
                  inSmallSteps(),
                  length,
                  chunk -> {
                    throw thrown;
                  }))
          .isSameAs(thrown);
      got.reset();
      assertThat(reader.read(inSmallSteps(), Long.MAX_VALUE, this::take)).isEqualTo(content.length);
      assertThat(got.toByteArray()).isEqualTo(content);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aFileThatShrinksMeanwhileEndsEarly(Kind kind, @TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("file"), content);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long count =
          kind.create()
              .read(
                  channel,
                  0,
                  content.length,
                  chunk -> {
                    take(chunk);
                    truncate(channel, 6 * BUFFER + 5);
                  });
      assertThat(count).isEqualTo(6 * BUFFER + 5);
    }
    assertThat(got.toByteArray()).isEqualTo(Arrays.copyOf(content, 6 * BUFFER + 5));
  }

  private static void truncate(FileChannel channel, long length) {
    try {
      channel.truncate(length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aFileThatGrowsMeanwhileIsReadToTheLengthWanted(Kind kind, @TempDir Path folder)
      throws IOException {
    int first = 5 * BUFFER + 9;
    Path file = Files.write(folder.resolve("file"), Arrays.copyOf(content, first));
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long count =
          kind.create()
              .read(
                  channel,
                  0,
                  first + 50,
                  chunk -> {
                    if (got.size() == 0) {
                      append(channel, Arrays.copyOfRange(content, first, content.length));
                    }
                    take(chunk);
                  });
      assertThat(count).isEqualTo(first + 50);
    }
    assertThat(got.toByteArray()).isEqualTo(Arrays.copyOf(content, first + 50));
  }

  private static void append(FileChannel channel, byte[] bytes) {
    try {
      channel.write(ByteBuffer.wrap(bytes), channel.size());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void whatWasReadIsHandedOnBeforeAFailureThatIsThrownAsItIs(Kind kind) {
    for (Throwable failure :
        new Throwable[] {
          new IOException("cable pulled"),
          new IllegalStateException("odd"),
          new InternalError("bus")
        }) {
      got.reset();
      ReadableByteChannel before = inSmallSteps();
      AtomicInteger delivered = new AtomicInteger();
      ReadableByteChannel broken =
          new FakeChannel(target -> {
            if (delivered.get() > 4 * BUFFER) {
              throw failure;
            }
            int count = before.read(target);
            delivered.addAndGet(count);
            return count;
          });
      assertThatThrownBy(() -> kind.create().read(broken, content.length, this::take))
          .isSameAs(failure);
      assertThat(delivered.get() % BUFFER).as("in the middle of a buffer").isPositive();
      assertThat(got.toByteArray()).isEqualTo(Arrays.copyOf(content, delivered.get()));
    }
  }
}
