// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.proto.wire.ChunksumProtos;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong with a message, the one named exception says so and where. */
class MalformedChecksumDataTest {

  private static final String INT_MAX = "ffffffff07";
  private static final String MINUS_ONE = "ffffffffffffffffff01";

  private static List<ChecksumType> allTypes() {
    return Sums.ALL_TYPES;
  }

  private static List<ChecksumType> realTypes() {
    return Sums.REAL_TYPES;
  }

  private static MalformedChecksumDataException refused(byte[] message) {
    return catchThrowableOfType(
        MalformedChecksumDataException.class, () -> ChecksumDataCodec.decode(message));
  }

  private static void assertRefused(byte[] message, long offset, String problem) {
    for (Form form : Form.values()) {
      MalformedChecksumDataException refused =
          catchThrowableOfType(
              MalformedChecksumDataException.class,
              () -> ChecksumDataCodec.decode(form.of(message)));
      assertThat(refused).as("%s as %s", Wire.hex(message), form).isNotNull();
      assertThat(refused).hasMessageContaining(problem).hasMessageContaining("byte " + offset);
      assertThat(refused.offset()).as("%s as %s", Wire.hex(message), form).isEqualTo(offset);
    }
  }

  private static void assertRefused(Wire message, long offset, String problem) {
    assertRefused(message.toArray(), offset, problem);
  }

  @Test
  void lastSizeMustBeLegal() {
    assertRefused(new Wire().varint(1, 3).varint(2, 16).varint(2, 0), 4, "bytesPerChecksum");
  }

  @Test
  void missingRequiredFieldsAreRefused() {
    assertRefused(new byte[0], 0, "without type");
    assertRefused(new Wire().varint(1, 3), 0, "without bytesPerChecksum");
    assertRefused(new Wire().varint(2, 512), 0, "without type");
    assertRefused(new Wire().bytes(3, new byte[4]), 0, "without type");
    assertRefused(new Wire().varint(4, 512), 0, "without type");
  }

  @Test
  void generatedMessageWithoutRequiredFieldsIsRefused() {
    ChunksumProtos.ChecksumData partial =
        ChunksumProtos.ChecksumData.newBuilder()
            .setType(ChunksumProtos.ChecksumType.MD5)
            .buildPartial();
    MalformedChecksumDataException refused =
        catchThrowableOfType(
            MalformedChecksumDataException.class, () -> ChecksumDataCodec.fromMessage(partial));
    assertThat(refused).hasMessageContaining("without bytesPerChecksum");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 6, 7, 100, Integer.MAX_VALUE, 1L << 31, -2, Integer.MIN_VALUE})
  void unknownTypeIsRefusedWhereItStands(long number) {
    assertRefused(new Wire().varint(1, number).varint(2, 512), 0, "unknown checksum type");
    assertRefused(new Wire().varint(2, 512).varint(1, number), 3, "unknown checksum type");
  }

  @Test
  void typeOfAllOnesIsRefusedWhereItStands() {
    assertRefused(new Wire().varint(2, 512).varint(1, -1), 3, "unknown checksum type");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void knownFieldOfWrongWireTypeIsRefused(int field) {
    int right = field == 3 ? Wire.BYTES : Wire.VARINT;
    for (int wireType = 0; wireType < 8; wireType++) {
      if (wireType == right) {
        continue;
      }
      Wire first = new Wire().tag(field, wireType).raw(new byte[20]);
      assertRefused(first, 0, "has wire type " + wireType);
      Wire last = Sums.head(ChecksumType.CRC32).bytes(3, new byte[4]).tag(field, wireType);
      assertRefused(last, 12, "has wire type " + wireType);
    }
  }

  @ParameterizedTest
  @MethodSource("realTypes")
  void entryOfWrongLengthIsRefused(ChecksumType type) {
    int right = Sums.lengthOf(type);
    for (int length : new int[] {0, 1, 3, 4, 5, 8, 15, 16, 17, 31, 32, 33, 64, 127}) {
      if (length == right) {
        continue;
      }
      String problem = type + " checksum of " + length + " bytes";
      assertRefused(Sums.head(type).bytes(3, new byte[length]), 6, problem);
      // The type may come after the entry, the entry is still what is wrong.
      Wire before = new Wire().varint(2, 512).bytes(3, new byte[length]);
      assertRefused(before.varint(1, Sums.numberOf(type)), 3, problem);
    }
  }

  @ParameterizedTest
  @MethodSource("realTypes")
  void entriesOfMixedLengthsAreRefused(ChecksumType type) {
    int right = Sums.lengthOf(type);
    for (int other : new int[] {0, right - 1, right + 1, 2 * right}) {
      String problem = "checksum of " + other + " bytes after one of " + right;
      Wire head = Sums.head(type).bytes(3, new byte[right]);
      assertRefused(head.bytes(3, new byte[other]), 6 + 2 + right, problem);
    }
    // Two wrong ones that are together as long as two right ones.
    Wire message = Sums.head(type).bytes(3, new byte[right - 1]).bytes(3, new byte[right + 1]);
    assertRefused(message, 6 + 2 + right - 1, "after one of " + (right - 1));
  }

  @ParameterizedTest
  @MethodSource("realTypes")
  void windowSizeBelowOneIsRefused(ChecksumType type) {
    long[] sizes = {0, 1L << 31, (1L << 32) - 1, -1, Integer.MIN_VALUE};
    for (long size : sizes) {
      Wire message = new Wire().varint(1, Sums.numberOf(type)).varint(2, size);
      String problem =
          "bytesPerChecksum of %s is %d, not 1 to 2147483647".formatted(type, size & 0xFFFF_FFFFL);
      assertRefused(message, 2, problem);
      assertRefused(message.bytes(3, new byte[Sums.lengthOf(type)]), 2, "bytesPerChecksum");
    }
  }

  @Test
  void windowSizeOfNoneMayBeZeroButNotNegative() throws Exception {
    assertThat(ChecksumDataCodec.decode(new Wire().varint(1, 1).varint(2, 0).toArray()))
        .isEqualTo(ChecksumData.none(0));
    for (long size : new long[] {1L << 31, (1L << 32) - 1, -1}) {
      String problem =
          "bytesPerChecksum of NONE is %d, not 0 to 2147483647".formatted(size & 0xFFFF_FFFFL);
      assertRefused(new Wire().varint(1, 1).varint(2, size), 2, problem);
    }
  }

  @Test
  void noneWithEntriesIsRefused() {
    for (int length : new int[] {0, 1, 4, 16, 32}) {
      Wire message = Sums.head(ChecksumType.NONE).bytes(3, new byte[length]);
      assertRefused(message, 6, "NONE checksum of " + length + " bytes");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"05", "8001", INT_MAX, "8080808008", "ffffffff0f", MINUS_ONE})
  void entryWhoseDeclaredLengthIsNotThereIsRefused(String length) {
    Wire message = Sums.head(ChecksumType.CRC32).tag(3, Wire.BYTES).raw(Wire.hex(length));
    assertRefused(message.raw(new byte[4]), 6, "cut off");
    Wire second = Sums.head(ChecksumType.CRC32).bytes(3, new byte[4]);
    assertRefused(second.tag(3, Wire.BYTES).raw(Wire.hex(length)).raw(new byte[4]), 12, "cut off");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // A declared length of an unknown field that is not there.
        "2205",
        "22 8001",
        "22 " + INT_MAX,
        "22 ffffffff0f",
        "22 " + MINUS_ONE,
        // Varints of more than ten bytes: type, size, length of an entry, unknown, tag.
        "08 ffffffffffffffffffff01",
        "10 ffffffffffffffffffff01",
        "1a ffffffffffffffffffff01",
        "20 ffffffffffffffffffff01",
        "ffffffffffffffffffff01 00",
        // Field number 0, with and without a wire type; wire types that do not exist.
        "00",
        "01 00",
        "02 00",
        "26",
        "27",
        // Unknown fields that are cut off, and a group without an end or with another's end.
        "20",
        "20 80",
        "21 00000000000000",
        "22",
        "25 000000",
        "23",
        "23 20 01",
        "23 2c",
      })
  void whatIsNoProtocolBufferIsRefused(String hex) {
    byte[] head = Sums.head(ChecksumType.CRC32).bytes(3, new byte[4]).toArray();
    byte[] tail = Wire.hex(hex);
    byte[] message = new Wire().raw(head).raw(tail).toArray();
    for (Form form : Form.values()) {
      MalformedChecksumDataException refused =
          catchThrowableOfType(
              MalformedChecksumDataException.class,
              () -> ChecksumDataCodec.decode(form.of(message)));
      assertThat(refused).as("%s as %s", hex, form).isNotNull();
      assertThat(refused.offset()).as("%s as %s", hex, form).isBetween(12L, (long) message.length);
    }
  }

  @Test
  void endOfGroupThatWasNotStartedIsRefused() {
    Wire message = Sums.head(ChecksumType.CRC32).bytes(3, new byte[4]);
    assertRefused(message.tag(4, Wire.END_GROUP), 12, "field 4 begins or ends a group");
    assertRefused(new Wire().tag(9, Wire.END_GROUP), 0, "field 9 begins or ends a group");
  }

  @Test
  void groupIsRefusedWhereverItStands() {
    byte[] message = ChecksumDataCodec.encodeToArray(Sums.of(ChecksumType.SHA256, 3));
    for (int field : new int[] {4, 15, 16, 536_870_911}) {
      // Between any two fields: type, size, and three entries of 34 bytes.
      for (int at : new int[] {0, 2, 6, 40, 74, 108}) {
        Wire extended = new Wire().raw(Arrays.copyOf(message, at));
        extended.anything(field, Wire.START_GROUP);
        extended.raw(Arrays.copyOfRange(message, at, message.length));
        assertRefused(extended, at, "field " + field + " begins or ends a group");
      }
    }
  }

  /** What was written by the generated classes has the unknown type last, whatever came first. */
  @Test
  void typeGivenTwiceIsRefusedInAMessageAndItsBytes() throws Exception {
    int[][] pairs = {{22, 3}, {3, 22}, {22, 22}};
    for (int[] types : pairs) {
      Wire twice = new Wire().varint(1, types[0]).varint(2, 16).varint(1, types[1]);
      assertRefused(twice, 4, "type given twice");
      ChunksumProtos.ChecksumData message =
          ChunksumProtos.ChecksumData.parser().parsePartialFrom(twice.toArray());
      assertThat(
              catchThrowableOfType(
                  MalformedChecksumDataException.class,
                  () -> ChecksumDataCodec.fromMessage(message)))
          .hasMessageContaining("type given twice");
    }
    assertRefused(new Wire().varint(1, 3).varint(2, 16).varint(1, 3), 4, "type given twice");
  }

  @ParameterizedTest
  @MethodSource("allTypes")
  void truncatedMessageIsRefusedUnlessAWholeFieldIsMissing(ChecksumType type) throws Exception {
    int length = Sums.lengthOf(type);
    ChecksumData sums = Sums.of(type, type.equals(ChecksumType.NONE) ? 0 : 3);
    byte[] message = ChecksumDataCodec.encodeToArray(sums);
    for (int cut = 0; cut < message.length; cut++) {
      byte[] rest = Arrays.copyOf(message, cut);
      if (cut < 6) {
        long latest = cut;
        for (Form form : Form.values()) {
          MalformedChecksumDataException refused =
              catchThrowableOfType(
                  MalformedChecksumDataException.class,
                  () -> ChecksumDataCodec.decode(form.of(rest)));
          assertThat(refused).as("cut at %d as %s", cut, form).isNotNull();
          assertThat(refused.offset()).as("cut at %d", cut).isBetween(0L, latest);
        }
        continue;
      }
      int entries = (cut - 6) / (length + 2);
      int field = 6 + entries * (length + 2);
      if (cut == field) {
        // Nothing shows that an entry is missing: the length of the chunk is not in here.
        assertThat(ChecksumDataCodec.decode(rest).count()).isEqualTo(entries);
      } else if (cut == field + 1) {
        // The length itself is missing, which protobuf notices after the tag.
        assertRefused(rest, cut, "not a protocol buffer");
      } else {
        assertRefused(rest, field, "cut off");
      }
    }
  }

  @Test
  void failureOfTheReaderUnderneathIsTheCause() {
    MalformedChecksumDataException refused = refused(Wire.hex("08"));
    assertThat(refused)
        .hasCauseInstanceOf(com.google.protobuf.InvalidProtocolBufferException.class)
        .hasMessageContaining("(at byte 1)");
  }

  @Test
  void emptyMessageOfEveryFormIsRefused() {
    for (Form form : Form.values()) {
      assertThat(
              catchThrowableOfType(
                  MalformedChecksumDataException.class,
                  () -> ChecksumDataCodec.decode(form.of(new byte[0]))))
          .as("%s", form)
          .hasMessageContaining("without type");
    }
    assertThat(
            catchThrowableOfType(
                MalformedChecksumDataException.class,
                () -> ChecksumDataCodec.decode(ByteString.EMPTY)))
        .isNotNull();
  }
}
