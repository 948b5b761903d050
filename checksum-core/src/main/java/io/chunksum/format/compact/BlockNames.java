// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.compact;

import io.chunksum.data.MalformedChecksumDataException;

/**
 * The names of the chunks of a block, where they are {@code <base>_chunk_<n>} with n rising by one
 * from chunk to chunk, as Apache Ozone names them.
 */
final class BlockNames {

  static final String MIDDLE = "_chunk_";

  static final int NO_PATTERN = 0;

  /** A base that is a number as {@link Long#toString()} writes it takes half the bytes. */
  static final int NUMBER = 1;

  static final int TEXT = 2;

  private int kind = NO_PATTERN;
  private long number;
  private String text = "";

  /** What n is for the first chunk. */
  private int first;

  void read(BlockCursor in) throws MalformedChecksumDataException {
    kind = in.next();
    switch (kind) {
      case NO_PATTERN -> {
        return;
      }
      case NUMBER -> number = in.varint();
      case TEXT -> text = in.text();
      default -> throw in.malformed("names of unknown kind " + kind);
    }
    first = in.intVarint();
  }

  boolean hasPattern() {
    return kind != NO_PATTERN;
  }

  String of(int chunk) {
    long n = (long) first + chunk;
    return kind == NUMBER ? number + MIDDLE + n : text + MIDDLE + n;
  }
}
