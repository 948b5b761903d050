// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a scan found for one file. Immutable.
 *
 * @param target the file
 * @param results one for each type of its record, in that order; none if it could not be checked,
 *     or if it could not be checked to its end and nothing wrong was found before
 * @param failure why it could not be checked, not to its end, or not for all types; null if it was
 */
@SuppressWarnings("exports") // Users need JSpecify's annotations neither to compile nor to run.
public record ScanOutcome(
    ScanTarget target, List<FileResult> results, @Nullable Exception failure) {

  /**
   * Checks that nothing is missing, except for the failure, and copies the list.
   *
   * @param target the file
   * @param results one for each type of its record
   * @param failure why it could not be checked
   */
  public ScanOutcome {
    Objects.requireNonNull(target, "target");
    results = List.copyOf(results);
  }

  /**
   * Returns whether data mismatched.
   *
   * @return true if it did, for any of the types
   */
  public boolean mismatched() {
    return results.stream().anyMatch(result -> result.mismatchCount() > 0);
  }
}
