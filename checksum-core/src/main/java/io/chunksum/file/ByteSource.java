// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A source of bytes. */
@FunctionalInterface
interface ByteSource {

  /**
   * Reads what follows the first {@code done} bytes into a buffer; returns a negative number at the
   * end.
   */
  int read(ByteBuffer target, long done) throws IOException;

  /**
   * Reads what follows the first {@code done} bytes until the buffer is full.
   *
   * @return false if the source ended before that
   */
  default boolean fill(ByteBuffer target, long done) throws IOException {
    long start = done - target.position();
    while (target.hasRemaining()) {
      if (read(target, start + target.position()) < 0) {
        return false;
      }
    }
    return true;
  }
}
