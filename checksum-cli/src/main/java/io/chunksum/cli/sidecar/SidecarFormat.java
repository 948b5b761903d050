// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.sidecar;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.compute.WholeChecksum;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.file.ByteReader;
import io.chunksum.format.FileRecord;
import io.chunksum.format.RecordFormat;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Sidecars next to the files. */
public final class SidecarFormat implements RecordFormat {

  private static final String ENDING = ".chunksum";

  /** Read at once for the CRC: a scan opens many sidecars, most of them far smaller. */
  private static final int STEP_BYTES = 64 * 1024;

  /** Creates the format. */
  public SidecarFormat() {}

  /**
   * Returns the default path of a file's sidecar.
   *
   * @param file the file
   * @return {@code FILE.chunksum}
   */
  public static Path beside(Path file) {
    return Path.of(file + ENDING);
  }

  /**
   * Returns whether a file has the whole header of a sidecar, whatever follows it.
   *
   * @param file the file, a regular one
   * @return whether it has
   * @throws IOException if it cannot be read
   */
  public static boolean hasHeader(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      return SidecarHeader.isNext(in);
    }
  }

  /** Computes the CRC32C of the first {@code length} bytes of a sidecar, big-endian. */
  static byte[] crcOf(FileChannel channel, long length) throws IOException {
    WholeChecksum crc = WholeChecksum.of(ChecksumType.CRC32C);
    ByteBuffer step = ByteBuffer.allocate((int) Math.min(STEP_BYTES, length));
    for (long done = 0; done < length; done += step.limit()) {
      step.clear().limit((int) Math.min(step.capacity(), length - done));
      readFully(channel, done, step);
      crc.accept(step.flip());
    }
    return crc.finish();
  }

  /** Fills a buffer with the bytes of a sidecar from an offset on, which must all be there. */
  static void readFully(FileChannel channel, long offset, ByteBuffer target) throws IOException {
    if (!ByteReader.fill(channel, offset, target)) {
      throw new MalformedChecksumDataException("sidecar ends too early", channel.size());
    }
  }

  @Override
  public Optional<String> recordedFile(String name) {
    return name.endsWith(ENDING)
        ? Optional.of(name.substring(0, name.length() - ENDING.length()))
        : Optional.empty();
  }

  @Override
  public boolean recognizes(byte[] start) {
    return SidecarHeader.recognizes(start);
  }

  @Override
  public FileRecord open(Path record, Path file) throws IOException {
    return new SidecarReader(record);
  }
}
