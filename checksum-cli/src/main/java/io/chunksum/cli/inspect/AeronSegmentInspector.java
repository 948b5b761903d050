// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.format.aeron.SegmentName;
import io.chunksum.format.aeron.SegmentResult;
import io.chunksum.format.aeron.SegmentVerifier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A segment file of an Aeron recording. It does not state its type: that is the one with which more
 * frames are good, if any is. The fewer bad ones would not tell it: with the wrong type, a damaged
 * header hides all frames after it.
 */
final class AeronSegmentInspector implements Inspector {

  @Override
  public String format() {
    return "aeron";
  }

  /** Looks for a data frame; a segment that starts with zeros is recognized only by its name. */
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
    Map<ChecksumType, SegmentResult> found = new LinkedHashMap<>();
    MalformedChecksumDataException noFrame = null;
    for (ChecksumType type : List.of(ChecksumType.CRC32C, ChecksumType.CRC32)) {
      try {
        found.put(type, new SegmentVerifier(type).verify(file));
      } catch (MalformedChecksumDataException e) { // With the other type, there may be one.
        noFrame = e;
      }
    }
    if (noFrame != null && found.isEmpty()) {
      throw noFrame;
    }
    return List.of(summary(found));
  }

  /** Summarizes what was found in the segment with each type; of equals, the first counts. */
  static Summary summary(Map<ChecksumType, SegmentResult> found) throws IOException {
    for (SegmentResult result : found.values()) {
      requireWhole(result);
    }
    Map.Entry<ChecksumType, SegmentResult> best =
        Collections.max(
            found.entrySet(), Comparator.comparingLong(entry -> good(entry.getValue())));
    boolean anyGood = good(best.getValue()) > 0;
    return summary(anyGood ? Optional.of(best.getKey()) : Optional.empty(), best.getValue());
  }

  /** A lower bound for the number of good frames: bad stretches are counted as bad frames. */
  private static long good(SegmentResult result) {
    return Math.max(0, result.dataFrames() - result.badCount());
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
