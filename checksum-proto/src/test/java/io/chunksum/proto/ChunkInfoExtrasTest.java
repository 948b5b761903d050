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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Metadata and stripe checksums of {@link ChunkInfo}, which most chunks do not have. */
class ChunkInfoExtrasTest {

  private static final ChunkInfoCodec CODEC = ChunkInfoCodec.OZONE;

  private static final byte[] NINE_DIGITS = Wire.hex("080310808001 1a04e3069283");

  private static final ChecksumData SUMS =
      ChecksumData.of(ChecksumType.CRC32C, Sums.WINDOW, Wire.hex("e3069283"));

  private static final List<KeyValue> METADATA =
      List.of(
          new KeyValue("b", "2"),
          new KeyValue("a", Optional.empty()),
          new KeyValue("b", "2"),
          new KeyValue("a", ""),
          new KeyValue("", "größe \uD83D\uDE00"));

  private static final ChecksumData STRIPE =
      ChecksumData.of(ChecksumType.CRC32C, Sums.WINDOW, Wire.hex("e306928300000000ffffffff"));

  private static ChunkInfo chunk(List<KeyValue> metadata, Optional<ChecksumData> stripe) {
    return new ChunkInfo("c1", 4096, 9, SUMS, metadata, stripe);
  }

  private static Wire head() {
    return new Wire().bytes(1, Wire.hex("6331")).varint(2, 4096).varint(3, 9);
  }

  private static void assertRefused(Wire message, long offset, String problem) {
    MalformedChecksumDataException refused =
        catchThrowableOfType(
            MalformedChecksumDataException.class, () -> CODEC.decode(message.toArray()));
    assertThat(refused).as(Wire.hex(message.toArray())).isNotNull();
    assertThat(refused).hasMessageContaining(problem);
    assertThat(refused.offset()).isEqualTo(offset);
  }

  @Test
  void bytesAreThoseOfOzonesMessage() throws Exception {
    Wire message = head();
    message.bytes(4, new Wire().bytes(1, (byte) 'k').bytes(2, (byte) 'v'));
    message.bytes(4, new Wire().bytes(1, (byte) 'k')).bytes(5, NINE_DIGITS);
    message.bytes(6, Wire.hex("e306928300000000ffffffff"));
    ChunkInfo chunk =
        chunk(
            List.of(new KeyValue("k", "v"), new KeyValue("k", Optional.empty())),
            Optional.of(STRIPE));
    assertThat(CODEC.encodeToArray(chunk)).isEqualTo(message.toArray());
    assertThat(CODEC.decode(message.toArray())).isEqualTo(chunk);
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void orderDuplicatesAndMissingValuesSurvive(Form form) throws Exception {
    for (ChunkInfo chunk :
        List.of(
            chunk(METADATA, Optional.of(STRIPE)),
            chunk(METADATA, Optional.empty()),
            chunk(List.of(), Optional.of(STRIPE)),
            chunk(List.of(), Optional.of(Sums.of(ChecksumType.CRC32C, 0))))) {
      byte[] message = CODEC.encodeToArray(chunk);
      assertThat(CODEC.decode(form.of(message))).isEqualTo(chunk);
      ChunksumProtos.ChunkInfo generated = ChunksumProtos.ChunkInfo.parseFrom(message);
      assertThat(generated.toByteArray()).isEqualTo(message);
      assertThat(generated.hasStripeChecksum()).isEqualTo(chunk.stripeChecksum().isPresent());
      assertThat(CODEC.fromMessage(generated)).isEqualTo(chunk);
    }
  }

  @Test
  void generatedMetadataIsTakenAsItIs() throws Exception {
    ChunksumProtos.ChunkInfo.Builder message = ChunksumProtos.ChunkInfo.newBuilder();
    message.setChunkName("c1").setOffset(4096).setLen(9);
    message.setChecksumData(ChecksumDataCodec.toMessage(SUMS));
    message.setStripeChecksum(ByteString.copyFrom(STRIPE.packed()));
    for (KeyValue entry : METADATA) {
      ChunksumProtos.KeyValue.Builder pair = ChunksumProtos.KeyValue.newBuilder();
      entry.value().ifPresent(pair::setValue);
      message.addMetadata(pair.setKey(entry.key()));
    }
    assertThat(CODEC.fromMessage(message.build())).isEqualTo(chunk(METADATA, Optional.of(STRIPE)));
  }

  @Test
  void fieldsMayComeInAnyOrder() throws Exception {
    Wire message = new Wire().bytes(6, Wire.hex("e306928300000000ffffffff"));
    message.bytes(4, new Wire().bytes(2, (byte) 'v').varint(9, 1).bytes(1, (byte) 'k'));
    message.bytes(5, NINE_DIGITS).raw(head().toArray());
    message.bytes(4, new Wire().bytes(1, (byte) 'l'));
    assertThat(CODEC.decode(message.toArray()))
        .isEqualTo(
            chunk(
                List.of(new KeyValue("k", "v"), new KeyValue("l", Optional.empty())),
                Optional.of(STRIPE)));
  }

  @Test
  void lastStripeChecksumWins() throws Exception {
    Wire message = head().bytes(5, NINE_DIGITS).bytes(6, (byte) 1).bytes(6, Wire.hex("e3069283"));
    assertThat(CODEC.decode(message.toArray())).isEqualTo(chunk(List.of(), Optional.of(SUMS)));
  }

  @Test
  void chunkWithoutThemSharesWhatStandsForNothing() throws Exception {
    ChunkInfo chunk = CODEC.decode(head().bytes(5, NINE_DIGITS).toArray());
    assertThat(chunk.metadata()).isSameAs(List.of());
    assertThat(chunk.stripeChecksum()).isSameAs(Optional.empty());
  }

  @Test
  void stripeOfAnotherKindThanTheChunkIsNoRecord() {
    for (ChecksumData other :
        List.of(
            Sums.of(ChecksumType.CRC32, 3),
            ChecksumData.of(ChecksumType.CRC32C, Sums.WINDOW + 1, new byte[4]))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> chunk(List.of(), Optional.of(other)))
          .withMessage("stripe checksums are " + other + ", those of the chunk " + SUMS);
    }
  }

  /**
   * A datanode of Ozone that reconstructs a replica gives it checksums of the type that it is
   * configured for, and copies those of the stripe, here five CRCs, which are of the writer's.
   */
  @Test
  void stripeThatCannotBeOfTheChunksTypeIsDropped() throws Exception {
    for (ChecksumType type : List.of(ChecksumType.NONE, ChecksumType.SHA256, ChecksumType.MD5)) {
      ChunkInfo chunk = new ChunkInfo("c1", 4096, 9, Sums.of(type, 1));
      Wire message = new Wire().raw(CODEC.encodeToArray(chunk)).bytes(6, new byte[5 * 4]);
      assertThat(CODEC.decode(message.toArray())).isEqualTo(chunk);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7})
  void stripeThatIsNoWholeNumberOfChecksumsIsRefused(int length) {
    Wire message = head().bytes(5, NINE_DIGITS);
    int at = message.size();
    assertRefused(message.bytes(6, new byte[length]), at, "stripeChecksum: " + length + " bytes");
  }

  @Test
  void metadataWithoutAKeyIsRefused() {
    Wire message = head().bytes(4, new Wire().bytes(2, (byte) 'v')).bytes(5, NINE_DIGITS);
    assertRefused(message, head().size() + 2, "metadata without a key");
    assertRefused(head().bytes(4).bytes(5, NINE_DIGITS), head().size() + 2, "without a key");
  }

  @Test
  void wrongWireTypesAndCutsAreRefused() {
    Wire good = head().bytes(5, NINE_DIGITS);
    for (int field : new int[] {4, 6}) {
      for (int wireType : new int[] {0, 1, 3, 4, 5}) {
        Wire message = new Wire().raw(good.toArray()).tag(field, wireType).raw(new byte[20]);
        assertRefused(message, good.size(), "has wire type " + wireType);
      }
      Wire cut = new Wire().raw(good.toArray()).tag(field, Wire.BYTES).raw(21).raw(new byte[20]);
      assertRefused(cut, good.size(), "of 21 bytes is cut off");
    }
    for (int field : new int[] {1, 2}) {
      Wire pair = new Wire().bytes(1, (byte) 'k').tag(field, Wire.VARINT).raw(1);
      assertRefused(head().bytes(4, pair), head().size() + 2 + 3, "has wire type 0");
    }
  }

  /** A key may not reach into what follows its entry. */
  @Test
  void keyEndsWithItsEntry() {
    List<Wire> pairs = new ArrayList<>();
    pairs.add(new Wire().tag(1, Wire.BYTES).raw(2).raw((byte) 'k'));
    pairs.add(new Wire().bytes(1, (byte) 'k').tag(2, Wire.BYTES).raw(5));
    for (Wire pair : pairs) {
      assertThat(
              catchThrowableOfType(
                  MalformedChecksumDataException.class,
                  () -> CODEC.decode(head().bytes(4, pair).bytes(5, NINE_DIGITS).toArray())))
          .isNotNull();
    }
  }

  /** Protobuf would write a question mark. */
  @Test
  void halfASurrogatePairIsRefused() throws Exception {
    for (String bad : List.of("\uD83D", "a\uDE00", "\uD83D\uD83D\uDE00", "\uDE00\uD83D")) {
      ChunkInfo named = new ChunkInfo(bad, 0, 0, ChecksumData.none(0));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> CODEC.encode(named))
          .withMessage("half of a surrogate pair is missing in: " + bad);
      for (KeyValue entry : List.of(new KeyValue("k", bad), new KeyValue(bad, "v"))) {
        ChunkInfo tagged = chunk(List.of(entry), Optional.empty());
        assertThatIllegalArgumentException().isThrownBy(() -> CODEC.encode(tagged));
      }
    }
    ChunkInfo whole = new ChunkInfo("\uD83D\uDE00\u00e9", 0, 0, ChecksumData.none(0));
    assertThat(CODEC.decode(CODEC.encode(whole))).isEqualTo(whole);
  }
}
