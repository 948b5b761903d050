// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.internal.LittleEndian;
import io.chunksum.internal.RegularFiles;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The catalog of an archive, file {@value #FILE_NAME}, in version 3, which Aeron has written since
 * 1.30. Immutable and safe to share between threads.
 *
 * <pre>
 * header of 32 bytes: version, length, next recording id (8), alignment
 * for each recording, up to a length of 0 or the end of the file:
 *   header of 32 bytes: length of the descriptor, state, checksum
 *   descriptor: 13 numbers, then 3 texts, each after its length
 *   zeros up to a multiple of the alignment
 * </pre>
 *
 * <p>The schema is {@code aeron-archive-codecs.xml}, messages 20 to 22. The checksum of a
 * descriptor is not verified: an archive that fixes a stop position after a crash leaves the old
 * checksum there.
 */
public final class ArchiveCatalog {

  /** Name of the file in the folder of an archive. */
  public static final String FILE_NAME = "archive.catalog";

  private static final int MAJOR_VERSION = 3;

  /** Where the header states its length, and the alignment of what follows. */
  private static final int LENGTH_AT = 4;

  private static final int ALIGNMENT_AT = 16;

  private static final int HEADER_LENGTH = 32;

  /* Where a descriptor has the numbers that are read. */
  private static final int RECORDING_ID_AT = 16;
  private static final int START_POSITION_AT = 40;
  private static final int STOP_POSITION_AT = 48;
  private static final int INITIAL_TERM_ID_AT = 56;
  private static final int SEGMENT_LENGTH_AT = 60;
  private static final int TERM_LENGTH_AT = 64;
  private static final int MTU_LENGTH_AT = 68;
  private static final int STREAM_ID_AT = 76;

  /** Length of the numbers in a descriptor, before the texts. */
  private static final int BLOCK_LENGTH = 80;

  private static final int TEXTS = 3;

  /** Far more than the texts, which are channels and an identity, ever need. */
  private static final int MAX_DESCRIPTOR_LENGTH = 1024 * 1024;

  private static final long NO_POSITION = -1;

  private final List<RecordingDescriptor> recordings;

  private ArchiveCatalog(List<RecordingDescriptor> recordings) {
    this.recordings = List.copyOf(recordings);
  }

  /**
   * Returns whether a file is likely to be a catalog, by how it begins.
   *
   * @param start the first bytes of the file, all of them if there are fewer than 5
   * @return whether it has the version and the header length that this class reads
   */
  public static boolean recognizes(byte[] start) {
    return start.length > LENGTH_AT
        && LittleEndian.getInt(start, 0) >>> 16 == MAJOR_VERSION
        && start[LENGTH_AT] == HEADER_LENGTH;
  }

  /**
   * Reads a catalog.
   *
   * @param file the file
   * @return its contents
   * @throws MalformedChecksumDataException if it is not a catalog that this class can read
   * @throws IOException if it cannot be read
   */
  public static ArchiveCatalog read(Path file) throws IOException {
    try (FileChannel channel = RegularFiles.open(file)) {
      InputStream input = new BufferedInputStream(Channels.newInputStream(channel));
      return new ArchiveCatalog(new Parser(input, channel.size()).recordings());
    }
  }

  /**
   * Returns the recordings, including those that the archive considers invalid.
   *
   * @return the descriptors in the order of the catalog; unmodifiable
   */
  public List<RecordingDescriptor> recordings() {
    return recordings;
  }

  /**
   * Finds a recording.
   *
   * @param recordingId its number
   * @return its descriptor; empty if the catalog does not have it
   */
  public Optional<RecordingDescriptor> recording(long recordingId) {
    return recordings.stream().filter(known -> known.recordingId() == recordingId).findFirst();
  }

  /** Reads from front to back. */
  private static final class Parser {

    private final InputStream input;
    private final long size;
    private long position;

    Parser(InputStream input, long size) {
      this.input = input;
      this.size = size;
    }

    List<RecordingDescriptor> recordings() throws IOException {
      byte[] header = next(HEADER_LENGTH);
      int majorVersion = LittleEndian.getInt(header, 0) >>> 16;
      int length = LittleEndian.getInt(header, LENGTH_AT);
      int alignment = LittleEndian.getInt(header, ALIGNMENT_AT);
      if (majorVersion != MAJOR_VERSION) {
        throw malformed("a catalog of unknown version " + majorVersion, 0);
      }
      if (length != HEADER_LENGTH) {
        throw malformed("a header of " + length + " bytes", LENGTH_AT);
      }
      if (alignment < HEADER_LENGTH || Integer.bitCount(alignment) != 1) {
        throw malformed("an alignment of " + alignment, ALIGNMENT_AT);
      }
      List<RecordingDescriptor> found = new ArrayList<>();
      while (size - position >= HEADER_LENGTH) {
        long start = position;
        int descriptorLength = LittleEndian.getInt(next(HEADER_LENGTH), 0);
        if (descriptorLength == 0) {
          break;
        }
        found.add(descriptor(descriptorLength, start));
        long aligned = (position - start + alignment - 1) & -alignment;
        skipTo(Math.min(size, start + aligned));
      }
      return found;
    }

    private RecordingDescriptor descriptor(int length, long start) throws IOException {
      if (length < BLOCK_LENGTH + TEXTS * Integer.BYTES
          || length > Math.min(MAX_DESCRIPTOR_LENGTH, size - position)) {
        throw malformed("a descriptor of " + length + " bytes", start);
      }
      byte[] bytes = next(length);
      checkTexts(bytes, start + HEADER_LENGTH);
      long stop = LittleEndian.getLong(bytes, STOP_POSITION_AT);
      try {
        return new RecordingDescriptor(
            LittleEndian.getLong(bytes, RECORDING_ID_AT),
            LittleEndian.getLong(bytes, START_POSITION_AT),
            stop == NO_POSITION ? OptionalLong.empty() : OptionalLong.of(stop),
            LittleEndian.getInt(bytes, INITIAL_TERM_ID_AT),
            LittleEndian.getInt(bytes, SEGMENT_LENGTH_AT),
            LittleEndian.getInt(bytes, TERM_LENGTH_AT),
            LittleEndian.getInt(bytes, MTU_LENGTH_AT),
            LittleEndian.getInt(bytes, STREAM_ID_AT));
      } catch (IllegalArgumentException e) {
        throw new MalformedChecksumDataException(
            "archive catalog: " + e.getMessage(), start + HEADER_LENGTH, e);
      }
    }

    private static void checkTexts(byte[] descriptor, long start) throws IOException {
      long at = BLOCK_LENGTH;
      for (int i = 0; i < TEXTS; i++) {
        if (at + Integer.BYTES > descriptor.length) {
          throw malformed("a descriptor without all its texts", start + at);
        }
        int length = LittleEndian.getInt(descriptor, (int) at);
        if (length < 0 || length > descriptor.length - at - Integer.BYTES) {
          throw malformed("a text of " + length + " bytes", start + at);
        }
        at += Integer.BYTES + length;
      }
    }

    private void skipTo(long next) throws IOException {
      try {
        input.skipNBytes(next - position);
      } catch (EOFException e) {
        throw malformed("the file ends", position);
      }
      position = next;
    }

    private byte[] next(int count) throws IOException {
      byte[] bytes = input.readNBytes(count);
      if (bytes.length < count) {
        throw malformed("the file ends", position + bytes.length);
      }
      position += count;
      return bytes;
    }

    private static MalformedChecksumDataException malformed(String problem, long offset) {
      return new MalformedChecksumDataException("archive catalog: " + problem, offset);
    }
  }
}
