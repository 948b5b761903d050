// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.compact;

import io.chunksum.data.MalformedChecksumDataException;
import org.jspecify.annotations.Nullable;

/**
 * The names of the chunks of a block, if they are {@code <base>_chunk_<n>} with n increasing by one
 * from chunk to chunk, as Apache Ozone names them.
 */
final class BlockNames {

  static final String MIDDLE = "_chunk_";

  static final int NO_PATTERN = 0;

  /** A base that is a number as {@link Long#toString()} writes it takes half the bytes. */
  static final int NUMBER = 1;

  static final int TEXT = 2;

  /**
   * What a text may take in the names of all chunks together, in bytes of UTF-8. It is stored once,
   * so without a limit a few bytes of a block could stand for many in memory.
   */
  static final int MAX_REPEATED_BYTES = 64 * 1024;

  private int kind = NO_PATTERN;
  private long number;
  private String text = "";
  private int textBytes;

  /** The value of n for the first chunk. */
  private int first;

  /** The prefix of all names; null until it is asked for. */
  private @Nullable String prefix;

  void read(BlockCursor in) throws MalformedChecksumDataException {
    kind = in.next();
    prefix = null;
    switch (kind) {
      case NO_PATTERN -> {
        return;
      }
      case NUMBER -> number = in.varint();
      case TEXT -> {
        textBytes = in.count(1);
        text = in.text(textBytes);
      }
      default -> throw in.malformed("names of unknown kind " + kind);
    }
    first = in.intVarint();
  }

  /** Checks that not too much is to be repeated. */
  void check(int chunks, BlockCursor in) throws MalformedChecksumDataException {
    if (kind == TEXT && isTooMuch(textBytes, chunks)) {
      throw in.malformed(
          "a common name prefix of " + textBytes + " bytes, for " + chunks + " chunks");
    }
  }

  static boolean isTooMuch(int textBytes, int chunks) {
    return (long) textBytes * chunks > MAX_REPEATED_BYTES;
  }

  boolean hasPattern() {
    return kind != NO_PATTERN;
  }

  /**
   * Returns the name of a chunk that has none of its own.
   *
   * @throws IllegalStateException if there is no pattern, which was checked: the chunk had one then
   */
  String of(int chunk) {
    if (!hasPattern()) {
      throw new IllegalStateException("the bytes of the block have changed");
    }
    String start = prefix;
    if (start == null) {
      start = (kind == NUMBER ? Long.toString(number) : text) + MIDDLE;
      prefix = start;
    }
    return start.concat(Long.toString((long) first + chunk));
  }
}
