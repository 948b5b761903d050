// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where bytes are read from. */
interface ByteSource {

  /** Reads into a buffer what comes after the first {@code done} bytes; below 0 at the end. */
  int read(ByteBuffer target, long done) throws IOException;
}
