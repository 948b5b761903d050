// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import io.chunksum.algorithm.ChecksumType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Published test vectors of algorithms: bytes, and their checksum as {@link
 * io.chunksum.data.ChecksumData} stores it, with CRCs in big-endian order.
 */
@SuppressWarnings("ImmutableEnumChecker") // The types of the fields have no annotation.
public enum GoldenVector {
  /**
   * CRC-32/ISO-HDLC in the "Catalogue of parametrised CRC algorithms": check=0xcbf43926, the CRC of
   * the nine digits.
   */
  CRC32_CHECK(ChecksumType.CRC32, ascii("123456789"), "cbf43926"),
  /** CRC-32/ISCSI in the same catalogue: check=0xe3069283. */
  CRC32C_CHECK(ChecksumType.CRC32C, ascii("123456789"), "e3069283"),

  /** CRC-64/NVME in the same catalogue: check=0xae8b14860a799888. */
  CRC64NVME_CHECK(ChecksumType.CRC64NVME, ascii("123456789"), "ae8b14860a799888"),
  /**
   * Adler-32 of the nine digits, as the definition in RFC 1950, section 8.2, gives it: their sum
   * and 1 are 478, the sum of the sums is 2334.
   */
  ADLER32_CHECK(ChecksumType.ADLER32, ascii("123456789"), "091e01de"),

  // RFC 3720 prints the CRC in wire order, least significant byte first; we store the most
  // significant byte first.
  /** RFC 3720 (iSCSI), appendix B.4: 32 bytes of zeroes. */
  CRC32C_ZEROES(ChecksumType.CRC32C, filled(0x00), reversed("aa 36 91 8a")),
  /** The same appendix: 32 bytes of ones. */
  CRC32C_ONES(ChecksumType.CRC32C, filled(0xFF), reversed("43 ab a8 62")),
  /** The same appendix: 32 bytes of incrementing 00..1f. */
  CRC32C_INCREMENTING(ChecksumType.CRC32C, counting(0, 1), reversed("4e 79 dd 46")),
  /** The same appendix: 32 bytes of decrementing 1f..00. */
  CRC32C_DECREMENTING(ChecksumType.CRC32C, counting(31, -1), reversed("5c db 3f 11")),
  /** The same appendix: an iSCSI SCSI Read (10) command PDU. */
  CRC32C_READ_COMMAND(
      ChecksumType.CRC32C,
      hex(
          "01 c0 00 00 00 00 00 00 00 00 00 00 00 00 00 00 14 00 00 00 00 00 04 00"
              + "00 00 00 14 00 00 00 18 28 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00"),
      reversed("56 3a 96 d9")),

  /** RFC 1321, appendix A.5: the first of the MD5 test suite. */
  MD5_EMPTY(ChecksumType.MD5, ascii(""), "d41d8cd98f00b204e9800998ecf8427e"),
  /** The second of the MD5 test suite. */
  MD5_A(ChecksumType.MD5, ascii("a"), "0cc175b9c0f1b6a831c399e269772661"),
  /** The third of the MD5 test suite. */
  MD5_ABC(ChecksumType.MD5, ascii("abc"), "900150983cd24fb0d6963f7d28e17f72"),
  /** The fourth of the MD5 test suite. */
  MD5_MESSAGE_DIGEST(ChecksumType.MD5, ascii("message digest"), "f96b697d7cb7938d525a2f31aaf161d0"),
  /** The fifth of the MD5 test suite. */
  MD5_ALPHABET(
      ChecksumType.MD5, ascii("abcdefghijklmnopqrstuvwxyz"), "c3fcd3d76192e4007dfb496cca67e13b"),
  /** The sixth of the MD5 test suite. */
  MD5_LETTERS_AND_DIGITS(
      ChecksumType.MD5,
      ascii("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"),
      "d174ab98d277d9f5a5611c2c9f419d9f"),
  /** The last of the MD5 test suite. */
  MD5_EIGHTY_DIGITS(
      ChecksumType.MD5, ascii("1234567890".repeat(8)), "57edf4a22be3c955ac49da2e2107b67a"),

  /**
   * SHA-256 of nothing: NIST, SHA test vectors for hashing byte-oriented messages
   * (SHA256ShortMsg.rsp, Len = 0).
   */
  SHA256_EMPTY(
      ChecksumType.SHA256,
      ascii(""),
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
  /** FIPS 180-2, appendix B.1, which NIST now publishes alongside FIPS 180-4. */
  SHA256_ABC(
      ChecksumType.SHA256,
      ascii("abc"),
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  /** FIPS 180-2, appendix B.2. */
  SHA256_448_BITS(
      ChecksumType.SHA256,
      ascii("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
  /** FIPS 180-2, appendix B.3. */
  SHA256_MILLION_A(
      ChecksumType.SHA256,
      ascii("a".repeat(1_000_000)),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");

  private final ChecksumType type;
  private final ByteBuffer content;
  private final ByteBuffer checksum;

  GoldenVector(ChecksumType type, byte[] content, String checksum) {
    this.type = type;
    this.content = ByteBuffer.wrap(content).asReadOnlyBuffer();
    this.checksum = ByteBuffer.wrap(hex(checksum)).asReadOnlyBuffer();
  }

  /**
   * Returns the algorithm that this is a vector of.
   *
   * @return the type
   */
  public ChecksumType type() {
    return type;
  }

  /**
   * Returns the bytes to checksum.
   *
   * @return the bytes, in a new array
   */
  public byte[] content() {
    return bytes(content);
  }

  /**
   * Returns the checksum of the content.
   *
   * @return the checksum, in a new array
   */
  public byte[] checksum() {
    return bytes(checksum);
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
}
