// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.format.aeron.SegmentName;
import io.chunksum.format.aeron.SegmentResult;
import io.chunksum.format.aeron.SegmentVerifier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A segment file of an Aeron recording. It does not state its type: that is the one with which
 * fewer frames are bad, if any frame is good.
 */
final class AeronSegmentInspector implements Inspector {

  @Override
  public String format() {
    return "aeron";
  }

  /** By a data frame at its start; if it starts with zeros, only its name identifies it. */
  @Override
  public boolean recognizes(byte[] start) {
    return SegmentVerifier.recognizes(start);
  }

  @Override
  public boolean isNamedLike(String name) {
    return SegmentName.parse(name).isPresent();
  }

  @Override
  public List<Summary> inspect(Path file) throws IOException {
    return List.of(
        summary(
            new SegmentVerifier(ChecksumType.CRC32C).verify(file),
            new SegmentVerifier(ChecksumType.CRC32).verify(file)));
  }

  /** Summarizes the segment by what was found in it with either type. */
  static Summary summary(SegmentResult crc32c, SegmentResult crc32) throws IOException {
    requireWhole(crc32c);
    requireWhole(crc32);
    if (crc32.badCount() < Math.min(crc32c.badCount(), crc32c.dataFrames())) {
      return summary(Optional.of(ChecksumType.CRC32), crc32);
    }
    boolean anyGood = crc32c.badCount() < crc32c.dataFrames();
    return summary(anyGood ? Optional.of(ChecksumType.CRC32C) : Optional.empty(), crc32c);
  }

  /** The counts of a segment that was not read to its end would pass for those of all of it. */
  private static void requireWhole(SegmentResult result) throws IOException {
    if (result.failure() != null) {
      throw result.failure();
    }
  }

  private static Summary summary(Optional<ChecksumType> type, SegmentResult result) {
    return new Summary(
        type,
        OptionalInt.empty(),
        OptionalLong.of(result.length()),
        OptionalLong.empty(),
        OptionalLong.of(result.dataFrames()),
        OptionalLong.empty());
  }
}
