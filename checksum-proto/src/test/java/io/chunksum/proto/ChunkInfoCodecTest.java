// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.proto.wire.ChunksumProtos;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Good and malformed messages together, although that makes it long: each malformed one is a change
 * to a message that another test here shows to be good.
 */
class ChunkInfoCodecTest {

  private static final ChunkInfoCodec CODEC = ChunkInfoCodec.OZONE;

  /** One window of nine bytes; its ChecksumData message is the one that Ozone writes. */
  private static final byte[] NINE_DIGITS = Wire.hex("080310808001 1a04e3069283");

  /** A chunk of nine bytes at offset 4096, whose record is 21 bytes long. */
  private static final ChunkInfo DIGITS =
      new ChunkInfo(
          "c1", 4096, 9, ChecksumData.of(ChecksumType.CRC32C, Sums.WINDOW, Wire.hex("e3069283")));

  private static List<ChunkInfo> samples() {
    List<ChunkInfo> samples = new ArrayList<>();
    samples.add(DIGITS);
    samples.add(new ChunkInfo("", 0, 0, ChecksumData.none(0)));
    samples.add(new ChunkInfo("none", 7, 1L << 40, ChecksumData.none(16)));
    samples.add(new ChunkInfo("n", 0, Long.MAX_VALUE, ChecksumData.none(Sums.WINDOW)));
    samples.add(new ChunkInfo("n", Long.MAX_VALUE, 0, Sums.of(ChecksumType.MD5, 0)));
    samples.add(new ChunkInfo("größe_chunk_\uD83D\uDE00", 1, 9, DIGITS.checksums()));
    samples.add(new ChunkInfo("n".repeat(100_000), 1, 9, DIGITS.checksums()));
    for (ChecksumType type : Sums.REAL_TYPES) {
      for (int count : new int[] {0, 1, 2, 3, 256}) {
        long full = (long) count * Sums.WINDOW;
        samples.add(new ChunkInfo("1234_chunk_1", full, full, Sums.of(type, count)));
      }
      samples.add(new ChunkInfo("short", 5, Sums.WINDOW + 1, Sums.of(type, 2)));
    }
    return samples;
  }

  private static Wire head() {
    return new Wire().bytes(1, Wire.hex("6331")).varint(2, 4096).varint(3, 9);
  }

  private static void assertRefused(Wire message, long offset, String problem) {
    for (Form form : Form.values()) {
      MalformedChecksumDataException refused =
          catchThrowableOfType(
              MalformedChecksumDataException.class, () -> CODEC.decode(form.of(message.toArray())));
      assertThat(refused).as("%s as %s", Wire.hex(message.toArray()), form).isNotNull();
      assertThat(refused).hasMessageContaining(problem).hasMessageContaining("byte " + offset);
      assertThat(refused.offset()).as("%s", form).isEqualTo(offset);
    }
  }

  // ---- bytes and round trips

  @Test
  void bytesAreThoseOfOzonesMessage() throws Exception {
    byte[] message = Wire.hex("0a026331 108020 1809 2a0c 080310808001 1a04e3069283");
    assertThat(CODEC.encodeToArray(DIGITS)).isEqualTo(message);
    assertThat(CODEC.encode(DIGITS).toByteArray()).isEqualTo(message);
    assertThat(CODEC.decode(message)).isEqualTo(DIGITS);
    assertThat(CODEC.decode(ByteString.copyFrom(message))).isEqualTo(DIGITS);
    assertThat(CODEC.decode(ByteBuffer.wrap(message))).isEqualTo(DIGITS);
  }

  @Test
  void zeroesAreWrittenBecauseTheFieldsAreRequired() throws Exception {
    byte[] message = Wire.hex("0a00 1000 1800 2a04 0801 1000");
    ChunkInfo empty = new ChunkInfo("", 0, 0, ChecksumData.none(0));
    assertThat(CODEC.encodeToArray(empty)).isEqualTo(message);
    assertThat(CODEC.decode(message)).isEqualTo(empty);
  }

  @Test
  void encodedFormIsThatOfTheGeneratedMessage() throws Exception {
    for (ChunkInfo chunk : samples()) {
      byte[] message = CODEC.encodeToArray(chunk);
      ChunksumProtos.ChunkInfo generated = ChunksumProtos.ChunkInfo.parseFrom(message);
      assertThat(generated.toByteArray()).isEqualTo(message);
      assertThat(generated.getChunkName()).isEqualTo(chunk.name());
      assertThat(generated.getOffset()).isEqualTo(chunk.offset());
      assertThat(generated.getLen()).isEqualTo(chunk.length());
      assertThat(generated.getChecksumData())
          .isEqualTo(ChecksumDataCodec.toMessage(chunk.checksums()));
      assertThat(CODEC.toMessage(chunk)).isEqualTo(generated);
      assertThat(CODEC.fromMessage(generated)).isEqualTo(chunk);
    }
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void everyChunkSurvivesInEveryForm(Form form) throws Exception {
    for (ChunkInfo chunk : samples()) {
      assertThat(CODEC.decode(form.of(CODEC.encodeToArray(chunk)))).isEqualTo(chunk);
    }
  }

  @Test
  void everyChunkSurvivesInArraysAndByteStrings() throws Exception {
    for (ChunkInfo chunk : samples()) {
      assertThat(CODEC.decode(CODEC.encodeToArray(chunk))).isEqualTo(chunk);
      assertThat(CODEC.decode(CODEC.encode(chunk))).isEqualTo(chunk);
    }
  }

  @Test
  void privateNumberIsForTheCodecThatHasIt() throws Exception {
    // Two bytes of number, and two bytes for the length of an entry.
    ChecksumType wide = ChecksumType.of("WIDE", 200);
    byte[] packed = new byte[400];
    Arrays.fill(packed, (byte) 0x5A);
    ChunkInfo chunk = new ChunkInfo("c", 0, 20, ChecksumData.of(wide, 10, packed));
    ChunkInfoCodec codec = new ChunkInfoCodec(TypeNumbers.OZONE.with(1000, wide));

    Wire entry = new Wire().bytes(3, Arrays.copyOf(packed, 200));
    Wire sums = new Wire().varint(1, 1000).varint(2, 10).raw(entry.toArray());
    sums.raw(entry.toArray());
    Wire message = new Wire().bytes(1, (byte) 'c').varint(2, 0).varint(3, 20).bytes(5, sums);
    assertThat(codec.encodeToArray(chunk)).isEqualTo(message.toArray());
    assertThat(codec.decode(message.toArray())).isEqualTo(chunk);
    assertThat(codec.decode(CODEC.encode(DIGITS))).isEqualTo(DIGITS);
    assertThat(codec.toMessage(DIGITS)).isEqualTo(CODEC.toMessage(DIGITS));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.toMessage(chunk))
        .withMessage("no generated message has a checksum type with such a number");

    assertThatIllegalArgumentException().isThrownBy(() -> CODEC.encode(chunk));
    assertThatIllegalArgumentException().isThrownBy(() -> CODEC.encodeToArray(chunk));
    assertRefused(message, 3 + 2 + 2 + 3, "unknown checksum type 1000");
  }

  // ---- what protocol buffers allow

  @Test
  void fieldsMayComeInAnyOrder() throws Exception {
    List<Wire> parts =
        List.of(
            new Wire().bytes(1, Wire.hex("6331")),
            new Wire().varint(2, 4096),
            new Wire().varint(3, 9),
            new Wire().bytes(5, NINE_DIGITS));
    int orders = 0;
    for (int order = 0; order < 4 * 4 * 4 * 4; order++) {
      int[] places = {order & 3, order >> 2 & 3, order >> 4 & 3, order >> 6};
      if (Arrays.stream(places).distinct().count() == 4) {
        Wire message = new Wire();
        for (int place : places) {
          message.raw(parts.get(place).toArray());
        }
        assertThat(CODEC.decode(message.toArray())).isEqualTo(DIGITS);
        orders++;
      }
    }
    assertThat(orders).isEqualTo(24);
  }

  @Test
  void unknownFieldsAreSkipped() throws Exception {
    Wire message = new Wire().anything(9, Wire.BYTES);
    message.raw(head().toArray());
    for (int wireType : new int[] {Wire.VARINT, Wire.FIXED64, Wire.BYTES, Wire.FIXED32}) {
      message.anything(100, wireType);
    }
    message.bytes(5, NINE_DIGITS).anything(7, Wire.BYTES);
    assertThat(CODEC.decode(message.toArray())).isEqualTo(DIGITS);
  }

  @Test
  void unknownFieldsInTheChecksumsAreSkipped() throws Exception {
    Wire sums = new Wire().raw(NINE_DIGITS);
    for (int wireType : new int[] {Wire.VARINT, Wire.FIXED64, Wire.BYTES, Wire.FIXED32}) {
      sums.anything(50, wireType);
    }
    assertThat(CODEC.decode(head().bytes(5, sums).toArray())).isEqualTo(DIGITS);
  }

  @Test
  void lastNameOffsetAndLengthWin() throws Exception {
    Wire message = new Wire().bytes(1, (byte) 'x').varint(2, -1).varint(3, 1L << 62);
    message.raw(head().toArray()).bytes(5, NINE_DIGITS);
    assertThat(CODEC.decode(message.toArray())).isEqualTo(DIGITS);
    assertThat(CODEC.fromMessage(ChunksumProtos.ChunkInfo.parseFrom(message.toArray())))
        .isEqualTo(DIGITS);
    assertRefused(message.varint(3, -1), 0, "no such chunk");
  }

  // ---- malformed input

  @ParameterizedTest
  @CsvSource({"1, chunkName", "2, offset", "3, len", "5, checksumData"})
  void missingRequiredFieldIsRefusedByItsName(int missing, String name) {
    Wire message = new Wire();
    if (missing != 1) {
      message.bytes(1, (byte) 'c');
    }
    if (missing != 2) {
      message.varint(2, 0);
    }
    if (missing != 3) {
      message.varint(3, 9);
    }
    if (missing != 5) {
      message.bytes(5, NINE_DIGITS);
    }
    assertRefused(message, 0, "chunk without " + name);
  }

  @Test
  void emptyAndPartialMessagesAreRefused() {
    assertRefused(new Wire(), 0, "chunk without chunkName");
    ChunksumProtos.ChunkInfo partial =
        ChunksumProtos.ChunkInfo.newBuilder().setChunkName("c").buildPartial();
    assertThat(
            catchThrowableOfType(
                MalformedChecksumDataException.class, () -> CODEC.fromMessage(partial)))
        .hasMessageContaining("chunk without offset");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void knownFieldOfWrongWireTypeIsRefused(int field) {
    int right = field == 2 || field == 3 ? Wire.VARINT : Wire.BYTES;
    // Checksums of any wire type are refused when given twice, so there are none before.
    Wire good = field == 5 ? head() : head().bytes(5, NINE_DIGITS);
    for (int wireType = 0; wireType < 8; wireType++) {
      if (wireType != right) {
        Wire message = new Wire().raw(good.toArray()).tag(field, wireType).raw(new byte[20]);
        assertRefused(message, good.size(), "has wire type " + wireType);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, Sums.WINDOW + 1, 2 * Sums.WINDOW + 1, 1L << 40, Long.MAX_VALUE - 4096})
  void numberOfEntriesThatDoesNotFitTheLengthIsRefused(long length) {
    Wire message = new Wire().bytes(1, (byte) 'c').varint(2, 4096).varint(3, length);
    assertRefused(message.bytes(5, NINE_DIGITS), 0, "chunk 'c' of " + length + " bytes ");
  }

  @Test
  void entriesAreCountedUpToTheLastByte() throws Exception {
    ChecksumData two = Sums.of(ChecksumType.CRC32, 2);
    byte[] sums = ChecksumDataCodec.encodeToArray(two);
    for (long length : new long[] {Sums.WINDOW + 1, 2 * Sums.WINDOW - 1, 2 * Sums.WINDOW}) {
      Wire message = new Wire().bytes(1, (byte) 'c').varint(2, 0).varint(3, length);
      assertThat(CODEC.decode(message.bytes(5, sums).toArray()))
          .isEqualTo(new ChunkInfo("c", 0, length, two));
    }
    for (long length : new long[] {Sums.WINDOW, 2 * Sums.WINDOW + 1}) {
      Wire message = new Wire().bytes(1, (byte) 'c').varint(2, 0).varint(3, length);
      assertRefused(message.bytes(5, sums), 0, "checksums, and has 2");
    }
  }

  @Test
  void negativeOrTooLargeOffsetAndLengthAreRefused() {
    long[][] ranges = {
      {-1, 9}, {Long.MIN_VALUE, 9}, {0, -1}, {0, Long.MIN_VALUE}, {-1, -1}, {Long.MAX_VALUE, 1}
    };
    Wire none = Sums.head(ChecksumType.NONE);
    for (long[] range : ranges) {
      Wire message = new Wire().bytes(1, (byte) 'c').varint(2, range[0]).varint(3, range[1]);
      assertRefused(message.bytes(5, none), 0, "no such chunk");
    }
  }

  @Test
  void checksumsGivenTwiceAreRefused() {
    Wire once = head().bytes(5, NINE_DIGITS);
    Wire twice = new Wire().raw(once.toArray()).bytes(5, NINE_DIGITS);
    assertRefused(twice, once.size(), "given twice");
    // Protocol buffers would merge the two; nobody writes such a message.
    assertRefused(new Wire().raw(once.toArray()).bytes(5), once.size(), "given twice");
  }

  @Test
  void offsetOfWhatIsWrongInTheChecksumsCountsFromTheStartOfTheChunk() {
    int inner = head().size() + 2;
    assertRefused(head().bytes(5), inner, "without type");
    assertRefused(head().bytes(5, new Wire().varint(1, 3)), inner, "without bytesPerChecksum");
    assertRefused(
        head().bytes(5, new Wire().varint(1, 3).varint(2, 0)), inner + 2, "bytesPerChecksum");
    assertRefused(
        head().bytes(5, new Wire().varint(1, 9).varint(2, 1)), inner, "unknown checksum type 9");
    Wire mixed = Sums.head(ChecksumType.CRC32).bytes(3, new byte[4]).bytes(3, new byte[5]);
    assertRefused(head().bytes(5, mixed), inner + 12, "after one of 4");
    Wire wrong = Sums.head(ChecksumType.CRC32).bytes(3, new byte[5]);
    assertRefused(head().bytes(5, wrong), inner + 6, "CRC32 checksum of 5 bytes");
    Wire type = Sums.head(ChecksumType.CRC32).tag(1, Wire.FIXED32);
    assertRefused(head().bytes(5, type), inner + 6, "wire type 5");
  }

  @Test
  void checksumsEndWhereTheirLengthSays() {
    // One byte less than the entry needs; the byte is there, but it is the chunk's.
    Wire message = head().tag(5, Wire.BYTES).raw(NINE_DIGITS.length - 1).raw(NINE_DIGITS);
    assertRefused(message, head().size() + 2 + 6, "cut off");
    // A length that ends inside a number.
    Wire number = head().tag(5, Wire.BYTES).raw(4).raw(NINE_DIGITS);
    MalformedChecksumDataException refused =
        catchThrowableOfType(
            MalformedChecksumDataException.class, () -> CODEC.decode(number.toArray()));
    assertThat(refused.offset()).isBetween(head().size() + 2L, head().size() + 6L);
    // One byte more takes the next field's tag for one of their own.
    Wire more = head().tag(5, Wire.BYTES).raw(NINE_DIGITS.length + 1).raw(NINE_DIGITS);
    assertThat(
            catchThrowableOfType(
                MalformedChecksumDataException.class,
                () -> CODEC.decode(more.varint(6, 0).toArray())))
        .isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0d", "8001", "ffffffff07", "8080808008", "ffffffff0f"})
  void checksumsWhoseDeclaredLengthIsNotThereAreRefused(String length) {
    Wire message = head().tag(5, Wire.BYTES).raw(Wire.hex(length)).raw(NINE_DIGITS);
    assertRefused(message, head().size(), "cut off");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0a05",
        "0a8001",
        "0affffffff07",
        "0affffffff0f",
        "0affffffffffffffffffff01",
        "10",
        "1080",
        "10ffffffffffffffffffff01",
        "18",
        "18ffffffffffffffffffff01",
        "2affffffffffffffffffff01",
        "2205",
        "32ffffffff07",
        "33",
        "333c",
        "00",
        "02",
        "36",
      })
  void whatIsNoProtocolBufferIsRefused(String tail) {
    Wire good = head().bytes(5, NINE_DIGITS);
    byte[] message = new Wire().raw(good.toArray()).raw(Wire.hex(tail)).toArray();
    for (Form form : Form.values()) {
      MalformedChecksumDataException refused =
          catchThrowableOfType(
              MalformedChecksumDataException.class, () -> CODEC.decode(form.of(message)));
      assertThat(refused).as("%s as %s", tail, form).isNotNull();
      assertThat(refused.offset())
          .as("%s as %s", tail, form)
          .isBetween((long) good.size(), (long) message.length);
    }
  }

  @Test
  void endOfGroupThatWasNotStartedIsRefused() {
    Wire good = head().bytes(5, NINE_DIGITS);
    int size = good.size();
    assertRefused(good.tag(7, Wire.END_GROUP), size, "group");
    assertRefused(head().tag(7, Wire.END_GROUP), head().size(), "group");
    // The checksums may not be left by the end of a group either.
    Wire inside = Sums.head(ChecksumType.CRC32).tag(7, Wire.END_GROUP);
    assertRefused(head().bytes(5, inside), head().size() + 2 + 6, "group");
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void truncatedMessageIsRefused(Form form) {
    byte[] message =
        CODEC.encodeToArray(
            new ChunkInfo("chunk", 300, 3 * Sums.WINDOW, Sums.of(ChecksumType.CRC32C, 3)));
    // The checksums come last and are required, so no cut leaves a whole message.
    for (int cut = 0; cut < message.length; cut++) {
      byte[] rest = Arrays.copyOf(message, cut);
      long latest = cut;
      MalformedChecksumDataException refused =
          catchThrowableOfType(
              MalformedChecksumDataException.class, () -> CODEC.decode(form.of(rest)));
      assertThat(refused).as("cut at %d", cut).isNotNull();
      assertThat(refused.offset()).as("cut at %d", cut).isBetween(0L, latest);
    }
  }
}
