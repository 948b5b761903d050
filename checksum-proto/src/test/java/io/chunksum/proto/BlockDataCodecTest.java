// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.KeyValue;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.proto.wire.ChunksumProtos;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlockDataCodecTest {

  private static final ChunkInfoCodec CHUNKS = ChunkInfoCodec.OZONE;

  private static final BlockId ID =
      new BlockId(7, 117883640217600001L, OptionalLong.empty(), OptionalInt.empty());

  private static final BlockData EMPTY =
      new BlockData(ID, OptionalLong.empty(), List.of(), List.of(), OptionalLong.empty());

  private static Wire id() {
    return new Wire().varint(1, 7).varint(2, 117883640217600001L);
  }

  private static ChunkInfo chunk(int number, long offset, ChecksumType type, int windows) {
    ChecksumData sums = Sums.of(type, windows);
    return new ChunkInfo("1_chunk_" + number, offset, (long) windows * Sums.WINDOW, sums);
  }

  private static List<BlockData> samples() {
    List<BlockData> samples = new ArrayList<>(List.of(EMPTY));
    samples.add(
        new BlockData(
            new BlockId(-1, Long.MIN_VALUE, OptionalLong.of(-1), OptionalInt.of(-1)),
            OptionalLong.of(-1),
            List.of(new KeyValue("TYPE", "KEY"), new KeyValue("incremental", "")),
            List.of(
                chunk(1, 0, ChecksumType.CRC32C, 256),
                chunk(2, 1 << 22, ChecksumType.SHA256, 1),
                chunk(2, 0, ChecksumType.NONE, 0)),
            OptionalLong.of(Long.MAX_VALUE)));
    ChunkInfo whole =
        new ChunkInfo(
            "x",
            1,
            2,
            Sums.of(ChecksumType.MD5, 1),
            List.of(new KeyValue("k", Optional.empty())),
            Optional.of(Sums.of(ChecksumType.MD5, 5)));
    samples.add(
        new BlockData(
            new BlockId(0, 0, OptionalLong.of(0), OptionalInt.of(0)),
            OptionalLong.of(0),
            List.of(new KeyValue("k", Optional.empty()), new KeyValue("k", Optional.empty())),
            List.of(whole, whole),
            OptionalLong.of(0)));
    return samples;
  }

  private static void assertRefused(Wire message, long offset, String problem) {
    for (Form form : Form.values()) {
      MalformedChecksumDataException refused =
          catchThrowableOfType(
              MalformedChecksumDataException.class,
              () -> BlockDataCodec.decode(form.of(message.toArray())));
      assertThat(refused).as("%s as %s", Wire.hex(message.toArray()), form).isNotNull();
      assertThat(refused).hasMessageContaining(problem);
      assertThat(refused.offset()).as("%s", form).isEqualTo(offset);
    }
  }

  @Test
  void bytesAreThoseOfOzonesMessage() throws Exception {
    ChunkInfo chunk = chunk(1, 0, ChecksumType.CRC32, 1);
    BlockData block =
        new BlockData(
            new BlockId(7, 117883640217600001L, OptionalLong.of(24), OptionalInt.of(3)),
            OptionalLong.of(5),
            List.of(new KeyValue("TYPE", "KEY")),
            List.of(chunk),
            OptionalLong.of(Sums.WINDOW));
    Wire message = new Wire().bytes(1, id().varint(3, 24).varint(4, 3)).varint(2, 5);
    message.bytes(3, Wire.hex("0a0454595045 12034b4559"));
    message.bytes(4, CHUNKS.encodeToArray(chunk)).varint(5, Sums.WINDOW);
    assertThat(BlockDataCodec.encodeToArray(block)).isEqualTo(message.toArray());
    assertThat(BlockDataCodec.encode(block).toByteArray()).isEqualTo(message.toArray());
    assertThat(BlockDataCodec.decode(message.toArray())).isEqualTo(block);
    assertThat(BlockDataCodec.decode(ByteBuffer.wrap(message.toArray()))).isEqualTo(block);
  }

  @Test
  void encodedFormIsThatOfTheGeneratedMessage() throws Exception {
    for (BlockData block : samples()) {
      byte[] message = BlockDataCodec.encodeToArray(block);
      ChunksumProtos.BlockData generated = ChunksumProtos.BlockData.parseFrom(message);
      assertThat(generated.toByteArray()).isEqualTo(message);
      assertThat(generated.getUnknownFields().asMap()).isEmpty();
      assertThat(generated.getChunksCount()).isEqualTo(block.chunks().size());
      assertThat(generated.hasSize()).isEqualTo(block.size().isPresent());
      assertThat(generated.hasFlags()).isEqualTo(block.flags().isPresent());
      assertThat(generated.getBlockID().hasReplicaIndex())
          .isEqualTo(block.id().replicaIndex().isPresent());
      assertThat(generated.getBlockID().hasBlockCommitSequenceId())
          .isEqualTo(block.id().commitSequenceId().isPresent());
      assertThat(BlockDataCodec.toMessage(block)).isEqualTo(generated);
      assertThat(BlockDataCodec.fromMessage(generated)).isEqualTo(block);
    }
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void everyBlockSurvivesInEveryForm(Form form) throws Exception {
    for (BlockData block : samples()) {
      assertThat(BlockDataCodec.decode(form.of(BlockDataCodec.encodeToArray(block))))
          .isEqualTo(block);
    }
  }

  /** Even if each number of the id takes ten bytes, as many as there can be. */
  @Test
  void everyBlockIsRecognizedByItsFirstThreeBytes() {
    BlockDataFormat format = new BlockDataFormat();
    for (BlockData block : samples()) {
      byte[] message = BlockDataCodec.encodeToArray(block);
      assertThat(format.recognizes(Arrays.copyOf(message, 3))).isTrue();
      assertThat(format.recognizes(Arrays.copyOf(message, 2))).isFalse();
    }
    assertThat(format.recognizes(new byte[] {1 << 3 | 2, 45, 1 << 3})).isFalse();
  }

  @Test
  void fieldsMayComeInAnyOrderAndUnknownOnesAreSkipped() throws Exception {
    ChunkInfo chunk = chunk(1, 0, ChecksumType.CRC32, 1);
    Wire message = new Wire().varint(5, 1).anything(6, Wire.BYTES);
    message.bytes(4, CHUNKS.encodeToArray(chunk));
    Wire id = new Wire().varint(2, 117883640217600001L).anything(5, Wire.BYTES).varint(1, 7);
    message.bytes(1, id).anything(70, Wire.FIXED64).varint(5, 9);
    assertThat(BlockDataCodec.decode(message.toArray()))
        .isEqualTo(
            new BlockData(ID, OptionalLong.empty(), List.of(), List.of(chunk), OptionalLong.of(9)));
  }

  @Test
  void blockWithoutAnIdIsRefused() {
    assertRefused(new Wire(), 0, "block without an id");
    assertRefused(new Wire().varint(5, 0), 0, "block without an id");
  }

  @Test
  void idWithoutContainerOrLocalPartIsRefused() {
    assertRefused(new Wire().bytes(1, new Wire().varint(1, 7)), 2, "block id without localID");
    assertRefused(new Wire().bytes(1, new Wire().varint(2, 7)), 2, "block id without containerID");
    assertRefused(new Wire().bytes(1), 2, "block id without containerID");
  }

  @Test
  void idGivenTwiceIsRefused() {
    Wire once = new Wire().bytes(1, id());
    assertRefused(new Wire().raw(once.toArray()).bytes(1, id()), once.size(), "given twice");
  }

  @Test
  void negativeSizeIsRefused() {
    Wire head = new Wire().bytes(1, id());
    int at = head.size();
    assertRefused(head.varint(5, -1), at, "size of -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new BlockData(ID, OptionalLong.empty(), List.of(), List.of(), OptionalLong.of(-1)));
  }

  @Test
  void laterChangesOfTheGivenListsDoNotShow() {
    KeyValue tag = new KeyValue("TYPE", "KEY");
    ChunkInfo chunk = chunk(1, 0, ChecksumType.MD5, 2);
    List<KeyValue> metadata = new ArrayList<>(List.of(tag));
    List<ChunkInfo> chunks = new ArrayList<>(List.of(chunk));
    BlockData block =
        new BlockData(ID, OptionalLong.empty(), metadata, chunks, OptionalLong.empty());
    metadata.clear();
    chunks.clear();
    assertThat(block.metadata()).containsExactly(tag).isUnmodifiable();
    assertThat(block.chunks()).containsExactly(chunk).isUnmodifiable();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void knownFieldOfWrongWireTypeIsRefused(int field) {
    int right = field == 2 || field == 5 ? Wire.VARINT : Wire.BYTES;
    Wire good = field == 1 ? new Wire() : new Wire().bytes(1, id());
    for (int wireType = 0; wireType < 6; wireType++) {
      if (wireType != right) {
        Wire message = new Wire().raw(good.toArray()).tag(field, wireType).raw(new byte[20]);
        assertRefused(message, good.size(), "has wire type " + wireType);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void fieldOfTheIdOfWrongWireTypeIsRefused(int field) {
    assertRefused(new Wire().bytes(1, new Wire().bytes(field)), 2, "has wire type 2");
  }

  @Test
  void whatIsWrongInAChunkIsFoundAtItsPlaceInTheBlock() {
    Wire head = new Wire().bytes(1, id());
    Wire good = new Wire().bytes(4, CHUNKS.encodeToArray(chunk(1, 0, ChecksumType.MD5, 2)));
    Wire message = new Wire().raw(head.toArray()).raw(good.toArray());
    int before = message.size();
    Wire wrong = new Wire().bytes(1, (byte) 'c').varint(2, 0).varint(3, 9);
    int sums = before + 2 + wrong.size() + 2;
    wrong.bytes(5, Sums.head(ChecksumType.CRC32).bytes(3, new byte[5]));
    assertRefused(message.bytes(4, wrong), sums + 6, "CRC32 checksum of 5 bytes");
    Wire empty = new Wire().raw(head.toArray()).bytes(4);
    assertRefused(empty, head.size() + 2, "chunk without chunkName");
  }

  @Test
  void truncatedMessageIsRefusedUnlessWholeFieldsAreMissing() throws Exception {
    BlockData block =
        new BlockData(
            ID,
            OptionalLong.empty(),
            List.of(new KeyValue("TYPE", "KEY")),
            List.of(chunk(1, 0, ChecksumType.CRC32, 2), chunk(2, 1, ChecksumType.CRC32, 1)),
            OptionalLong.of(3 * Sums.WINDOW));
    byte[] message = BlockDataCodec.encodeToArray(block);
    int taken = 0;
    for (int cut = 0; cut < message.length; cut++) {
      byte[] rest = Arrays.copyOf(message, cut);
      try {
        BlockData less = BlockDataCodec.decode(ByteString.copyFrom(rest));
        assertThat(BlockDataCodec.encodeToArray(less)).isEqualTo(rest);
        taken++;
      } catch (MalformedChecksumDataException e) {
        assertThat(e.offset()).isBetween(0L, (long) cut);
      }
    }
    // After the id, the metadata, and each chunk. That one is missing shows in the size.
    assertThat(taken).isEqualTo(4);
  }

  /** The bytes that the length asks for are there, but in the block, not in the chunk. */
  @Test
  void aFieldEndsWhereTheMessageAroundItEnds() {
    int id = 2 + id().size();
    Wire chunk = new Wire().bytes(1, (byte) 'x').tag(5, Wire.BYTES).raw(2);
    Wire message = new Wire().bytes(1, id()).bytes(4, chunk).varint(2, 5);
    assertRefused(message, id + 2 + 3, "checksumData of 2 bytes is cut off");
  }

  /** The longest varint has a 1 in its tenth byte. In the rope, it is in two pieces. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 0x7F})
  void aNumberThatIsNotOf64BitsIsMalformedInAnyMemory(int last) throws Exception {
    byte[] number = new byte[10];
    Arrays.fill(number, (byte) 0x80);
    number[9] = (byte) last;
    Wire id = new Wire().tag(1, 0).raw(number).varint(2, 1);
    byte[] message = new Wire().bytes(15, new byte[400]).bytes(1, id).toArray();
    ByteString rope =
        ByteString.copyFrom(message, 0, message.length - 6)
            .concat(ByteString.copyFrom(message, message.length - 6, 6));
    for (ByteString form : List.of(ByteString.copyFrom(message), rope)) {
      if (last == 1) {
        assertThat(BlockDataCodec.decode(form).id().containerId()).isEqualTo(Long.MIN_VALUE);
      } else {
        MalformedChecksumDataException e =
            catchThrowableOfType(
                MalformedChecksumDataException.class, () -> BlockDataCodec.decode(form));
        assertThat(e).hasMessageContaining("containerID is not a varint of 64 bits");
      }
    }
  }
}
