// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.internal.SaturatingSum;

/**
 * How far a scan has come, and what it has found. Immutable.
 *
 * @param files files that were reported, whatever the outcome
 * @param mismatched those of them whose data mismatched
 * @param failed those of them that could not be checked, not to their end, or not for all types; a
 *     file may be among these and among the mismatched ones
 * @param unrecorded files without checksums, which are only counted
 * @param bytes bytes of these files that were read, even beyond the place where one failed; as
 *     progress, also those read so far of other files
 */
public record ScanCounts(long files, long mismatched, long failed, long unrecorded, long bytes) {

  /** Nothing yet. */
  public static final ScanCounts ZERO = new ScanCounts(0, 0, 0, 0, 0);

  /**
   * Adds the counts of another part of the scan.
   *
   * @param other the counts to add
   * @return the sums; 2<sup>63</sup>−1 for one that would exceed that
   */
  public ScanCounts plus(ScanCounts other) {
    return new ScanCounts(
        SaturatingSum.of(files, other.files),
        SaturatingSum.of(mismatched, other.mismatched),
        SaturatingSum.of(failed, other.failed),
        SaturatingSum.of(unrecorded, other.unrecorded),
        SaturatingSum.of(bytes, other.bytes));
  }
}
