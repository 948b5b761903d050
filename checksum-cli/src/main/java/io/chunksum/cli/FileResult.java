// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What verifying a file against its checksums of one type found.
 *
 * @param file the file, as given on the command line
 * @param length bytes it has
 * @param expectedLength bytes it had when the checksums were computed
 * @param type the type of the checksums; NONE checks nothing
 * @param bytesPerChecksum bytes in a full window
 * @param windows number of windows checked
 * @param mismatchCount number of mismatches, those not kept included
 * @param mismatches the first of them
 */
record FileResult(
    String file,
    long length,
    long expectedLength,
    ChecksumType type,
    int bytesPerChecksum,
    long windows,
    long mismatchCount,
    List<FileMismatch> mismatches) {

  boolean ok() {
    return mismatchCount == 0;
  }

  boolean checked() {
    return !type.equals(ChecksumType.NONE);
  }

  /**
   * One bad place; checksums are in hex, null as in {@link io.chunksum.verify.Mismatch}.
   *
   * @param window index of the window in the file
   * @param offset offset of its first byte in the file
   * @param length bytes affected
   * @param expected the stored checksum
   * @param actual the checksum of the bytes that are there
   */
  record FileMismatch(
      long window, long offset, long length, @Nullable String expected, @Nullable String actual) {}
}
