// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.MemoryConsumer;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each kernel gives what MessageDigest gives, for windows of every length, alone and in groups.
 * Runs once for each width of vectors, which is an option of the JVM. Long, because all kernels
 * digest the same windows.
 */
@Tag("vectors")
class LaneDigesterTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);

  private static final int MARGIN = 7;
  private static final byte UNTOUCHED = (byte) 0xC3;

  enum Kernel {
    PLAIN_MD5("MD5"),
    VECTOR_MD5("MD5"),
    VECTOR_SHA256("SHA-256");

    final String algorithm;

    Kernel(String algorithm) {
      this.algorithm = algorithm;
    }

    /** Throws where the JVM has no such kernel: these tests must not pass by doing nothing. */
    LaneKernel make() {
      return switch (this) {
        case PLAIN_MD5 -> new PlainMd5();
        case VECTOR_MD5 -> LaneKernels.vector(ChecksumType.MD5).orElseThrow().get();
        case VECTOR_SHA256 -> LaneKernels.vector(ChecksumType.SHA256).orElseThrow().get();
      };
    }
  }

  private final Random random = new Random(SEED);

  private static byte[] oracle(Kernel kernel, byte[] window) {
    try {
      return MessageDigest.getInstance(kernel.algorithm).digest(window);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private byte[] window(int length) {
    byte[] window = new byte[length];
    random.nextBytes(window);
    return window;
  }

  private List<byte[]> windows(IntStream lengths) {
    return lengths.mapToObj(this::window).toList();
  }

  /** Digests windows in groups of some size, as if in a cache and in none, and compares all. */
  private void check(Kernel kernel, LaneDigester digester, List<byte[]> windows, int group) {
    int digestLength = oracle(kernel, new byte[0]).length;
    for (int first = 0; first < windows.size(); first += group) {
      List<byte[]> some = windows.subList(first, Math.min(first + group, windows.size()));
      int count = some.size();
      byte[] target = new byte[MARGIN + count * digestLength + MARGIN];
      byte[] expected = target.clone();
      Arrays.fill(expected, UNTOUCHED);
      for (int i = 0; i < count; i++) {
        byte[] digest = oracle(kernel, some.get(i));
        System.arraycopy(digest, 0, expected, MARGIN + i * digestLength, digestLength);
      }
      for (boolean cold : new boolean[] {false, true}) {
        Arrays.fill(target, UNTOUCHED);
        digester.expectCold(cold);
        digester.digest(new ScatteredWindows(random, some), count, target, MARGIN);
        assertThat(target)
            .as(
                "%s, windows of %s bytes, cold %b, seed %d",
                kernel, some.stream().map(w -> w.length).toList(), cold, SEED)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void theLanesOfTheVectorsAreAsManyAsTheMachineOrTheOptionSays() {
    int bytes =
        Integer.parseInt(
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .getVMOption("MaxVectorSize")
                .getValue());
    int asked = Integer.getInteger("chunksum.test.vectorBytes", bytes);
    assertThat(bytes).isLessThanOrEqualTo(asked).isGreaterThanOrEqualTo(Math.min(asked, 16));
    for (Kernel kernel : List.of(Kernel.VECTOR_MD5, Kernel.VECTOR_SHA256)) {
      assertThat(kernel.make().lanes()).as("two sets").isEqualTo(2 * bytes / Integer.BYTES);
    }
  }

  @ParameterizedTest
  @EnumSource(Kernel.class)
  void windowsOfEveryLength(Kernel kernel) {
    LaneDigester digester = new LaneDigester(kernel.make());
    List<byte[]> windows = new ArrayList<>(windows(IntStream.rangeClosed(0, 300)));
    check(kernel, digester, windows, digester.lanes());
    windows.addAll(windows(IntStream.of(511, 512, 513, 575, 576, 577, 1_151, 1_152, 1_153)));
    Collections.shuffle(windows, random);
    check(kernel, digester, windows, digester.lanes());
  }

  /** Bytes are located, or copied, some KiB at a time. */
  @ParameterizedTest
  @EnumSource(Kernel.class)
  void windowsLongerThanWhatIsFoundAtATime(Kernel kernel) {
    LaneDigester digester = new LaneDigester(kernel.make());
    for (int kib : new int[] {1, 2, 4, 8, 20, 33, 65}) {
      List<byte[]> windows =
          new ArrayList<>(windows(IntStream.rangeClosed(kib * 1024 - 66, kib * 1024 + 66)));
      Collections.shuffle(windows, random);
      check(kernel, digester, windows, digester.lanes());
    }
  }

  @ParameterizedTest
  @EnumSource(Kernel.class)
  void noMemoryOfAWindowIsKept(Kernel kernel) {
    LaneDigester digester = new LaneDigester(kernel.make());
    List<WeakReference<Object>> digested = new ArrayList<>();
    for (boolean cold : new boolean[] {false, true}) {
      digester.expectCold(cold);
      for (boolean sideBySide : new boolean[] {false, true}) {
        digested.add(digestAnArray(digester, sideBySide));
        digested.add(digestABuffer(digester, sideBySide));
      }
      digested.add(failAfterAnArray(digester));
    }
    for (WeakReference<Object> memory : digested) {
      for (int i = 0; i < 100 && memory.get() != null; i++) {
        System.gc();
      }
      assertThat(memory.get()).isNull();
    }
    assertThat(digester.lanes()).isPositive();
  }

  private static WeakReference<Object> digestAnArray(LaneDigester digester, boolean sideBySide) {
    byte[] array = new byte[2 * FullBlocks.LENGTH];
    digester.digest(
        new FullBlocks(sideBySide, (at, length, to) -> to.accept(array, at, length)),
        2,
        new byte[100],
        0);
    return new WeakReference<>(array);
  }

  /** The last one: the next would let go of its memory. */
  private static WeakReference<Object> failAfterAnArray(LaneDigester digester) {
    byte[] array = new byte[FullBlocks.LENGTH];
    FullBlocks broken =
        new FullBlocks(
            false,
            (at, length, to) -> {
              if (at == FullBlocks.LENGTH) {
                throw new IllegalStateException("no more");
              }
              to.accept(array, at, length);
            });
    assertThatIllegalStateException()
        .isThrownBy(() -> digester.digest(broken, 2, new byte[100], 0));
    return new WeakReference<>(array);
  }

  private static WeakReference<Object> digestABuffer(LaneDigester digester, boolean sideBySide) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(2 * FullBlocks.LENGTH);
    digester.digest(
        new FullBlocks(sideBySide, (at, length, to) -> to.accept(buffer, at, length)),
        2,
        new byte[100],
        0);
    return new WeakReference<>(buffer);
  }

  /** Windows in some memory. Bytes that make no full block would be loaded from elsewhere. */
  private record FullBlocks(boolean sideBySide, Memory memory) implements WindowSource {

    private static final int LENGTH = 1024;

    interface Memory {
      void show(int at, int length, MemoryConsumer consumer);
    }

    @Override
    public int length(int window) {
      return LENGTH;
    }

    @Override
    public int contiguousLength(int window, int offset) {
      return LENGTH - offset;
    }

    @Override
    public boolean locate(int window, int offset, int length, MemoryConsumer consumer) {
      memory.show(window * LENGTH + offset, length, consumer);
      return true;
    }

    @Override
    public boolean locateAll(int first, int count, MemoryConsumer consumer) {
      if (sideBySide) {
        memory.show(first * LENGTH, count * LENGTH, consumer);
      }
      return sideBySide;
    }

    @Override
    public void read(int window, int offset, int length, byte[] target, int targetOffset) {
      throw new AssertionError("read what was located");
    }
  }

  @ParameterizedTest
  @EnumSource(Kernel.class)
  void groupsOfWindowsOfOneLength(Kernel kernel) {
    LaneDigester digester = new LaneDigester(kernel.make());
    int lanes = digester.lanes();
    IntStream.of(0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 511, 512, 513, 65_536, 65_600)
        .forEach(length ->
            check(kernel, digester, windows(IntStream.range(0, lanes).map(i -> length)), lanes));
  }

  /** Fewer blocks than are loaded at a time, more, and a rest of every number. */
  @ParameterizedTest
  @EnumSource(Kernel.class)
  void groupsOfWindowsOfOneNumberOfBlocks(Kernel kernel) {
    LaneKernel lanes = kernel.make();
    LaneDigester digester = new LaneDigester(lanes);
    IntStream.rangeClosed(1, 2 * lanes.loadBlocks())
        .map(blocks -> blocks * LaneKernel.BLOCK_BYTES)
        .forEach(length ->
            check(
                kernel,
                digester,
                windows(IntStream.range(0, lanes.lanes()).map(i -> length)),
                lanes.lanes()));
  }

  @ParameterizedTest
  @EnumSource(Kernel.class)
  void longWindowsBesideShortOnes(Kernel kernel) {
    LaneDigester digester = new LaneDigester(kernel.make());
    int[] lengths = {0, 16 * 1024, 64, 16 * 1024 + 1, 5_000, 16 * 1024 - 1, 1};
    check(
        kernel,
        digester,
        windows(Arrays.stream(lengths)),
        Math.min(lengths.length, digester.lanes()));
  }

  @ParameterizedTest
  @EnumSource(Kernel.class)
  void groupsOfAnyCountUpToAllLanes(Kernel kernel) {
    LaneDigester digester = new LaneDigester(kernel.make());
    for (int count = 1; count <= digester.lanes(); count++) {
      IntStream lengths = IntStream.generate(() -> random.nextInt(200)).limit(count);
      check(kernel, digester, windows(lengths), count);
    }
  }

  @ParameterizedTest
  @EnumSource(Kernel.class)
  void publishedVectors(Kernel kernel) {
    // RFC 1321, A.5; FIPS 180-2, B.1 and B.2, and for the empty message NIST's CAVP.
    List<List<String>> vectors =
        kernel.algorithm.equals("MD5")
            ? List.of(
                List.of("", "d41d8cd98f00b204e9800998ecf8427e"),
                List.of("a", "0cc175b9c0f1b6a831c399e269772661"),
                List.of("abc", "900150983cd24fb0d6963f7d28e17f72"),
                List.of("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
                List.of("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"))
            : List.of(
                List.of("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
                List.of("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
                List.of(
                    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
    LaneDigester digester = new LaneDigester(kernel.make());
    for (List<String> vector : vectors) {
      byte[] message = vector.get(0).getBytes(StandardCharsets.US_ASCII);
      byte[] digest = new byte[vector.get(1).length() / 2];
      digester.digest(new ScatteredWindows(random, List.of(message)), 1, digest, 0);
      assertThat(HexFormat.of().formatHex(digest)).isEqualTo(vector.get(1));
    }
  }

  @ParameterizedTest
  @EnumSource(Kernel.class)
  void whatDoesNotFitIsRefusedBeforeAnythingIsRead(Kernel kernel) {
    LaneDigester digester = new LaneDigester(kernel.make());
    WindowSource unread =
        new WindowSource() {
          @Override
          public int length(int window) {
            throw new AssertionError("asked for window " + window);
          }

          @Override
          public int contiguousLength(int window, int offset) {
            throw new AssertionError("looked for window " + window);
          }

          @Override
          public boolean locate(int window, int offset, int length, MemoryConsumer consumer) {
            throw new AssertionError("looked for window " + window);
          }

          @Override
          public boolean locateAll(int first, int count, MemoryConsumer consumer) {
            throw new AssertionError("looked for window " + first);
          }

          @Override
          public void read(int window, int offset, int length, byte[] target, int targetOffset) {
            throw new AssertionError("read window " + window);
          }
        };
    int digestLength = oracle(kernel, new byte[0]).length;
    int lanes = digester.lanes();
    byte[] target = new byte[(lanes + 1) * digestLength];
    int[][] countsAndOffsets = {
      {lanes + 1, 0}, {-1, 0}, {1, -1}, {lanes, digestLength + 1}, {1, target.length}
    };
    for (int[] wrong : countsAndOffsets) {
      assertThatThrownBy(() -> digester.digest(unread, wrong[0], target, wrong[1]))
          .as("count %d, offset %d", wrong[0], wrong[1])
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(target).containsOnly(0);
  }

  @ParameterizedTest
  @EnumSource(Kernel.class)
  void aSourceThatThrowsSpoilsNothingForTheNext(Kernel kernel) {
    LaneDigester digester = new LaneDigester(kernel.make());
    List<byte[]> windows = windows(IntStream.of(700, 100, 300));
    ScatteredWindows whole = new ScatteredWindows(random, windows);
    WindowSource broken =
        new WindowSource() {
          @Override
          public int length(int window) {
            return whole.length(window);
          }

          @Override
          public int contiguousLength(int window, int offset) {
            return whole.contiguousLength(window, offset);
          }

          @Override
          public boolean locate(int window, int offset, int length, MemoryConsumer consumer) {
            return whole.locate(window, offset, length, consumer);
          }

          @Override
          public boolean locateAll(int first, int count, MemoryConsumer consumer) {
            return whole.locateAll(first, count, consumer);
          }

          @Override
          public void read(int window, int offset, int length, byte[] target, int targetOffset) {
            whole.read(window, offset, length, target, targetOffset);
            if (window == 1) {
              throw new IllegalStateException("no more");
            }
          }
        };
    assertThatIllegalStateException()
        .isThrownBy(() -> digester.digest(broken, 3, new byte[200], 0));
    check(kernel, digester, windows, 3);
  }

  /** As memory does that is mapped from a file which was truncated. */
  @ParameterizedTest
  @EnumSource(Kernel.class)
  void memoryThatEndsTooEarlySpoilsNothingForTheNext(Kernel kernel) {
    LaneDigester digester = new LaneDigester(kernel.make());
    int lanes = digester.lanes();
    byte[] array = new byte[lanes * FullBlocks.LENGTH - LaneKernel.BLOCK_BYTES];
    ByteBuffer buffer = ByteBuffer.allocateDirect(array.length).order(ByteOrder.LITTLE_ENDIAN);
    List<FullBlocks.Memory> memories =
        List.of(
            (at, length, consumer) -> consumer.accept(array, at, length),
            (at, length, consumer) -> consumer.accept(buffer, at, length));
    byte[] target = new byte[lanes * oracle(kernel, array).length];
    for (FullBlocks.Memory memory : memories) {
      for (boolean sideBySide : new boolean[] {false, true}) {
        FullBlocks broken = new FullBlocks(sideBySide, memory);
        for (boolean cold : new boolean[] {false, true}) {
          digester.expectCold(cold);
          assertThatThrownBy(() -> digester.digest(broken, lanes, target, 0))
              .isInstanceOf(IndexOutOfBoundsException.class);
          check(kernel, digester, windows(IntStream.range(0, lanes).map(i -> 64)), lanes);
        }
      }
    }
  }
}
