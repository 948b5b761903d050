// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.io.IOException;
import java.io.InputStream;

/** Fills a number of reads with zeros, and then fails. */
final class BrokenInput extends InputStream {

  private int left;

  BrokenInput(int reads) {
    this.left = reads;
  }

  @Override
  public int read() throws IOException {
    throw new IOException("cable pulled");
  }

  // The inherited one hides a failure after the first byte.
  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    return left-- > 0 ? length : read();
  }
}
