// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.file.ByteReader;
import io.chunksum.internal.RegularFiles;
import io.chunksum.verify.VerifyResult;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Verifies every frame of segment files of recordings, and continues after the bad ones.
 *
 * <pre>
 * 0        start                                        end           length
 * |--zeros--|frame|frame|frame| ? ? ? ? |frame|frame|pad|----zeros-----|
 *                             malformed
 * </pre>
 *
 * <p>Where there is no frame that could follow, or none at all before the recording ends, every
 * multiple of 32 bytes is tried as the start of the next one, which must be at the right place in
 * its term and have the right checksum. Everything up to it is one malformed stretch. A frame with
 * a mismatch is searched in the same way, since the error may be in its length: the bad frame then
 * ends where the next one begins. Trying is limited to 1 MiB and 16 bytes for each byte of the
 * file, which only a file made on purpose reaches; long frames may then be missed, or taken as they
 * are.
 *
 * <p>All segment files of a recording have the same length, and are zero where nothing was
 * recorded. The descriptor of the recording says where frames begin and end; without it, they begin
 * after leading zeros, and end where only zeros follow. Anything after the end that is not zero is
 * one malformed stretch, too.
 *
 * <p>Files are read by position, front to back, into a reused buffer. Mutable, for one thread at a
 * time.
 */
public final class SegmentVerifier {

  /** Number of bad frames that a result keeps; further ones are only counted. */
  public static final int MAX_KEPT = VerifyResult.DEFAULT_KEPT;

  private final FrameWalk walk;
  private final ByteReader reader = new ByteReader();

  /**
   * Returns whether a file is likely to be a segment file, by how it begins: with a frame that has
   * data. One that begins with zeros is not recognized.
   *
   * @param start the first bytes of the file, all of them if there are fewer than 9
   * @return whether they can begin such a frame
   */
  public static boolean recognizes(byte[] start) {
    return FrameHeader.beginsFrame(start);
  }

  /**
   * Creates a verifier.
   *
   * @param type the type of the recorded checksums; Aeron's are CRC32 or CRC32C
   * @throws IllegalArgumentException if there is no algorithm for the type, or its checksums are
   *     not 4 bytes long
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     ChecksumAlgorithms#find}
   */
  public SegmentVerifier(ChecksumType type) {
    this.walk = new FrameWalk(ChecksumAlgorithms.of(type));
  }

  /**
   * Verifies a segment file of a recording about which nothing is known.
   *
   * @param file the file
   * @return what was found
   * @throws MalformedChecksumDataException if there is no frame in it
   * @throws IOException if it is missing or not a regular file, or reading fails and no frame
   *     before was bad
   */
  public SegmentResult verify(Path file) throws IOException {
    try (FileChannel channel = RegularFiles.open(file)) {
      return verify(channel, file.toString());
    }
  }

  /** Verifies an open file, which stays open. */
  SegmentResult verify(FileChannel file, String name) throws IOException {
    long size = file.size();
    return new SegmentPass(walk, reader, file, size, name, SegmentExtent.unknown(size)).run();
  }

  /**
   * Verifies a segment file of a known recording.
   *
   * @param file the file
   * @param basePosition position in the stream of the file's first byte, in bytes, as given in its
   *     name
   * @param recording the descriptor of the recording
   * @return what was found
   * @throws MalformedChecksumDataException if there is no frame in it that the recording can have
   *     at this position, for example because it is not the position of this file; a file of zeros
   *     is good if the recording stopped where it begins, or has no frames at all
   * @throws IOException if it is missing or not a regular file, or reading fails and no frame
   *     before was bad
   * @throws IllegalArgumentException if no term of the recording can begin at that position
   */
  public SegmentResult verify(Path file, long basePosition, RecordingDescriptor recording)
      throws IOException {
    SegmentExtent extent = SegmentExtent.of(basePosition, recording);
    try (FileChannel channel = RegularFiles.open(file)) {
      return new SegmentPass(walk, reader, channel, channel.size(), file.toString(), extent).run();
    }
  }
}
