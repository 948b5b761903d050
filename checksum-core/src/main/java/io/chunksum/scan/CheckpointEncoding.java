// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.scan.ScanCheckpoint.Place;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What the slots of a {@link ScanCheckpoint} contain, as bytes. Integers are big-endian. */
final class CheckpointEncoding {

  private static final byte[] MAGIC = "CHUNKSCAN".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;

  private CheckpointEncoding() {}

  static void writeHeader(DataOutputStream out, String scope) throws IOException {
    out.write(MAGIC);
    out.writeByte(VERSION);
    writeText(out, scope);
  }

  /** Returns why a header, null if there is none, is not that of a scope; null if it is. */
  static @Nullable String problem(@Nullable DataInputStream header, String scope)
      throws IOException {
    if (header == null || !Arrays.equals(header.readNBytes(MAGIC.length), MAGIC)) {
      return ScanCheckpoint.NO_CHECKPOINT;
    }
    int version = header.readUnsignedByte();
    if (version != VERSION) {
      return "is a checkpoint of unknown version " + version;
    }
    String found = readText(header);
    return found.equals(scope) ? null : "is the checkpoint of " + found + ", not of " + scope;
  }

  static Place readPlace(DataInputStream in) throws IOException {
    String path = readText(in);
    return new Place(
        path,
        new ScanCounts(in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong()));
  }

  static void writePlace(DataOutputStream out, Place place) throws IOException {
    writeText(out, place.path());
    ScanCounts counts = place.counts();
    out.writeLong(counts.files());
    out.writeLong(counts.mismatched());
    out.writeLong(counts.failed());
    out.writeLong(counts.unrecorded());
    out.writeLong(counts.bytes());
  }

  /** Writes a text of any length, unlike {@link DataOutputStream#writeUTF}. */
  private static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readText(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new EOFException("a text of " + length + " bytes");
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }
}
