// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.bench.Memory;
import io.chunksum.buffer.ChunkBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that each contender gets right all that it says it can do. */
class ContenderTest {

  private static final List<ChecksumType> TYPES =
      List.of(ChecksumType.CRC32, ChecksumType.CRC32C, ChecksumType.SHA256, ChecksumType.MD5);

  /** How a chunk is cut; all are in bytes. */
  private record Shape(int length, int bytesPerChecksum, int pieceBytes) {

    PeerChunk chunk(ChecksumType type, Memory memory) {
      byte[] content = new byte[length];
      new Random(length).nextBytes(content);
      return PeerChunk.of(type, bytesPerChecksum, content, pieceBytes, memory);
    }
  }

  private static final List<Shape> SHAPES =
      List.of(
          // One piece, many windows; the last is short.
          new Shape(2000, 512, 2000),
          // Pieces of whole windows.
          new Shape(2000, 256, 512),
          // Windows of whole pieces.
          new Shape(2000, 512, 128),
          // One window over all.
          new Shape(1000, 2000, 333),
          // A window straddles and ends inside the last piece, with others after it.
          new Shape(1000, 300, 700),
          // In a piece that a window ends in, whole windows follow, then one straddles.
          new Shape(1000, 70, 333));

  /** The last of {@link #SHAPES}. */
  private static final Shape STRADDLING = SHAPES.get(SHAPES.size() - 1);

  private static void forEachChunk(Contender contender, Consumer<PeerChunk> test) {
    for (ChecksumType type : contender.types()) {
      for (Memory memory : Memory.values()) {
        for (Shape shape : SHAPES) {
          if (contender != Contender.OZONE || !shape.equals(STRADDLING)) {
            test.accept(shape.chunk(type, memory));
          }
        }
      }
    }
  }

  private static String describe(PeerChunk chunk) {
    return "%s, windows of %d, %d pieces of %s"
        .formatted(
            chunk.type().name(),
            chunk.bytesPerChecksum(),
            chunk.pieces().size(),
            chunk.memory().name());
  }

  /** The oracle of all tests below, checked against published values. */
  @ParameterizedTest
  @CsvSource({
    "CRC32, cbf43926",
    "CRC32C, e3069283",
    "SHA256, 15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225",
    "MD5, 25f9e794323b453885f5181f1b624d0b"
  })
  void expectedAreTheChecksumsOfEachWindow(String type, String checkValue) {
    byte[] content = "123456789123456789".getBytes(StandardCharsets.US_ASCII);
    ChecksumType checksumType =
        TYPES.stream().filter(known -> known.name().equals(type)).findAny().orElseThrow();
    PeerChunk chunk = PeerChunk.of(checksumType, 9, content, 4, Memory.HEAP);
    assertThat(HexFormat.of().formatHex(chunk.expected())).isEqualTo(checkValue + checkValue);
  }

  @ParameterizedTest
  @EnumSource
  void computesTheSameEveryTime(Contender contender) {
    forEachChunk(
        contender,
        chunk -> {
          Peer<?> peer = contender.over(chunk);
          for (int call = 0; call < 3; call++) {
            assertThat(peer.computePacked()).as(describe(chunk)).isEqualTo(chunk.expected());
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void verifiesCleanChunksOnly(Contender contender) {
    forEachChunk(
        contender,
        chunk -> {
          Peer<?> clean = contender.over(chunk);
          assertThat(clean.verify()).as(describe(chunk)).isTrue();
          assertThat(clean.verify()).as(describe(chunk)).isTrue();
          int step = chunk.bytesPerChecksum();
          for (int start = 0; start < chunk.length(); start += step) {
            int last = Math.min(start + step, chunk.length()) - 1;
            for (int index : new int[] {start, last}) {
              Peer<?> damaged = contender.over(chunk.withFlippedBit(index));
              assertThat(damaged.verify()).as("%s, byte %d", describe(chunk), index).isFalse();
              assertThat(damaged.verify()).as("%s, byte %d", describe(chunk), index).isFalse();
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void refusesTypesThatItDoesNotHave(Contender contender) {
    for (ChecksumType type : TYPES) {
      PeerChunk chunk = SHAPES.get(0).chunk(type, Memory.HEAP);
      if (contender.types().contains(type)) {
        assertThat(contender.checkedOver(chunk)).isNotNull();
      } else {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> contender.checkedOver(chunk))
            .withMessage("%s has no type=%s", contender.name(), type.name());
      }
    }
  }

  @Test
  void ozoneRefusesWhereItWouldNeverReturn() {
    for (Memory memory : Memory.values()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Contender.OZONE.over(STRADDLING.chunk(ChecksumType.CRC32C, memory)))
          .withMessageStartingWith("OZONE never returns");
    }
  }

  /** A contender that is wrong on purpose, with checksums in hexadecimal. */
  private record Wrong(String sums, boolean verdict) implements Peer<String> {

    @Override
    public String compute() {
      return sums;
    }

    @Override
    public byte[] packed(String sums) {
      return HexFormat.of().parseHex(sums);
    }

    @Override
    public boolean verify() {
      return verdict;
    }

    @Override
    public long bytesCopiedPerCall() {
      return 0;
    }
  }

  @Test
  void wrongContendersAreFoundOut() {
    PeerChunk chunk = SHAPES.get(0).chunk(ChecksumType.CRC32C, Memory.HEAP);
    String right = HexFormat.of().formatHex(chunk.expected());
    String wrong = right.substring(0, right.length() - 8) + "00000000";
    assertFoundOut(chunk, new Wrong(wrong, true), "X gives wrong checksums");
    assertFoundOut(chunk, new Wrong(right, false), "X takes a clean chunk for damaged");
    assertFoundOut(chunk, new Wrong(right, true), "X takes a damaged chunk for clean");
  }

  private static void assertFoundOut(PeerChunk chunk, Peer<?> peer, String message) {
    assertThatIllegalStateException()
        .isThrownBy(() -> Contender.checked("X", any -> peer, chunk))
        .withMessage(message);
  }

  /** What is derived from the shape for most contenders agrees with what two of them count. */
  @Test
  void derivedCopiesAgreeWithCountedOnes() {
    forEachChunk(
        Contender.JDK,
        chunk ->
            assertThat(Contender.JDK.over(chunk).bytesCopiedPerCall())
                .as(describe(chunk))
                .isEqualTo(chunk.bytesCopiedIfLinearized()));
    forEachChunk(
        Contender.CHUNKSUM,
        chunk -> {
          boolean rope = chunk.memory() == Memory.BYTE_STRING;
          assertThat(Contender.CHUNKSUM.over(chunk).bytesCopiedPerCall())
              .as(describe(chunk))
              .isEqualTo(rope ? 0 : Contender.GUAVA.over(chunk).bytesCopiedPerCall());
        });
  }

  /** Ozone pays for that in each call, so our users' calls must be measured with it. */
  @Test
  void aRopeIsWrappedInEachCall() {
    PeerChunk rope = SHAPES.get(0).chunk(ChecksumType.CRC32C, Memory.BYTE_STRING);
    Supplier<ChunkBuffer> chunks = rope.chunkBuffers();
    assertThat(chunks.get()).isNotSameAs(chunks.get());
  }

  /** Windows that straddle pieces are copied by those that cannot continue in the next piece. */
  @Test
  void onlyLinearizingContendersCopyArrays() {
    PeerChunk chunk = new Shape(2000, 512, 128).chunk(ChecksumType.CRC32C, Memory.HEAP);
    assertThat(Stream.of(Contender.values()))
        .filteredOn(contender -> contender.over(chunk).bytesCopiedPerCall() != 0)
        .allSatisfy(
            contender -> assertThat(contender.over(chunk).bytesCopiedPerCall()).isEqualTo(2000))
        .containsExactly(Contender.OZONE, Contender.HADOOP, Contender.JDK);
  }
}
