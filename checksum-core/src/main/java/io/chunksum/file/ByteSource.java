// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A source of bytes. */
interface ByteSource {

  /**
   * Reads what follows the first {@code done} bytes into a buffer; returns a negative number at the
   * end.
   */
  int read(ByteBuffer target, long done) throws IOException;
}
