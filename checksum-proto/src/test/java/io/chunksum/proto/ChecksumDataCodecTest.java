// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.proto.wire.ChunksumProtos;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChecksumDataCodecTest {

  private static final int[] COUNTS = {0, 1, 2, 3, 20, 255, 1000};

  private static List<ChecksumType> allTypes() {
    return Sums.ALL_TYPES;
  }

  private static List<ChecksumType> realTypes() {
    return Sums.REAL_TYPES;
  }

  /** Data of every type; without entries for NONE. */
  private static List<ChecksumData> samples() {
    List<ChecksumData> samples = new ArrayList<>();
    samples.add(ChecksumData.none(0));
    samples.add(ChecksumData.none(1));
    samples.add(ChecksumData.none(Integer.MAX_VALUE));
    for (ChecksumType type : Sums.REAL_TYPES) {
      for (int count : COUNTS) {
        samples.add(Sums.of(type, count));
      }
      byte[] packed = new byte[2 * type.checksumLength()];
      samples.add(ChecksumData.of(type, 1, packed));
      samples.add(ChecksumData.of(type, Integer.MAX_VALUE, packed));
    }
    return samples;
  }

  // ---- bytes as Ozone writes them

  /** Whole messages that Apache Ozone 2.2.0 wrote for the nine digits. */
  @ParameterizedTest
  @CsvSource({
    "CRC32,  080210808001 1a04 cbf43926",
    "CRC32C, 080310808001 1a04 e3069283",
    "MD5,    080510808001 1a10 25f9e794323b453885f5181f1b624d0b",
    "SHA256, 080410808001 1a20 15e2b0d3c33891ebb0f1ef609ec41942"
        + "0c20e320ce94c65fbc8c3312448eb225",
    "NONE,   080110808001",
  })
  void nineDigitsHaveTheBytesThatOzoneWrites(String typeName, String hex) throws Exception {
    byte[] message = Wire.hex(hex);
    ChecksumType type =
        Sums.ALL_TYPES.stream().filter(t -> t.name().equals(typeName)).findAny().orElseThrow();
    byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
    ChecksumData sums = ChunkChecksum.of(type, Sums.WINDOW).compute(ChunkBuffer.wrap(digits));
    assertThat(ChecksumDataCodec.encodeToArray(sums)).isEqualTo(message);
    assertThat(ChecksumDataCodec.encode(sums).toByteArray()).isEqualTo(message);
    assertThat(ChecksumDataCodec.toMessage(sums).toByteArray()).isEqualTo(message);
    assertThat(ChecksumDataCodec.decode(message)).isEqualTo(sums);
  }

  @Test
  void placeholderForNoChecksumHasWindowSizeZero() throws Exception {
    byte[] message = Wire.hex("0801 1000");
    assertThat(ChecksumDataCodec.encodeToArray(ChecksumData.none(0))).isEqualTo(message);
    assertThat(ChecksumDataCodec.decode(message)).isEqualTo(ChecksumData.none(0));
  }

  @ParameterizedTest
  @MethodSource("allTypes")
  void emptyChunkHasNoEntries(ChecksumType type) throws Exception {
    byte[] message = Sums.head(type).toArray();
    ChecksumData sums = ChunkChecksum.of(type, Sums.WINDOW).compute(ChunkBuffer.wrap(new byte[0]));
    assertThat(ChecksumDataCodec.encodeToArray(sums)).isEqualTo(message).hasSize(6);
    assertThat(ChecksumDataCodec.decode(message)).isEqualTo(sums);
  }

  @ParameterizedTest
  @CsvSource({"1,12", "4,30", "256,1542"})
  void sizeOfCrcMessageIsSixAndSixForEachWindow(int windows, int bytes) {
    for (ChecksumType type : List.of(ChecksumType.CRC32, ChecksumType.CRC32C)) {
      ChecksumData sums = Sums.of(type, windows);
      assertThat(ChecksumDataCodec.encode(sums).size()).isEqualTo(bytes);
      assertThat(ChecksumDataCodec.encodeToArray(sums)).hasSize(bytes);
    }
  }

  @ParameterizedTest
  @MethodSource("realTypes")
  void everyEntryTakesItsBytesAndTwoMore(ChecksumType type) {
    for (int count : COUNTS) {
      assertThat(ChecksumDataCodec.encodeToArray(Sums.of(type, count)))
          .hasSize(6 + count * (Sums.lengthOf(type) + 2));
    }
  }

  @Test
  void entryOver127BytesIsNotOzonesAndHasNoNumber() {
    // The only way to an entry with a longer head; see the private types in ChunkInfoCodecTest.
    ChecksumType wide = ChecksumType.of("WIDE", 200);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChecksumDataCodec.encode(ChecksumData.of(wide, 1, new byte[200])));
  }

  @Test
  void encodedFormIsThatOfTheGeneratedMessage() throws Exception {
    for (ChecksumData sums : samples()) {
      byte[] message = ChecksumDataCodec.encodeToArray(sums);
      ChunksumProtos.ChecksumData generated = ChunksumProtos.ChecksumData.parseFrom(message);
      assertThat(generated.toByteArray()).as("%s", sums).isEqualTo(message);
      assertThat(ChecksumDataCodec.toMessage(sums)).as("%s", sums).isEqualTo(generated);
      assertThat(generated.getType().getNumber()).isEqualTo(Sums.numberOf(sums.type()));
      assertThat(generated.getBytesPerChecksum()).isEqualTo(sums.bytesPerChecksum());
      assertThat(generated.getChecksumsCount()).isEqualTo(sums.count());
      for (int i = 0; i < sums.count(); i++) {
        assertThat(generated.getChecksums(i).asReadOnlyByteBuffer()).isEqualTo(sums.checksum(i));
      }
    }
  }

  @Test
  void typeWithoutNumberIsRefused() {
    ChecksumData sums = ChecksumData.of(ChecksumType.of("XXH64", 8), 1024, new byte[16]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChecksumDataCodec.encode(sums))
        .withMessage("XXH64 has no wire number among {1=NONE, 2=CRC32, 3=CRC32C, 4=SHA256, 5=MD5}");
    assertThatIllegalArgumentException().isThrownBy(() -> ChecksumDataCodec.encodeToArray(sums));
    assertThatIllegalArgumentException().isThrownBy(() -> ChecksumDataCodec.toMessage(sums));
  }

  // ---- round trips

  @ParameterizedTest
  @EnumSource(Form.class)
  void dataOfEveryTypeSurvivesInEveryForm(Form form) throws Exception {
    for (ChecksumData sums : samples()) {
      byte[] message = ChecksumDataCodec.encodeToArray(sums);
      assertThat(ChecksumDataCodec.decode(form.of(message))).isEqualTo(sums);
    }
  }

  @Test
  void dataOfEveryTypeSurvivesInArraysAndGeneratedMessages() throws Exception {
    for (ChecksumData sums : samples()) {
      assertThat(ChecksumDataCodec.decode(ChecksumDataCodec.encodeToArray(sums))).isEqualTo(sums);
      assertThat(ChecksumDataCodec.decode(ChecksumDataCodec.encode(sums))).isEqualTo(sums);
      assertThat(ChecksumDataCodec.fromMessage(ChecksumDataCodec.toMessage(sums))).isEqualTo(sums);
    }
  }

  @Test
  void dataOfEveryTypeSurvivesInEveryBufferAndTheBufferIsNotMoved() throws Exception {
    for (ChecksumData sums : samples()) {
      byte[] message = ChecksumDataCodec.encodeToArray(sums);
      for (ByteBuffer buffer : buffers(message)) {
        int position = buffer.position();
        int limit = buffer.limit();
        assertThat(ChecksumDataCodec.decode(buffer)).as("%s", buffer).isEqualTo(sums);
        assertThat(buffer.position()).isEqualTo(position);
        assertThat(buffer.limit()).isEqualTo(limit);
      }
    }
  }

  @Test
  void offsetCountsFromTheBuffersPositionAndTheBufferIsNotMoved() {
    byte[] message = Sums.head(ChecksumType.CRC32).bytes(3, new byte[5]).toArray();
    for (ByteBuffer buffer : buffers(message)) {
      int position = buffer.position();
      MalformedChecksumDataException refused =
          catchThrowableOfType(
              MalformedChecksumDataException.class, () -> ChecksumDataCodec.decode(buffer));
      assertThat(refused.offset()).as("%s", buffer).isEqualTo(6);
      assertThat(buffer.position()).isEqualTo(position);
      assertThat(buffer.remaining()).isEqualTo(message.length);
    }
  }

  /** The same bytes between position and limit of buffers of all kinds. */
  private static List<ByteBuffer> buffers(byte[] message) {
    byte[] memory = Form.surrounded(message);
    int end = Form.BEFORE + message.length;
    ByteBuffer direct = ByteBuffer.allocateDirect(memory.length).put(memory);
    direct.position(Form.BEFORE).limit(end);
    return List.of(
        ByteBuffer.wrap(message),
        ByteBuffer.wrap(memory, Form.BEFORE, message.length),
        ByteBuffer.wrap(memory).position(1).slice().position(Form.BEFORE - 1).limit(end - 1),
        ByteBuffer.wrap(memory, Form.BEFORE, message.length).asReadOnlyBuffer(),
        direct,
        direct.slice(),
        direct.asReadOnlyBuffer());
  }

  // ---- what protocol buffers allow

  @Test
  void fieldsMayComeInAnyOrder() throws Exception {
    byte[] one = Wire.hex("01020304");
    byte[] two = Wire.hex("f5f6f7f8");
    Wire type = new Wire().varint(1, 2);
    Wire size = new Wire().varint(2, 512);
    Wire first = new Wire().bytes(3, one);
    Wire second = new Wire().bytes(3, two);
    for (List<Wire> order : permutations(List.of(type, size, first, second))) {
      Wire message = new Wire();
      order.forEach(part -> message.raw(part.toArray()));
      boolean inOrder = order.indexOf(first) < order.indexOf(second);
      Wire packed = new Wire().raw(inOrder ? one : two).raw(inOrder ? two : one);
      assertThat(ChecksumDataCodec.decode(message.toArray()))
          .as(Wire.hex(message.toArray()))
          .isEqualTo(ChecksumData.of(ChecksumType.CRC32, 512, packed.toArray()));
    }
  }

  private static <T> List<List<T>> permutations(List<T> items) {
    if (items.isEmpty()) {
      return List.of(List.of());
    }
    List<List<T>> all = new ArrayList<>();
    for (T first : items) {
      List<T> rest = new ArrayList<>(items);
      rest.remove(first);
      for (List<T> tail : permutations(rest)) {
        List<T> order = new ArrayList<>(List.of(first));
        order.addAll(tail);
        all.add(order);
      }
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(ints = {Wire.VARINT, Wire.FIXED64, Wire.BYTES, Wire.FIXED32})
  void unknownFieldsOfEveryWireTypeButGroupsAreSkipped(int wireType) throws Exception {
    ChecksumData sums = Sums.of(ChecksumType.SHA256, 3);
    byte[] message = ChecksumDataCodec.encodeToArray(sums);
    for (int field : new int[] {4, 5, 15, 16, 2047, 536_870_911}) {
      // Between any two fields: type, size, and three entries of 34 bytes.
      for (int at : new int[] {0, 2, 6, 40, 74, 108}) {
        Wire extended =
            new Wire()
                .raw(Arrays.copyOf(message, at))
                .anything(field, wireType)
                .raw(Arrays.copyOfRange(message, at, message.length));
        assertThat(ChecksumDataCodec.decode(extended.toArray()))
            .as("field %d at %d", field, at)
            .isEqualTo(sums);
      }
    }
  }

  /** As in protocol buffers. What is overwritten need not be legal. */
  @ParameterizedTest
  @ValueSource(ints = {99, 0})
  void lastSizeWins(int first) throws Exception {
    Wire message = new Wire().varint(2, first).varint(1, 3).bytes(3, Wire.hex("e3069283"));
    byte[] bytes = message.varint(2, 16).toArray();
    ChecksumData expected = ChecksumData.of(ChecksumType.CRC32C, 16, Wire.hex("e3069283"));
    assertThat(ChecksumDataCodec.decode(bytes)).isEqualTo(expected);
    assertThat(ChecksumDataCodec.fromMessage(ChunksumProtos.ChecksumData.parseFrom(bytes)))
        .isEqualTo(expected);
  }

  @Test
  void varintMayBeLongerThanNeeded() throws Exception {
    byte[] message = Wire.hex("088300 108080818000 9a00 8400 e3069283");
    assertThat(ChecksumDataCodec.decode(message))
        .isEqualTo(ChecksumData.of(ChecksumType.CRC32C, Sums.WINDOW, Wire.hex("e3069283")));
  }
}
