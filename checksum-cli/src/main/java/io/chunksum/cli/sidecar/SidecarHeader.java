// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.sidecar;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.proto.TypeNumbers;
import io.chunksum.window.WindowLayout;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/**
 * What a sidecar says before its first chunk.
 *
 * @param types the types of its checksums, at least one, none twice
 * @param bytesPerChecksum bytes in a full window of each of them
 * @param length bytes in the file
 */
record SidecarHeader(List<ChecksumType> types, int bytesPerChecksum, long length) {

  static final byte[] MAGIC = "CHUNKSUM".getBytes(StandardCharsets.US_ASCII);
  static final int VERSION = 1;

  /** The most bytes of a record besides its checksums: those that are written have fewer by far. */
  private static final int RECORD_BYTES = 1024;

  /** The most bytes in a record before a checksum: its tag and its length, which may be 255. */
  private static final int CHECKSUM_PREFIX_BYTES = 3;

  /** Types without a number of their own get numbers from here up, in header order. */
  private static final int FIRST_OWN_NUMBER = 1000;

  /** Throws IllegalArgumentException if a part is out of range. */
  SidecarHeader {
    types = List.copyOf(types);
    if (types.isEmpty() || types.size() > 255 || new HashSet<>(types).size() < types.size()) {
      throw new IllegalArgumentException("need 1 to 255 different types: " + types);
    }
    for (ChecksumType type : types) {
      ChecksumData.checkWindowSize(type, bytesPerChecksum);
    }
    if (length < 0) {
      throw new IllegalArgumentException("length must not be negative: " + length);
    }
  }

  /** Returns whether a file has the magic number, by its first bytes. */
  static boolean recognizes(byte[] start) {
    return start.length >= MAGIC.length
        && Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  /** Returns the numbers of the types in the ChunkInfo messages. */
  TypeNumbers numbers() {
    TypeNumbers numbers = TypeNumbers.OZONE;
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).wireNumber().isEmpty()) {
        numbers = numbers.with(FIRST_OWN_NUMBER + i, types.get(i));
      }
    }
    return numbers;
  }

  /** Returns whether a record is that of a type for the chunk at an offset. */
  boolean isOf(ChunkInfo info, ChecksumType type, long offset, long chunkLength) {
    return info.offset() == offset
        && info.length() == chunkLength
        && info.checksums().type().equals(type)
        && info.checksums().bytesPerChecksum() == bytesPerChecksum;
  }

  /** Returns the most bytes that the record of a type for a chunk of this length may have. */
  long maxRecordBytes(ChecksumType type, long chunkLength) {
    long windows = type.isNone() ? 0 : WindowLayout.windowCount(chunkLength, bytesPerChecksum);
    return RECORD_BYTES + windows * (CHECKSUM_PREFIX_BYTES + type.checksumLength());
  }

  /** Returns the number of bytes that are written. */
  int bytes() {
    int namesAndNumbers =
        types.stream().mapToInt(type -> 1 + type.name().length() + 1 + Integer.BYTES).sum();
    return MAGIC.length + 1 + 1 + namesAndNumbers + Integer.BYTES + Long.BYTES;
  }

  void write(DataOutputStream out) throws IOException {
    out.write(MAGIC);
    out.writeByte(VERSION);
    out.writeByte(types.size());
    TypeNumbers numbers = numbers();
    for (ChecksumType type : types) {
      out.writeByte(type.name().length());
      out.writeBytes(type.name());
      out.writeByte(type.checksumLength());
      out.writeInt(numbers.numberOf(type));
    }
    out.writeInt(bytesPerChecksum);
    out.writeLong(length);
  }

  /** Reads a header, and returns whether it is one. */
  static boolean isNext(DataInputStream in) throws IOException {
    if (!recognizes(in.readNBytes(MAGIC.length)) || in.read() != VERSION) {
      return false;
    }
    try {
      read(in);
      return true;
    } catch (EOFException | IllegalArgumentException e) {
      return false;
    }
  }

  /** Reads what follows the magic number and the version. */
  static SidecarHeader read(DataInputStream in) throws IOException {
    List<ChecksumType> types = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    for (int count = in.readUnsignedByte(); count > 0; count--) {
      String name = new String(in.readNBytes(in.readUnsignedByte()), StandardCharsets.US_ASCII);
      int checksumLength = in.readUnsignedByte();
      int number = in.readInt();
      types.add(
          TypeNumbers.OZONE
              .typeOf(number)
              .filter(type -> type.name().equals(name))
              .filter(type -> type.checksumLength() == checksumLength)
              .orElseGet(() -> ChecksumType.of(name, checksumLength)));
      numbers.add(number);
    }
    SidecarHeader header = new SidecarHeader(types, in.readInt(), in.readLong());
    TypeNumbers written = header.numbers();
    for (int i = 0; i < types.size(); i++) {
      if (written.numberOf(types.get(i)) != numbers.get(i)) {
        throw new IllegalArgumentException(types.get(i) + " cannot have number " + numbers.get(i));
      }
    }
    return header;
  }
}
