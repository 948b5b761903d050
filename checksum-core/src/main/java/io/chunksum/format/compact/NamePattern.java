// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.compact;

import io.chunksum.data.ChunkInfo;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The pattern that the names of most chunks of a block follow, see {@link BlockNames}: that of the
 * first chunk whose name has this form and a base that may be repeated so often.
 *
 * @param base the start of all names; null if no chunk has such a name
 * @param first the value that n would have for the first chunk
 */
record NamePattern(@Nullable String base, int first) {

  /** Numbers with only one spelling, which fit in an int (here) and a long (below). */
  private static final Pattern NAME =
      Pattern.compile("(.*)" + BlockNames.MIDDLE + "(0|[1-9][0-9]{0,8})", Pattern.DOTALL);

  private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,17}");

  static NamePattern of(List<ChunkInfo> chunks) {
    for (int i = 0; i < chunks.size(); i++) {
      Matcher name = NAME.matcher(chunks.get(i).name());
      if (name.matches()
          && Integer.parseInt(name.group(2)) >= i
          && isRepeatable(name.group(1), chunks.size())) {
        return new NamePattern(name.group(1), Integer.parseInt(name.group(2)) - i);
      }
    }
    return new NamePattern(null, 0);
  }

  private static boolean isRepeatable(String base, int chunks) {
    if (NUMBER.matcher(base).matches()) {
      return true;
    }
    // A char takes at least one byte, so a base that is much too long need not be encoded.
    return !BlockNames.isTooMuch(base.length(), chunks)
        && !BlockNames.isTooMuch(base.getBytes(StandardCharsets.UTF_8).length, chunks);
  }

  /** Returns whether a chunk's name follows the pattern. */
  boolean isFollowedBy(ChunkInfo chunk, int index) {
    return base != null && chunk.name().equals(base + BlockNames.MIDDLE + ((long) first + index));
  }

  void write(BlockWriter out) {
    if (base == null) {
      out.write(BlockNames.NO_PATTERN);
      return;
    }
    if (NUMBER.matcher(base).matches()) {
      out.write(BlockNames.NUMBER);
      out.varint(Long.parseLong(base));
    } else {
      out.write(BlockNames.TEXT);
      out.text(base);
    }
    out.varint(first);
  }
}
