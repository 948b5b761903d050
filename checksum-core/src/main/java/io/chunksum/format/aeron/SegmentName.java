// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parsed name of a segment file. Immutable.
 *
 * @param recordingId number of the recording
 * @param basePosition position in the recording's stream of the file's first byte, in bytes
 */
public record SegmentName(long recordingId, long basePosition) {

  private static final String SUFFIX = ".rec";
  private static final Pattern NAME =
      Pattern.compile("(\\d{1,19})-(\\d{1,19})" + Pattern.quote(SUFFIX));

  /**
   * Parses a name.
   *
   * @param fileName name of a file, without its folder
   * @return the parsed name; empty if segment files have no such names
   */
  public static Optional<SegmentName> parse(String fileName) {
    Matcher matcher = NAME.matcher(fileName);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new SegmentName(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))));
    } catch (NumberFormatException e) {
      return Optional.empty(); // 2^63 or more.
    }
  }

  /**
   * Returns the name of the file.
   *
   * @return a name such as {@code 0-1048576.rec}
   */
  @Override
  public String toString() {
    return recordingId + "-" + basePosition + SUFFIX;
  }
}
