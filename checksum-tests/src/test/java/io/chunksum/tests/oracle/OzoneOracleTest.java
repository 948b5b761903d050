// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.KeyValue;
import io.chunksum.proto.ChecksumDataCodec;
import io.chunksum.proto.ChunkInfoCodec;
import io.chunksum.proto.wire.ChunksumProtos;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.Parts;
import io.chunksum.verify.Verdict;
import io.chunksum.verify.VerifyResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.hdds.protocol.datanode.proto.ContainerProtos;
import org.apache.hadoop.ozone.common.Checksum;
import org.apache.hadoop.ozone.common.ChunkBuffer;
import org.apache.hadoop.ozone.common.OzoneChecksumException;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.Descriptors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the library with the published classes of Apache Ozone: same bytes for the same chunks,
 * and each side reads and verifies what the other wrote.
 *
 * <p>Names without a package of their own are Ozone's for {@code Checksum} and {@code ChunkBuffer}
 * and ours for {@code ChecksumData} and {@code ChunkInfo}.
 */
class OzoneOracleTest {

  private static final int CHUNKS = 200;
  private static final ChunkInfoCodec CHUNK_INFOS = ChunkInfoCodec.OZONE;

  private static List<ChecksumType> types() {
    return List.of(
        ChecksumType.NONE,
        ChecksumType.CRC32,
        ChecksumType.CRC32C,
        ChecksumType.SHA256,
        ChecksumType.MD5);
  }

  private static ContainerProtos.ChecksumType ozoneType(ChecksumType type) {
    return ContainerProtos.ChecksumType.valueOf(type.name());
  }

  /** A call that may fail with a checked exception. */
  private interface Call<T> {
    T run() throws IOException;
  }

  private static <T> T unchecked(Call<T> call) {
    try {
      return call.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The content in pieces that Ozone can take. Four things have to be worked around:
   *
   * <ul>
   *   <li>it moves the positions of what it is given, so the buffers are new at every call;
   *   <li>it refuses a position other than 0 in any piece after the first that has bytes;
   *   <li>after a window that straddles pieces it sets a piece's limit to its capacity and
   *       continues into bytes that are not the piece's, so limit and capacity must be the same;
   *   <li>it loses the rest of a piece in which such a window ends, unless it is the last piece,
   *       and then gives empty windows forever, so there a new piece must begin.
   * </ul>
   */
  private static List<ByteBuffer> ozonePieces(RandomChunk random) {
    int window = random.bytesPerChecksum();
    TreeSet<Integer> cuts = new TreeSet<>();
    int at = 0;
    for (byte[] part : random.parts()) {
      at += part.length;
      cuts.add(at);
      if (at % window != 0) {
        cuts.add((int) Math.min(at - at % window + (long) window, random.length()));
      }
    }
    cuts.remove(random.length());
    List<byte[]> parts =
        Parts.cut(random.content(), cuts.stream().mapToInt(Integer::intValue).toArray());
    List<BufferKind> kinds = List.of(BufferKind.values());
    List<ByteBuffer> pieces = new ArrayList<>();
    for (byte[] part : parts) {
      ByteBuffer buffer = kinds.get((pieces.size() + random.length()) % kinds.size()).of(part);
      // Bytes of others stay before the first piece, and nowhere else.
      pieces.add(
          pieces.isEmpty() && part.length > 0
              ? buffer.slice(0, buffer.limit()).position(buffer.position())
              : buffer.slice());
    }
    return pieces;
  }

  private static ChunkBuffer ozoneChunk(RandomChunk random) {
    return ChunkBuffer.wrap(ozonePieces(random));
  }

  private static org.apache.hadoop.ozone.common.ChecksumData computedByOzone(
      ChecksumType type, RandomChunk random) {
    Checksum checksum = new Checksum(ozoneType(type), random.bytesPerChecksum());
    return unchecked(() -> checksum.computeChecksum(ozoneChunk(random)));
  }

  private static ChecksumData computedByUs(ChecksumType type, RandomChunk random) {
    return ChunkChecksum.of(type, random.bytesPerChecksum()).compute(random.chunk());
  }

  private static org.apache.hadoop.ozone.common.ChecksumData readByOzone(byte[] message) {
    return unchecked(() ->
        org.apache.hadoop.ozone.common.ChecksumData.getFromProtoBuf(
            ContainerProtos.ChecksumData.parseFrom(message)));
  }

  // ---- computing and encoding

  @ParameterizedTest
  @MethodSource("types")
  void bytesOfTheChecksumsAreThoseOfOzone(ChecksumType type) {
    RandomChunk.forEach(
        CHUNKS,
        random -> {
          byte[] theirs = computedByOzone(type, random).getProtoBufMessage().toByteArray();
          ChecksumData ours = computedByUs(type, random);
          assertThat(ChecksumDataCodec.encodeToArray(ours)).isEqualTo(theirs);
          assertThat(ours.count()).isEqualTo(type.equals(ChecksumType.NONE) ? 0 : random.windows());
        });
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyWayIntoOzoneGivesOurEntries(ChecksumType type) {
    RandomChunk.forEach(
        CHUNKS / 3,
        random -> {
          ChecksumData ours = computedByUs(type, random);
          Checksum checksum = new Checksum(ozoneType(type), random.bytesPerChecksum());
          byte[] content = random.content();
          byte[] surrounded = new byte[content.length + 7];
          System.arraycopy(content, 0, surrounded, 3, content.length);
          List<org.apache.hadoop.ozone.common.ChecksumData> all = new ArrayList<>();
          all.add(unchecked(() -> checksum.computeChecksum(content)));
          all.add(unchecked(() -> checksum.computeChecksum(surrounded, 3, content.length)));
          // One buffer may have a position, and bytes after the limit, as no window straddles.
          ByteBuffer inside = ByteBuffer.wrap(surrounded, 3, content.length);
          all.add(unchecked(() -> checksum.computeChecksum(inside.duplicate())));
          all.add(unchecked(() -> checksum.computeChecksum(inside.asReadOnlyBuffer())));
          all.add(unchecked(() -> checksum.computeChecksum(byteStrings(random))));
          for (org.apache.hadoop.ozone.common.ChecksumData theirs : all) {
            assertThat(ByteString.copyFrom(theirs.getChecksums()).toByteArray())
                .isEqualTo(ours.toByteArray());
          }
        });
  }

  private static List<ByteString> byteStrings(RandomChunk random) {
    return ozonePieces(random).stream().map(ByteString::copyFrom).toList();
  }

  @Test
  void placeholderForNoChecksumIsOzones() throws Exception {
    byte[] theirs = Checksum.getNoChecksumDataProto().toByteArray();
    assertThat(ChecksumDataCodec.encodeToArray(ChecksumData.none(0))).isEqualTo(theirs);
    assertThat(ChecksumDataCodec.decode(theirs)).isEqualTo(ChecksumData.none(0));
  }

  // ---- decoding

  @ParameterizedTest
  @MethodSource("types")
  void eachSideDecodesTheChecksumsOfTheOther(ChecksumType type) {
    RandomChunk.forEach(
        CHUNKS,
        random -> {
          org.apache.hadoop.ozone.common.ChecksumData theirs = computedByOzone(type, random);
          ChecksumData ours = computedByUs(type, random);
          byte[] theirBytes = theirs.getProtoBufMessage().toByteArray();
          assertThat(unchecked(() -> ChecksumDataCodec.decode(theirBytes))).isEqualTo(ours);
          assertThat(readByOzone(ChecksumDataCodec.encodeToArray(ours))).isEqualTo(theirs);
        });
  }

  @ParameterizedTest
  @MethodSource("types")
  void eachSideDecodesTheChunksOfTheOther(ChecksumType type) {
    RandomChunk.forEach(
        CHUNKS,
        random -> {
          long offset = (long) random.bytesPerChecksum() << 20;
          ChunkInfo ours =
              new ChunkInfo("7_chunk_1", offset, random.length(), computedByUs(type, random));
          var theirs =
              new org.apache.hadoop.ozone.container.common.helpers.ChunkInfo(
                  "7_chunk_1", offset, random.length());
          theirs.setChecksumData(computedByOzone(type, random));

          byte[] ourBytes = CHUNK_INFOS.encodeToArray(ours);
          assertThat(ourBytes).isEqualTo(theirs.getProtoBufMessage().toByteArray());
          var readByThem =
              unchecked(() ->
                  org.apache.hadoop.ozone.container.common.helpers.ChunkInfo.getFromProtoBuf(
                      ContainerProtos.ChunkInfo.parseFrom(ourBytes)));
          assertThat(readByThem.getChunkName()).isEqualTo("7_chunk_1");
          assertThat(readByThem.getOffset()).isEqualTo(offset);
          assertThat(readByThem.getLen()).isEqualTo(random.length());
          assertThat(readByThem.getChecksumData()).isEqualTo(theirs.getChecksumData());

          byte[] sums = ours.checksums().toByteArray();
          byte[] rich =
              theirs.getProtoBufMessage().toBuilder()
                  .addMetadata(
                      ContainerProtos.KeyValue.newBuilder().setKey("key").setValue("value"))
                  .setStripeChecksum(ByteString.copyFrom(sums))
                  .build()
                  .toByteArray();
          ChunkInfo richer =
              new ChunkInfo(
                  ours.name(),
                  offset,
                  ours.length(),
                  ours.checksums(),
                  List.of(new KeyValue("key", "value")),
                  Optional.of(ours.checksums()));
          assertThat(unchecked(() -> CHUNK_INFOS.decode(rich))).isEqualTo(richer);
          assertThat(CHUNK_INFOS.encodeToArray(richer)).isEqualTo(rich);
        });
  }

  /** Unknown fields survive a round trip, so a wrong number would not show in the bytes. */
  @Test
  void messagesHaveTheFieldsOfOzone() {
    for (var ours : ChunksumProtos.getDescriptor().getMessageTypes()) {
      Descriptors.Descriptor theirs =
          ContainerProtos.getDescriptor().findMessageTypeByName(ours.getName());
      assertThat(theirs).as(ours.getName()).isNotNull();
      assertThat(ours.toProto().getFieldList().stream().map(OzoneOracleTest::describe))
          .as(ours.getName())
          .containsExactlyElementsOf(
              theirs.toProto().getFieldList().stream().map(OzoneOracleTest::describe).toList());
    }
    assertThat(ChunksumProtos.ChecksumType.values())
        .extracting(value -> value.name() + "=" + value.getNumber())
        .containsExactlyElementsOf(
            Arrays.stream(ContainerProtos.ChecksumType.values())
                .map(value -> value.name() + "=" + value.getNumber())
                .toList());
  }

  /** The text form of a field, without the name of the package that its type is in. */
  private static String describe(Object field) {
    return field.toString().replaceAll("type_name: \"\\.[a-z.]+\\.", "type_name: \"");
  }

  // ---- verifying

  @ParameterizedTest
  @MethodSource("types")
  void ozoneVerifiesOurChecksums(ChecksumType type) {
    RandomChunk.forEach(
        CHUNKS,
        random -> {
          var stored = readByOzone(ChecksumDataCodec.encodeToArray(computedByUs(type, random)));
          verifyByOzone(ozoneChunk(random), stored, 0);
          verifyByOzone(ChunkBuffer.wrap(ByteBuffer.wrap(random.content())), stored, 0);
          if (random.length() > 0 && !type.equals(ChecksumType.NONE)) {
            byte[] damaged = random.content();
            damaged[damaged.length / 2] ^= 1;
            // Else its silence above would mean nothing.
            assertThatThrownBy(
                    () -> verifyByOzone(ChunkBuffer.wrap(ByteBuffer.wrap(damaged)), stored, 0))
                .hasCauseInstanceOf(OzoneChecksumException.class);
          }
        });
  }

  private static void verifyByOzone(
      ChunkBuffer chunk, org.apache.hadoop.ozone.common.ChecksumData stored, int firstWindow) {
    try {
      Checksum.verifyChecksum(chunk, stored, firstWindow);
    } catch (OzoneChecksumException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void weVerifyOzonesChecksums(ChecksumType type) {
    RandomChunk.forEach(
        CHUNKS,
        random -> {
          byte[] message = computedByOzone(type, random).getProtoBufMessage().toByteArray();
          ChecksumData stored = unchecked(() -> ChecksumDataCodec.decode(message));
          ChunkInfo info = new ChunkInfo("c", 0, random.length(), stored);
          ChunkChecksum checksum = ChunkChecksum.like(stored);
          boolean none = type.equals(ChecksumType.NONE);
          Verdict clean = none ? Verdict.NOT_CHECKED : Verdict.MATCH;
          assertThat(checksum.verify(random.chunk(), stored).verdict()).isEqualTo(clean);
          assertThat(checksum.verify(random.chunk(), info).verdict()).isEqualTo(clean);
          if (random.length() > 0 && !none) {
            byte[] damaged = random.content();
            int at = damaged.length / 2;
            damaged[at] ^= 1;
            VerifyResult result =
                checksum.verify(io.chunksum.buffer.ChunkBuffer.wrap(damaged), stored);
            assertThat(result.mismatches())
                .singleElement()
                .satisfies(
                    bad -> assertThat(bad.window()).isEqualTo(at / random.bytesPerChecksum()));
          }
        });
  }

  /**
   * A reader fetches some windows only, and verifies them against the checksums of the whole chunk.
   */
  @ParameterizedTest
  @MethodSource("types")
  void bothVerifyTheSameRunsOfWindows(ChecksumType type) {
    RandomChunk.forEach(
        CHUNKS / 3,
        random -> {
          ChecksumData sums = computedByUs(type, random);
          if (sums.count() == 0) {
            return;
          }
          var stored = readByOzone(ChecksumDataCodec.encodeToArray(sums));
          ChunkChecksum checksum = ChunkChecksum.like(sums);
          for (int first : new int[] {0, sums.count() / 2, sums.count() - 1}) {
            int count = Math.min(3, sums.count() - first);
            int from = first * random.bytesPerChecksum();
            int to =
                (int) Math.min(from + (long) count * random.bytesPerChecksum(), random.length());
            byte[] run = Arrays.copyOfRange(random.content(), from, to);
            verifyByOzone(ChunkBuffer.wrap(ByteBuffer.wrap(run)), stored, first);
            assertThat(
                    checksum
                        .verifyWindows(random.chunk().slice(from, to - from), sums, first, count)
                        .verdict())
                .isEqualTo(Verdict.MATCH);
          }
        });
  }
}
