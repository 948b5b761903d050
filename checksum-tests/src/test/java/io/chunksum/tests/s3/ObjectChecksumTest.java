// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.algorithm.DigestAlgorithm;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.format.s3.ObjectChecksum;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.Checksum;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.crt.checksums.CRC32;
import software.amazon.awssdk.crt.checksums.CRC32C;
import software.amazon.awssdk.crt.checksums.CRC64NVME;

/**
 * Checksums of objects in the forms of S3, compared with the JDK and the library of the AWS SDK.
 */
class ObjectChecksumTest {

  private static final byte[] CONTENT = TestBytes.random(20_71, 1_000_003);

  private static ObjectChecksum of(ChecksumType type, byte[] content) {
    ChunkChecksum whole = ChunkChecksum.of(type, Math.max(1, content.length));
    return ObjectChecksum.of(type, whole.compute(ChunkBuffer.wrap(content)).checksum(0));
  }

  private static ChecksumType type(String name) {
    return switch (name) {
      case "CRC32" -> ChecksumType.CRC32;
      case "CRC32C" -> ChecksumType.CRC32C;
      case "CRC64NVME" -> ChecksumType.CRC64NVME;
      case "SHA256" -> ChecksumType.SHA256;
      default -> ChecksumType.MD5;
    };
  }

  /** The check values of the catalogue of CRCs and of RFC 1321, in Base64. */
  @ParameterizedTest
  @CsvSource({
    "CRC32, y/Q5Jg==, x-amz-checksum-crc32",
    "CRC32C, 4waSgw==, x-amz-checksum-crc32c",
    "CRC64NVME, rosUhgp5mIg=, x-amz-checksum-crc64nvme",
    "SHA256, FeKw08M4keuw8e9gnsQZQgwg4yDOlMZfvIwzEkSOsiU=, x-amz-checksum-sha256",
    "MD5, JfnnlDI7RTiF9RgfG2JNCw==, Content-MD5"
  })
  void theCheckValuesInTheFormsOfTheirHeaders(String name, String value, String header)
      throws Exception {
    ChecksumType type = type(name);
    ObjectChecksum checksum = of(type, "123456789".getBytes(StandardCharsets.US_ASCII));
    assertThat(checksum).hasToString(value).isEqualTo(ObjectChecksum.parse(type, value));
    assertThat(checksum.headerName()).isEqualTo(header);
    assertThat(checksum.type()).isEqualTo(type);
    assertThat(checksum.parts()).isEmpty();
  }

  @Test
  void theNameOfAHeaderGivesItsTypeInUpperAndLowerCase() {
    for (ChecksumAlgorithm algorithm : ChecksumAlgorithms.all()) {
      ChecksumType type = algorithm.type();
      if (!type.equals(ChecksumType.NONE)) {
        ByteBuffer zeros = ByteBuffer.allocate(type.checksumLength());
        String header = ObjectChecksum.of(type, zeros).headerName();
        for (String name :
            List.of(header, header.toLowerCase(Locale.ROOT), header.toUpperCase(Locale.ROOT))) {
          assertThat(ObjectChecksum.typeOfHeader(name)).as(name).contains(type);
        }
      }
    }
  }

  /** S3 has them, and reading and writing them takes no algorithm. */
  @ParameterizedTest
  @CsvSource({"SHA1, 20", "SHA512, 64", "XXHASH64, 8", "XXHASH3, 8", "XXHASH128, 16"})
  void typesWithoutAnAlgorithmHaveHeadersToo(String name, int length) throws Exception {
    ChecksumType type = ObjectChecksum.typeOfHeader("X-Amz-Checksum-" + name).orElseThrow();
    assertThat(type).isEqualTo(ChecksumType.of(name, length));
    assertThat(ChecksumAlgorithms.find(name)).isEmpty();
    String value = Base64.getEncoder().encodeToString(TestBytes.random(20_73, length)) + "-2";
    ObjectChecksum checksum = ObjectChecksum.parse(type, value);
    assertThat(checksum).hasToString(value);
    assertThat(checksum.headerName()).isEqualTo("x-amz-checksum-" + name.toLowerCase(Locale.ROOT));
    ObjectChecksum part = ObjectChecksum.of(type, checksum.checksum());
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> part.crcValue(1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectChecksum.composite(List.of(part)))
        .withMessageContaining(name);
  }

  @Test
  void anMd5HasTwoHeadersAndOnlyOneOfThemIsForThatOfParts() throws Exception {
    assertThat(ObjectChecksum.typeOfHeader("x-amz-checksum-md5")).contains(ChecksumType.MD5);
    assertThat(ObjectChecksum.typeOfHeader("content-md5")).contains(ChecksumType.MD5);
    ObjectChecksum ofParts = ObjectChecksum.parse(ChecksumType.MD5, "JfnnlDI7RTiF9RgfG2JNCw==-3");
    assertThat(ofParts.headerName()).isEqualTo("x-amz-checksum-md5");
    assertThat(ofParts.eTag()).isEqualTo("\"25f9e794323b453885f5181f1b624d0b-3\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x-amz-checksum-",
        "x-amz-checksum-algorithm",
        "x-amz-checksum-mode",
        "x-amz-checksum-type",
        "x-amz-checksum-none",
        "x-amz-checksum-content-md5",
        "x-amz-checksum-crc32cc",
        " Content-MD5",
        "crc32c",
        "ETag"
      })
  void otherHeadersHaveNone(String name) {
    assertThat(ObjectChecksum.typeOfHeader(name)).isEmpty();
  }

  private static byte[] bytes(ObjectChecksum checksum) {
    byte[] bytes = new byte[checksum.checksum().remaining()];
    checksum.checksum().get(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(strings = {"CRC32", "CRC32C", "CRC64NVME"})
  @EnabledOnOs(
      value = {OS.LINUX, OS.MAC, OS.WINDOWS},
      architectures = {"amd64", "x86_64", "aarch64"})
  void theCrcOfAnObjectFollowsFromThoseOfItsParts(String name) throws Exception {
    ChecksumType type = type(name);
    CrcValue whole = null;
    for (byte[] part : Parts.ofLength(CONTENT, 300_000)) {
      // What the SDK sends with the part, and what S3 answers to GetObjectAttributes.
      String sent = Base64.getEncoder().encodeToString(awsCrc(type, part));
      CrcValue value = ObjectChecksum.parse(type, sent).crcValue(part.length);
      whole = whole == null ? value : whole.append(value);
    }
    ObjectChecksum full = ObjectChecksum.of(Objects.requireNonNull(whole));
    assertThat(full)
        .isEqualTo(of(type, CONTENT))
        .hasToString(Base64.getEncoder().encodeToString(awsCrc(type, CONTENT)));
    assertThat(full.parts()).isEmpty();
  }

  private static byte[] awsCrc(ChecksumType type, byte[] content) {
    Checksum crc =
        switch (type.name()) {
          case "CRC32" -> new CRC32();
          case "CRC32C" -> new CRC32C();
          default -> new CRC64NVME();
        };
    crc.update(content, 0, content.length);
    return type.checksumLength() == 4
        ? ByteBuffer.allocate(4).putInt((int) crc.getValue()).array()
        : ByteBuffer.allocate(8).putLong(crc.getValue()).array();
  }

  @Test
  void theQuotesOfAnETagCountWhereItIsMalformed() {
    String tag = "9e107d9d372bb6826bd81d3542a419d6-10001";
    assertThatExceptionOfType(MalformedChecksumDataException.class)
        .isThrownBy(() -> ObjectChecksum.parseETag(tag))
        .satisfies(e -> assertThat(e.offset()).isEqualTo(33));
    assertThatExceptionOfType(MalformedChecksumDataException.class)
        .isThrownBy(() -> ObjectChecksum.parseETag('"' + tag + '"'))
        .withCauseInstanceOf(MalformedChecksumDataException.class)
        .satisfies(e -> assertThat(e.offset()).isEqualTo(34));
  }

  @Test
  void anAlgorithmThatIsNoServiceMakesCompositeChecksumsToo() throws Exception {
    ChecksumAlgorithm sha1 = new DigestAlgorithm("SHA1", "SHA-1");
    byte[] sum = MessageDigest.getInstance("SHA-1").digest(CONTENT);
    ObjectChecksum part = ObjectChecksum.of(sha1.type(), sum);
    MessageDigest outer = MessageDigest.getInstance("SHA-1");
    outer.update(sum);
    outer.update(sum);
    assertThat(ObjectChecksum.composite(sha1, List.of(part, part)))
        .hasToString(Base64.getEncoder().encodeToString(outer.digest()) + "-2");
    ObjectChecksum other = of(ChecksumType.MD5, CONTENT);
    for (List<ObjectChecksum> parts : List.of(List.<ObjectChecksum>of(), List.of(part, other))) {
      assertThatIllegalArgumentException().isThrownBy(() -> ObjectChecksum.composite(sha1, parts));
    }
    ObjectChecksum full = of(ChecksumType.CRC64NVME, CONTENT);
    ChecksumAlgorithm nvme = ChecksumAlgorithms.of(full.type());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectChecksum.composite(nvme, List.of(full)))
        .withMessage("CRC64NVME checksums of parts are appended: see CrcValue");
  }

  @Test
  void aCompositeChecksumIsThatOfTheChecksumsOfTheParts() throws Exception {
    MessageDigest outer = MessageDigest.getInstance("SHA-256");
    for (byte[] part : Parts.ofLength(CONTENT, 300_000)) {
      outer.update(MessageDigest.getInstance("SHA-256").digest(part));
    }
    String expected = Base64.getEncoder().encodeToString(outer.digest()) + "-4";
    ObjectChecksum composite =
        ObjectChecksum.composite(
            Parts.ofLength(CONTENT, 300_000).stream()
                .map(part -> of(ChecksumType.SHA256, part))
                .toList());
    assertThat(composite).hasToString(expected);
    assertThat(composite.parts()).hasValue(4);
    ObjectChecksum read = ObjectChecksum.parse(ChecksumType.SHA256, expected);
    assertThat(read).isEqualTo(composite).hasSameHashCodeAs(composite);
    assertThat(read).isNotEqualTo(ObjectChecksum.of(ChecksumType.SHA256, read.checksum()));
    // One part is composite as well.
    ObjectChecksum one = ObjectChecksum.composite(List.of(of(ChecksumType.CRC32C, CONTENT)));
    byte[] inner = bytes(of(ChecksumType.CRC32C, CONTENT));
    assertThat(one).hasToString(of(ChecksumType.CRC32C, inner) + "-1");
  }

  @Test
  void anETagIsAnMd5InHexOfTheBytesOrOfTheMd5sOfTheParts() throws Exception {
    MessageDigest md5 = MessageDigest.getInstance("MD5");
    String whole = HexFormat.of().formatHex(md5.digest(CONTENT));
    assertThat(of(ChecksumType.MD5, CONTENT).eTag()).isEqualTo('"' + whole + '"');
    List<byte[]> parts = Parts.ofLength(CONTENT, 500_000);
    MessageDigest outer = MessageDigest.getInstance("MD5");
    parts.forEach(part -> outer.update(md5.digest(part)));
    String tag = '"' + HexFormat.of().formatHex(outer.digest()) + "-3\"";
    ObjectChecksum composite =
        ObjectChecksum.composite(parts.stream().map(part -> of(ChecksumType.MD5, part)).toList());
    assertThat(composite.eTag()).isEqualTo(tag);
    assertThat(ObjectChecksum.parseETag(tag)).isEqualTo(composite);
    assertThat(ObjectChecksum.parseETag(tag.replace("\"", ""))).isEqualTo(composite);
    assertThat(ObjectChecksum.parseETag(whole)).isEqualTo(of(ChecksumType.MD5, CONTENT));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "4waSgw",
        "4waSgw=",
        "4waSgx==",
        "4waSgw==\n",
        " 4waSgw==",
        "4waSgwA=",
        "4waS",
        "4waSgw==-0",
        "4waSgw==-01",
        "4waSgw==-10001",
        "4waSgw==-",
        "4waSgw==-x",
        "4waSgw==-1-2",
        "4waSgw==--1",
        "-3",
        "4waSgw==-99999",
        "4waSgw==-111111"
      })
  void whatIsNoValueOfAHeaderIsMalformed(String value) {
    assertThatExceptionOfType(MalformedChecksumDataException.class)
        .isThrownBy(() -> ObjectChecksum.parse(ChecksumType.CRC32C, value));
    assertThatExceptionOfType(MalformedChecksumDataException.class)
        .isThrownBy(() -> ObjectChecksum.parse(ChecksumType.NONE, value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\"\"",
        "\"",
        "d41d8cd98f00b204e9800998ecf8427",
        "d41d8cd98f00b204e9800998ecf8427e00",
        "\"d41d8cd98f00b204e9800998ecf8427e",
        "d41d8cd98f00b204e9800998ecf8427e-0",
        "d41d8cd98f00b204e9800998ecf8427g",
        "W/\"d41d8cd98f00b204e9800998ecf8427e\""
      })
  void whatIsNoETagOfAnMd5IsMalformed(String value) {
    assertThatExceptionOfType(MalformedChecksumDataException.class)
        .isThrownBy(() -> ObjectChecksum.parseETag(value));
  }

  /** A header may be long, and the message goes to a log. */
  @ParameterizedTest
  @ValueSource(strings = {"-", "A", "?"})
  void theMessageAboutALongValueIsShort(String repeated) {
    String value = repeated.repeat(1_000_001);
    for (ThrowingCallable parsing :
        List.<ThrowingCallable>of(
            () -> ObjectChecksum.parse(ChecksumType.CRC32C, value),
            () -> ObjectChecksum.parseETag(value))) {
      assertThatExceptionOfType(MalformedChecksumDataException.class)
          .isThrownBy(parsing)
          .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(10_000));
    }
  }

  @Test
  void theMostPartsThereCanBe() throws Exception {
    ObjectChecksum part = of(ChecksumType.CRC32, CONTENT);
    ObjectChecksum most = ObjectChecksum.composite(Collections.nCopies(10_000, part));
    assertThat(ObjectChecksum.parse(ChecksumType.CRC32, most.toString())).isEqualTo(most);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectChecksum.composite(Collections.nCopies(10_001, part)))
        .withMessage("no object has 10001 parts");
  }

  @Test
  void theChecksumCannotBeChanged() {
    ByteBuffer bytes = ByteBuffer.wrap(new byte[4]);
    assertThat(ObjectChecksum.of(ChecksumType.CRC32C, bytes).checksum().isReadOnly()).isTrue();
  }

  @Test
  void whatDoesNotBelongTogetherIsRefused() {
    ObjectChecksum crc32 = of(ChecksumType.CRC32, CONTENT);
    ObjectChecksum crc32c = of(ChecksumType.CRC32C, CONTENT);
    ObjectChecksum composite = ObjectChecksum.composite(List.of(crc32));
    assertThatIllegalArgumentException().isThrownBy(() -> ObjectChecksum.composite(List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectChecksum.composite(List.of(crc32, crc32c)))
        .withMessageContaining("part 2 has")
        .withMessageContaining("of type CRC32C, not a CRC32 checksum");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectChecksum.composite(List.of(crc32, composite)));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> composite.crcValue(5));
    for (ChecksumType type : List.of(ChecksumType.SHA256, ChecksumType.ADLER32)) {
      ObjectChecksum noCrc = of(type, CONTENT);
      assertThatExceptionOfType(UnsupportedOperationException.class)
          .isThrownBy(() -> noCrc.crcValue(CONTENT.length))
          .withMessageContaining("of type " + type);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> crc32.crcValue(0));
    assertThatIllegalArgumentException().isThrownBy(() -> crc32.crcValue(-1));
    assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(crc32::eTag);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectChecksum.of(ChecksumType.CRC32, ByteBuffer.allocate(5)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectChecksum.of(ChecksumType.NONE, ByteBuffer.allocate(0)));
    assertThat(crc32).isNotEqualTo(crc32c).isNotEqualTo(composite);
  }

  @Test
  void theArrayIsCopied() {
    byte[] array = {1, 2, 3, 4};
    ObjectChecksum checksum = ObjectChecksum.of(ChecksumType.CRC32, array);
    array[0] = 9;
    assertThat(checksum).hasToString("AQIDBA==");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectChecksum.of(ChecksumType.SHA256, array))
        .withMessage("4 bytes are not a checksum of type SHA256");
  }

  @Test
  void theBufferIsNotMoved() {
    ByteBuffer buffer = ByteBuffer.wrap(new byte[] {9, 1, 2, 3, 4, 9}, 1, 4);
    assertThat(ObjectChecksum.of(ChecksumType.CRC32, buffer)).hasToString("AQIDBA==");
    assertThat(buffer.position()).isEqualTo(1);
  }

  @Test
  void whatHasNoCompositeKindIsRefused() throws Exception {
    ObjectChecksum part = ObjectChecksum.parse(ChecksumType.CRC64NVME, "AAAAAAAAAAA=");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ObjectChecksum.composite(List.of(part, part)))
        .withMessage("CRC64NVME checksums of parts are appended: see CrcValue");
    for (String composite : new String[] {"AAAAAAAAAAA=-1", "AAAAAAAAAAA=-3"}) {
      assertThatExceptionOfType(MalformedChecksumDataException.class)
          .isThrownBy(() -> ObjectChecksum.parse(ChecksumType.CRC64NVME, composite))
          .withMessage("no composite checksum is of type CRC64NVME (at byte 13)");
    }
  }
}
