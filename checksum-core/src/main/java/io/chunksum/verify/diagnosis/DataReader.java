// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import java.io.IOException;

/**
 * Reads the data that a {@link Diagnostician} looks at: for a file, by position from its channel.
 *
 * <p>Called by one thread at a time.
 */
@FunctionalInterface
public interface DataReader {

  /**
   * Copies bytes out.
   *
   * @param offset offset in the data of the first byte; the range is inside it
   * @param target where the bytes go
   * @param targetOffset index in {@code target} of the first byte written
   * @param length number of bytes
   * @throws IOException if they cannot be read
   */
  void read(long offset, byte[] target, int targetOffset, int length) throws IOException;
}
