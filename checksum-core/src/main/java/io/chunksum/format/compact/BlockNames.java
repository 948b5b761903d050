// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.compact;

import io.chunksum.data.MalformedChecksumDataException;

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

  /** In UTF-8. A base is stored once but is in the name of every chunk, so it must not be long. */
  static final int MAX_BASE_BYTES = 255;

  private int kind = NO_PATTERN;
  private long number;
  private String text = "";

  /** The value of n for the first chunk. */
  private int first;

  void read(BlockCursor in) throws MalformedChecksumDataException {
    kind = in.next();
    switch (kind) {
      case NO_PATTERN -> {
        return;
      }
      case NUMBER -> number = in.varint();
      case TEXT -> text = readBase(in);
      default -> throw in.malformed("names of unknown kind " + kind);
    }
    first = in.intVarint();
  }

  private static String readBase(BlockCursor in) throws MalformedChecksumDataException {
    int length = in.count(1);
    if (length > MAX_BASE_BYTES) {
      throw in.malformed("a common name prefix of " + length + " bytes");
    }
    return in.text(length);
  }

  boolean hasPattern() {
    return kind != NO_PATTERN;
  }

  String of(int chunk) {
    long n = (long) first + chunk;
    return kind == NUMBER ? number + MIDDLE + n : text + MIDDLE + n;
  }
}
