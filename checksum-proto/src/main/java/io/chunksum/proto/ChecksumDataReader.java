// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import static io.chunksum.proto.wire.ChunksumProtos.ChecksumData.BYTESPERCHECKSUM_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.ChecksumData.CHECKSUMS_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.ChecksumData.TYPE_FIELD_NUMBER;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.MalformedChecksumDataException;
import java.io.IOException;

/**
 * Reads one ChecksumData message straight into packed form.
 *
 * <p>Fields may come in any order, so the entries are collected before their type is known. Their
 * array is sized by the bytes actually present, never by a declared number.
 */
final class ChecksumDataReader {

  private static final int NONE_YET = -1;

  private final TypeNumbers numbers;
  private boolean typeSeen;
  private int typeNumber;
  private int typeOffset;
  private boolean sizeSeen;
  private int bytesPerChecksum;
  private int sizeOffset;
  private byte[] packed = {};
  private int used;
  private int entryLength = NONE_YET;
  private int entryOffset;

  private ChecksumDataReader(TypeNumbers numbers) {
    this.numbers = numbers;
  }

  static ChecksumData read(Fields fields, TypeNumbers numbers) throws IOException {
    ChecksumDataReader reader = new ChecksumDataReader(numbers);
    int start = fields.offset();
    for (int field = fields.next(); field != 0; field = fields.next()) {
      reader.readField(field, fields);
    }
    return reader.build(start);
  }

  private void readField(int field, Fields fields) throws IOException {
    switch (field) {
      case TYPE_FIELD_NUMBER -> {
        int number = fields.readVarint32("type");
        // The last one would count, but which is last? Generated code writes one that it does not
        // know after the one that it knows.
        if (typeSeen) {
          throw fields.malformed("type given twice");
        }
        typeNumber = number;
        typeOffset = fields.tagOffset();
        typeSeen = true;
      }
      case BYTESPERCHECKSUM_FIELD_NUMBER -> {
        bytesPerChecksum = fields.readVarint32("bytesPerChecksum");
        sizeOffset = fields.tagOffset();
        sizeSeen = true;
      }
      case CHECKSUMS_FIELD_NUMBER -> readEntry(fields);
      default -> fields.skipField();
    }
  }

  private void readEntry(Fields fields) throws IOException {
    int length = fields.readLength("checksum");
    if (entryLength == NONE_YET) {
      entryLength = length;
      entryOffset = fields.tagOffset();
      // An entry takes its bytes and at least 2 for its head; the first head has already been read.
      long entries = (fields.remaining() + 2L) / (length + 2L);
      packed = new byte[(int) (length * entries)]; // No more than remain.
    } else if (length != entryLength) {
      throw fields.malformed("checksum of " + length + " bytes after one of " + entryLength);
    }
    fields.readBytes(packed, used, length);
    used += length;
  }

  private ChecksumData build(int start) throws MalformedChecksumDataException {
    if (!typeSeen || !sizeSeen) {
      String missing = typeSeen ? "bytesPerChecksum" : "type";
      throw new MalformedChecksumDataException("checksum data without " + missing, start);
    }
    ChecksumType type =
        numbers
            .typeOf(typeNumber)
            .orElseThrow(() ->
                new MalformedChecksumDataException(
                    "unknown checksum type " + Integer.toUnsignedString(typeNumber), typeOffset));
    int least = type.isNone() ? 0 : 1;
    if (bytesPerChecksum < least) {
      throw new MalformedChecksumDataException(
          "bytesPerChecksum of "
              + type
              + " is "
              + Integer.toUnsignedString(bytesPerChecksum)
              + ", not "
              + least
              + " to "
              + Integer.MAX_VALUE,
          sizeOffset);
    }
    boolean entryFits = entryLength == type.checksumLength() && entryLength > 0;
    if (entryLength != NONE_YET && !entryFits) {
      throw new MalformedChecksumDataException(
          type + " checksum of " + entryLength + " bytes", entryOffset);
    }
    return ChecksumData.of(type, bytesPerChecksum, packed, 0, used);
  }
}
