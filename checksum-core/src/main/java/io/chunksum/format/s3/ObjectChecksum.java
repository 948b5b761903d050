// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.s3;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.internal.BigEndian;
import io.chunksum.internal.ByteArrays;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The checksum of an object, or of a part of one, as S3 stores it. Immutable and safe to share
 * between threads.
 *
 * <p>For an object that was uploaded in parts there are two kinds. S3 calls them {@code
 * FULL_OBJECT}, the checksum of all its bytes, which for CRCs follows from those of the parts; and
 * {@code COMPOSITE}, the checksum of the parts' checksums, one after the other, followed by the
 * number of parts.
 *
 * <pre>
 * x-amz-checksum-crc32c: 4waSgw==          all bytes
 * x-amz-checksum-sha256: AbC...xyz=-3      the SHA-256s of three parts
 * ETag: "9e107d9d372bb6826bd81d3542a419d6-3"       the MD5s of three parts
 * </pre>
 *
 * <p>CRC64NVME has no composite kind. Types other than CRCs have no other kind for an object in
 * parts.
 *
 * <p>See "Checking object integrity" in the user guide of Amazon S3. The ETag is an MD5 only for
 * objects that are not encrypted, or are encrypted with S3's keys.
 */
public final class ObjectChecksum {
  // A long file: half of it says what each of its methods takes, gives and refuses.

  /** The largest number of parts in an upload. */
  public static final int MAX_PARTS = 10_000;

  /** The one type that S3 has no composite checksums of. */
  static final ChecksumType FULL_OBJECT_ONLY = ChecksumType.CRC64NVME;

  /** The types of S3. Those made here have no algorithm unless somebody adds it. */
  private static final List<ChecksumType> KNOWN =
      List.of(
          ChecksumType.CRC32,
          ChecksumType.CRC32C,
          ChecksumType.CRC64NVME,
          ChecksumType.of("SHA1", 20),
          ChecksumType.SHA256,
          ChecksumType.of("SHA512", 64),
          ChecksumType.MD5,
          ChecksumType.of("XXHASH64", 8),
          ChecksumType.of("XXHASH3", 8),
          ChecksumType.of("XXHASH128", 16));

  private static final String HEADER = "x-amz-checksum-";
  private static final String CONTENT_MD5 = "Content-MD5";

  private final ChecksumType type;
  private final byte[] checksum;

  /** Number of parts of a composite checksum, 0 for any other. */
  private final int parts;

  /** Takes the array as it is; a checksum of the bytes themselves has 0 parts. */
  ObjectChecksum(ChecksumType type, byte[] checksum, int parts) {
    this.type = type;
    this.checksum = checksum;
    this.parts = parts;
  }

  /**
   * Creates the checksum of all bytes of an object, or of one part.
   *
   * @param type its type
   * @param checksum the checksum, such as {@link io.chunksum.compute.WholeChecksum#finish()}
   *     returns it, a CRC in big-endian order; copied
   * @return the checksum in the forms of S3
   * @throws IllegalArgumentException if checksums of the type have another length, or no bytes
   */
  public static ObjectChecksum of(ChecksumType type, byte[] checksum) {
    return of(type, ByteBuffer.wrap(checksum));
  }

  /**
   * Creates the checksum of all bytes of an object, or of one part, from a buffer.
   *
   * @param type its type
   * @param checksum the checksum between the buffer's position and limit, a CRC in big-endian
   *     order; copied without moving the buffer
   * @return the checksum in the forms of S3
   * @throws IllegalArgumentException if checksums of the type have another length, or no bytes
   */
  public static ObjectChecksum of(ChecksumType type, ByteBuffer checksum) {
    if (checksum.remaining() != type.checksumLength() || type.checksumLength() == 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "%d bytes are not a checksum of type %s", checksum.remaining(), type));
    }
    return new ObjectChecksum(type, ByteArrays.copyOf(checksum), 0);
  }

  /**
   * Creates the checksum of all bytes of an object, or of one part, from their CRC.
   *
   * @param crc the CRC, such as one that {@link CrcValue#append} made from those of the parts
   * @return the checksum in the forms of S3
   */
  public static ObjectChecksum of(CrcValue crc) {
    return new ObjectChecksum(crc.type(), crc.bytes(), 0);
  }

  /**
   * Computes the composite checksum of an object from those of its parts.
   *
   * @param parts the checksums of the parts, in order, at least 1, all of one type
   * @return the composite checksum
   * @throws IllegalArgumentException if there are none or more than {@value #MAX_PARTS}, if they
   *     have different types, if the type has no composite kind, if one is composite itself, or if
   *     there is no algorithm for the type
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     StreamingChecksum#of}, or services are searched, as in {@link ChecksumAlgorithms#find}
   */
  public static ObjectChecksum composite(List<ObjectChecksum> parts) {
    checkPartCount(parts);
    return composite(ChecksumAlgorithms.of(parts.get(0).type), parts);
  }

  /**
   * Computes the composite checksum of an object with your own algorithm.
   *
   * @param algorithm computes the type of the parts
   * @param parts the checksums of the parts, in order, at least 1, all of that type
   * @return the composite checksum
   * @throws IllegalArgumentException if there are none or more than {@value #MAX_PARTS}, if one is
   *     of another type or composite itself, or if the type has no composite kind
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     StreamingChecksum#of}
   */
  public static ObjectChecksum composite(ChecksumAlgorithm algorithm, List<ObjectChecksum> parts) {
    checkPartCount(parts);
    ChecksumType type = algorithm.type();
    if (type.equals(FULL_OBJECT_ONLY)) {
      throw new IllegalArgumentException(type + " checksums of parts are appended: see CrcValue");
    }
    StreamingChecksum running = StreamingChecksum.of(algorithm);
    for (int i = 0; i < parts.size(); i++) {
      ObjectChecksum part = parts.get(i);
      if (!part.type.equals(type) || part.parts != 0) {
        throw new IllegalArgumentException(
            String.format(
                Locale.ROOT,
                "part %d has %s of type %s, not a %s checksum of a part",
                i + 1,
                part,
                part.type,
                type));
      }
      running.update(part.checksum, 0, part.checksum.length);
    }
    byte[] result = new byte[type.checksumLength()];
    running.finish(result, 0);
    return new ObjectChecksum(type, result, parts.size());
  }

  private static void checkPartCount(List<ObjectChecksum> parts) {
    if (parts.isEmpty() || parts.size() > MAX_PARTS) {
      throw new IllegalArgumentException("no object has " + parts.size() + " parts");
    }
  }

  /**
   * Returns the type of the checksums that a header carries: what {@link #parse} needs besides the
   * value. The inverse of {@link #headerName()}; MD5 has two headers.
   *
   * <p>A header {@code x-amz-checksum-*} of which this is empty may carry a checksum nevertheless,
   * of a type that is not known: a server that ignored it would store the object unverified. Those
   * that end in {@code -type}, {@code -mode} and {@code -algorithm} carry none.
   *
   * @param name the name of any header, in upper or lower case
   * @return the type: that of an algorithm that can be found; or SHA1, SHA512, XXHASH64, XXHASH3 or
   *     XXHASH128, with or without one; empty if the header carries no checksum, or one of an
   *     unknown type
   * @throws IllegalStateException if services are searched, which is only for other headers {@code
   *     x-amz-checksum-*}, and two algorithms have the same name or one cannot be loaded
   */
  public static Optional<ChecksumType> typeOfHeader(String name) {
    if (name.equalsIgnoreCase(CONTENT_MD5)) {
      return Optional.of(ChecksumType.MD5);
    }
    if (!name.regionMatches(true, 0, HEADER, 0, HEADER.length())) {
      return Optional.empty(); // Most headers, for which no services are searched.
    }
    return typeOfHeader(name, KNOWN.stream())
        .or(() ->
            typeOfHeader(name, ChecksumAlgorithms.all().stream().map(ChecksumAlgorithm::type)));
  }

  private static Optional<ChecksumType> typeOfHeader(String name, Stream<ChecksumType> types) {
    return types.filter(type -> !type.isNone() && header(type).equalsIgnoreCase(name)).findFirst();
  }

  /**
   * Parses the value of an {@code x-amz-checksum-*} or {@code Content-MD5} header.
   *
   * @param type the type that the name of the header implies, see {@link #typeOfHeader}
   * @param value Base64, followed for a composite checksum by {@code -} and the number of parts
   * @return the checksum
   * @throws MalformedChecksumDataException if it is anything else
   */
  public static ObjectChecksum parse(ChecksumType type, String value)
      throws MalformedChecksumDataException {
    return ChecksumText.parseHeader(type, Objects.requireNonNull(value, "value"));
  }

  /**
   * Parses the ETag of an object whose ETag is an MD5.
   *
   * @param value hexadecimal digits, followed for an object in parts by {@code -} and their number;
   *     with or without quotes
   * @return the MD5
   * @throws MalformedChecksumDataException if it is anything else
   */
  public static ObjectChecksum parseETag(String value) throws MalformedChecksumDataException {
    return ChecksumText.parseETag(Objects.requireNonNull(value, "value"));
  }

  /**
   * Returns the type of the checksum.
   *
   * @return the type
   */
  public ChecksumType type() {
    return type;
  }

  /**
   * Returns the checksum.
   *
   * @return a new read-only view of it
   */
  public ByteBuffer checksum() {
    return ByteBuffer.wrap(checksum).asReadOnlyBuffer();
  }

  /**
   * Returns the number of parts of a composite checksum.
   *
   * @return the number of parts; empty if this is the checksum of the bytes themselves
   */
  public OptionalInt parts() {
    return parts == 0 ? OptionalInt.empty() : OptionalInt.of(parts);
  }

  /**
   * Returns the CRC together with the length of what it was computed over, so that others can be
   * appended: the CRCs of all parts give that of the object.
   *
   * @param length bytes of the part or object
   * @return the value
   * @throws UnsupportedOperationException if this is not a CRC, or is composite
   * @throws IllegalArgumentException if the length is negative, or is 0 and this is not the CRC of
   *     no bytes; also if this has more bits than such a CRC
   * @throws IllegalStateException if services are searched, as in {@link ChecksumAlgorithms#find}
   */
  public CrcValue crcValue(long length) {
    ChecksumAlgorithm crc =
        ChecksumAlgorithms.find(type)
            .filter(algorithm -> parts == 0 && algorithm.combiner().isPresent())
            .orElseThrow(() ->
                new UnsupportedOperationException(
                    this + ", of type " + type + ", is not the CRC of the bytes themselves"));
    return CrcValue.of(crc, BigEndian.getUnsigned(checksum, 0, checksum.length), length);
  }

  /**
   * Returns the name of the header that carries such a checksum. Does not check whether S3 has one:
   * it may not know the type, as with Adler-32.
   *
   * @return a name such as {@code x-amz-checksum-crc32c}; {@code Content-MD5} for an MD5 that is
   *     not composite, which {@code x-amz-checksum-md5} may carry too
   */
  public String headerName() {
    return parts == 0 && type.equals(ChecksumType.MD5) ? CONTENT_MD5 : header(type);
  }

  private static String header(ChecksumType type) {
    return HEADER + type.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the ETag of an object that has this MD5.
   *
   * @return the ETag in quotes
   * @throws UnsupportedOperationException if this is not an MD5
   */
  public String eTag() {
    if (!type.equals(ChecksumType.MD5)) {
      throw new UnsupportedOperationException("an ETag is an MD5, not a " + type);
    }
    return '"' + HexFormat.of().formatHex(checksum) + suffix() + '"';
  }

  private String suffix() {
    return parts == 0 ? "" : "-" + parts;
  }

  /**
   * Compares type, checksum and number of parts.
   *
   * @param other any object
   * @return whether it is an equal checksum
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof ObjectChecksum that
        && type.equals(that.type)
        && Arrays.equals(checksum, that.checksum)
        && parts == that.parts;
  }

  /**
   * Returns a hash code consistent with {@link #equals}.
   *
   * @return a hash of all three
   */
  @Override
  public int hashCode() {
    return Objects.hash(type, Arrays.hashCode(checksum), parts);
  }

  /**
   * Returns the value of the header.
   *
   * @return Base64, followed for a composite checksum by {@code -} and the number of parts
   */
  @Override
  public String toString() {
    return Base64.getEncoder().encodeToString(checksum) + suffix();
  }
}
