// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.file.ByteReader;
import java.util.List;
import java.util.Set;

/** The readers for all files of a command. Each allocates its buffers on first use. */
final class Readers {

  /** A CRC takes a fraction of the time of reading, so a second thread costs more than it hides. */
  private static final Set<ChecksumType> FAST =
      Set.of(ChecksumType.NONE, ChecksumType.CRC32, ChecksumType.CRC32C);

  private final ByteReader plain = new ByteReader();
  private final ByteReader ahead = ByteReader.readingAhead();

  /** For files that are checksummed with these types. */
  ByteReader of(List<ChecksumType> types) {
    return FAST.containsAll(types) ? plain : ahead;
  }
}
