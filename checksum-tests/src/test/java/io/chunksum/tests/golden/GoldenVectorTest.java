// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.golden;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.Parts;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The published test vectors, through the API that users call, over chunks in many pieces. */
class GoldenVectorTest {

  /** A vector: bytes, and their checksum as it is stored. */
  @SuppressWarnings("ImmutableEnumChecker") // The types of the fields bear no annotation.
  enum Vector {
    // CRC-32/ISO-HDLC in the "Catalogue of parametrised CRC algorithms": check=0xcbf43926, the CRC
    // of the nine digits.
    CRC32_CHECK(ChecksumType.CRC32, ascii("123456789"), "cbf43926"),
    // CRC-32/ISCSI in the same catalogue: check=0xe3069283.
    CRC32C_CHECK(ChecksumType.CRC32C, ascii("123456789"), "e3069283"),

    // RFC 3720 (iSCSI), appendix B.4. It prints the CRC in the order of the wire, least significant
    // byte first; we store the most significant byte first.
    CRC32C_ZEROES(ChecksumType.CRC32C, filled(0x00), reversed("aa 36 91 8a")),
    CRC32C_ONES(ChecksumType.CRC32C, filled(0xFF), reversed("43 ab a8 62")),
    CRC32C_INCREMENTING(ChecksumType.CRC32C, counting(0, 1), reversed("4e 79 dd 46")),
    CRC32C_DECREMENTING(ChecksumType.CRC32C, counting(31, -1), reversed("5c db 3f 11")),
    // The same appendix: an iSCSI SCSI Read (10) command PDU.
    CRC32C_READ_COMMAND(
        ChecksumType.CRC32C,
        hex(
            "01 c0 00 00 00 00 00 00 00 00 00 00 00 00 00 00 14 00 00 00 00 00 04 00"
                + "00 00 00 14 00 00 00 18 28 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00"),
        reversed("56 3a 96 d9")),

    // RFC 1321, appendix A.5: the MD5 test suite.
    MD5_EMPTY(ChecksumType.MD5, ascii(""), "d41d8cd98f00b204e9800998ecf8427e"),
    MD5_A(ChecksumType.MD5, ascii("a"), "0cc175b9c0f1b6a831c399e269772661"),
    MD5_ABC(ChecksumType.MD5, ascii("abc"), "900150983cd24fb0d6963f7d28e17f72"),
    MD5_MESSAGE_DIGEST(
        ChecksumType.MD5, ascii("message digest"), "f96b697d7cb7938d525a2f31aaf161d0"),
    MD5_ALPHABET(
        ChecksumType.MD5, ascii("abcdefghijklmnopqrstuvwxyz"), "c3fcd3d76192e4007dfb496cca67e13b"),
    MD5_LETTERS_AND_DIGITS(
        ChecksumType.MD5,
        ascii("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"),
        "d174ab98d277d9f5a5611c2c9f419d9f"),
    MD5_EIGHTY_DIGITS(
        ChecksumType.MD5, ascii("1234567890".repeat(8)), "57edf4a22be3c955ac49da2e2107b67a"),

    // SHA-256 of nothing: NIST, SHA test vectors for hashing byte-oriented messages
    // (SHA256ShortMsg.rsp, Len = 0).
    SHA256_EMPTY(
        ChecksumType.SHA256,
        ascii(""),
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    // The examples of FIPS 180-2, appendix B.1 to B.3, which NIST now keeps beside FIPS 180-4.
    SHA256_ABC(
        ChecksumType.SHA256,
        ascii("abc"),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    SHA256_448_BITS(
        ChecksumType.SHA256,
        ascii("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    SHA256_MILLION_A(
        ChecksumType.SHA256,
        ascii("a".repeat(1_000_000)),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");

    private final ChecksumType type;
    private final ByteBuffer content;
    private final ByteBuffer checksum;

    Vector(ChecksumType type, byte[] content, String checksum) {
      this.type = type;
      this.content = ByteBuffer.wrap(content).asReadOnlyBuffer();
      this.checksum = ByteBuffer.wrap(hex(checksum)).asReadOnlyBuffer();
    }

    byte[] content() {
      return bytes(content);
    }

    byte[] checksum() {
      return bytes(checksum);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  private static String reversed(String text) {
    String[] bytes = text.split(" ", -1);
    return bytes[3] + bytes[2] + bytes[1] + bytes[0];
  }

  private static byte[] filled(int value) {
    byte[] bytes = new byte[32];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private static byte[] counting(int first, int step) {
    byte[] bytes = new byte[32];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (first + i * step);
    }
    return bytes;
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(buffer.position(), bytes);
    return bytes;
  }

  /** Each piece is of another kind than the one before. */
  private static ChunkBuffer chunk(byte[] content, int pieceBytes) {
    List<BufferKind> kinds = List.of(BufferKind.values());
    List<ByteBuffer> pieces = new ArrayList<>();
    for (byte[] part : Parts.ofLength(content, pieceBytes)) {
      pieces.add(kinds.get(pieces.size() % kinds.size()).of(part));
    }
    return ChunkBuffer.wrap(pieces);
  }

  /** Odd piece lengths; few pieces where a million of buffers would be made. */
  private static int[] pieceLengths(byte[] content) {
    return content.length > 1000
        ? new int[] {9_973, 65_536, content.length}
        : new int[] {1, 3, 7, 31, 64, 1000};
  }

  @ParameterizedTest
  @EnumSource(
      value = Vector.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"MD5_EMPTY", "SHA256_EMPTY"})
  void vectorIsTheOnlyWindowOfItsChunk(Vector vector) {
    byte[] content = vector.content();
    for (int pieceBytes : pieceLengths(content)) {
      for (int window : new int[] {content.length, content.length + 1, Integer.MAX_VALUE}) {
        ChecksumData sums =
            ChunkChecksum.of(vector.type, window).compute(chunk(content, pieceBytes));
        assertThat(sums.count()).isEqualTo(1);
        assertThat(bytes(sums.checksum(0)))
            .as("pieces of %d, windows of %d", pieceBytes, window)
            .isEqualTo(vector.checksum());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Vector.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"MD5_EMPTY", "SHA256_EMPTY", "SHA256_MILLION_A"})
  void vectorIsTheLastWindowBehindOthers(Vector vector) {
    byte[] content = vector.content();
    int window = 80;
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < 3 * window; i++) {
      all.write(i);
    }
    all.writeBytes(content);
    for (int pieceBytes : pieceLengths(content)) {
      ChecksumData sums =
          ChunkChecksum.of(vector.type, window).compute(chunk(all.toByteArray(), pieceBytes));
      assertThat(sums.count()).isEqualTo(4);
      assertThat(bytes(sums.checksum(3)))
          .as("pieces of %d", pieceBytes)
          .isEqualTo(vector.checksum());
    }
  }

  /** A chunk of no bytes has no window, so the vectors for no bytes go to the algorithm itself. */
  @ParameterizedTest
  @EnumSource(Vector.class)
  void vectorIsWhatTheAlgorithmGives(Vector vector) {
    StreamingChecksum checksum = ChecksumAlgorithms.of(vector.type).newChecksum();
    byte[] content = vector.content();
    checksum.update(content, 0, content.length);
    byte[] actual = new byte[vector.type.checksumLength()];
    checksum.finish(actual, 0);
    assertThat(actual).isEqualTo(vector.checksum());
  }

  @Test
  void vectorsOfOneLengthAreTheWindowsOfOneChunk() {
    List<Vector> vectors =
        List.of(
            Vector.CRC32C_ZEROES,
            Vector.CRC32C_ONES,
            Vector.CRC32C_INCREMENTING,
            Vector.CRC32C_DECREMENTING);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (Vector vector : vectors) {
      all.writeBytes(vector.content());
      expected.writeBytes(vector.checksum());
    }
    for (int pieceBytes = 1; pieceBytes <= all.size(); pieceBytes++) {
      ChecksumData sums =
          ChunkChecksum.of(ChecksumType.CRC32C, 32).compute(chunk(all.toByteArray(), pieceBytes));
      assertThat(bytes(sums.packed()))
          .as("pieces of %d", pieceBytes)
          .isEqualTo(expected.toByteArray());
    }
  }

  @Test
  void crcIsTheCheckValueAsANumber() {
    ChunkBuffer digits = chunk(ascii("123456789"), 2);
    assertThat(ChunkChecksum.of(ChecksumType.CRC32, 9).compute(digits).crc(0))
        .isEqualTo(0xCBF43926);
    assertThat(ChunkChecksum.of(ChecksumType.CRC32C, 9).compute(digits).crc(0))
        .isEqualTo(0xE3069283);
  }
}
