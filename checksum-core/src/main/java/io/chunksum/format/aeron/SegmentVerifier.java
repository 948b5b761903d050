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
 * Verifies segment files of recordings, every frame of them, and goes on behind the bad ones.
 *
 * <pre>
 * 0        start                                        end           length
 * |--zeros--|frame|frame|frame| ? ? ? ? |frame|frame|pad|----zeros-----|
 *                             malformed
 * </pre>
 *
 * <p>Where there is no frame that could follow, or none at all before the recording ends, the next
 * one is looked for every 32 bytes; it has to be at the right place of its term and have the right
 * checksum. Everything up to there is one malformed stretch. Inside a frame with another checksum
 * one is looked for in the same way, since the length may be what is wrong: the bad frame ends
 * there then.
 *
 * <p>A segment file is as long as all others of its recording, and zero where nothing was recorded.
 * Where frames begin and end is known from the descriptor of the recording; without it, they begin
 * behind leading zeros, and end where only zeros follow. What lies behind the end and is not zero
 * is one malformed stretch, too.
 *
 * <p>Files are read by position, front to back, into a reused buffer. Mutable, for one thread at a
 * time.
 */
public final class SegmentVerifier {

  /** Number of bad frames that a result keeps; further ones are only counted. */
  public static final int MAX_KEPT = VerifyResult.MAX_KEPT;

  private final FrameWalk walk;
  private final ByteReader reader = new ByteReader();

  /**
   * Creates a verifier.
   *
   * @param type the type of the recorded checksums, CRC32 or CRC32C for those of Aeron
   * @throws IllegalArgumentException if there is no algorithm for the type, or its checksums are
   *     not of 4 bytes
   */
  public SegmentVerifier(ChecksumType type) {
    this.walk = new FrameWalk(ChecksumAlgorithms.of(type));
  }

  /**
   * Verifies a segment file of a recording of which nothing is known.
   *
   * @param file the file
   * @return what was found
   * @throws MalformedChecksumDataException if there is no frame in it
   * @throws IOException if it is missing or not a regular file, or reading fails
   */
  public SegmentResult verify(Path file) throws IOException {
    try (FileChannel channel = RegularFiles.open(file)) {
      return verify(channel);
    }
  }

  /** Verifies a file that is open, and stays so. */
  SegmentResult verify(FileChannel file) throws IOException {
    walk.place().forget();
    return new SegmentRun(walk, reader, file, SegmentExtent.unknown(file.size())).run();
  }

  /**
   * Verifies a segment file of a recording that is known.
   *
   * @param file the file
   * @param basePosition position in the stream of the file's first byte, as its name tells it
   * @param recording the descriptor of the recording
   * @return what was found
   * @throws MalformedChecksumDataException if there is no frame in it
   * @throws IOException if it is missing or not a regular file, or reading fails
   * @throws IllegalArgumentException if no segment file of the recording begins at that position
   */
  public SegmentResult verify(Path file, long basePosition, RecordingDescriptor recording)
      throws IOException {
    SegmentExtent extent = SegmentExtent.of(basePosition, recording);
    walk.place().know(recording);
    try (FileChannel channel = RegularFiles.open(file)) {
      return new SegmentRun(walk, reader, channel, extent).run();
    }
  }
}
