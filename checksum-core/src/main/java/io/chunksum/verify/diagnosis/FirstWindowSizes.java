// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.StreamingChecksum;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The window sizes that would yield as many checksums as there are, and of which the first window
 * has the first of them. All are tried in one pass: the checksum of each prefix of the data comes
 * from that of the one before.
 *
 * @param found the sizes, in bytes, in ascending order
 * @param tried how many were tried
 */
record FirstWindowSizes(List<Long> found, int tried) {

  private static final FirstWindowSizes NONE = new FirstWindowSizes(List.of(), 0);

  private static final int BLOCK_BYTES = 64 * 1024;

  /** Sizes tried in some tenths of a second: for each one, the digest state is copied. */
  private static final long MAX_DIGESTS = 1 << 20;

  private static final long MAX_SUMS = 1 << 24;

  /** If there are more, as in zeros under some CRCs, the checksum says nothing about the size. */
  private static final int MAX_FOUND = 16;

  /** Bytes of the longest checksum that is not a digest. */
  private static final int SUM_BYTES = 8;

  static FirstWindowSizes of(Evidence evidence) throws IOException {
    int count = evidence.sums().count();
    // If a window is as it should be, the size is right, whatever happened to others.
    if (count < 2
        || evidence.length() == 0
        || evidence.firstWindow() > 0
        || evidence.isInPlace(0)
        || evidence.isInPlace(1)) {
      return NONE;
    }
    long last = evidence.length() - 1;
    long least = last / count + 1;
    long most = Math.min(last / (count - 1), Diagnostician.MAX_WINDOW_BYTES);
    boolean digest = evidence.algorithm().type().checksumLength() > SUM_BYTES;
    long end = Math.min(most + 1, least + (digest ? MAX_DIGESTS : MAX_SUMS));
    return least < end ? walk(evidence, least, end) : NONE;
  }

  /** Tries the sizes from {@code least} on, as long as they are below {@code end}. */
  private static FirstWindowSizes walk(Evidence evidence, long least, long end) throws IOException {
    List<Long> found = new ArrayList<>();
    StreamingChecksum checksum = StreamingChecksum.of(evidence.algorithm());
    byte[] sum = new byte[evidence.algorithm().type().checksumLength()];
    for (long at = 0; at < end - 1; at += BLOCK_BYTES) {
      byte[] block = evidence.read(at, Math.min(at + BLOCK_BYTES, end - 1));
      // Shorter prefixes are not asked for.
      int asked = (int) Math.min(Math.max(0, least - 1 - at), block.length);
      checksum.update(block, 0, asked);
      for (int i = asked; i < block.length; i++) {
        checksum.update(block, i, 1);
        if (!checksum.peek(sum, 0)) {
          return NONE;
        }
        if (evidence.sums().matches(0, sum, 0)) {
          found.add(at + i + 1);
          if (found.size() > MAX_FOUND) {
            return NONE;
          }
        }
      }
    }
    return new FirstWindowSizes(found, (int) (end - least));
  }
}
