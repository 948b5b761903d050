// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

/**
 * What verifiers do beside verifying. Immutable and safe to share between threads.
 *
 * @param keptMismatches number of mismatches that a result keeps, at least 1; further ones are only
 *     counted
 */
public record VerifyOptions(int keptMismatches) {

  /** What verifiers do that are told nothing: they keep {@value VerifyResult#MAX_KEPT}. */
  public static final VerifyOptions DEFAULT = new VerifyOptions(VerifyResult.MAX_KEPT);

  /**
   * Checks the options.
   *
   * @param keptMismatches number of mismatches that a result keeps
   * @throws IllegalArgumentException if it is below 1
   */
  public VerifyOptions {
    if (keptMismatches < 1) {
      throw new IllegalArgumentException("at least 1 mismatch is kept: " + keptMismatches);
    }
  }

  /**
   * Gives these options with another number of kept mismatches.
   *
   * @param count number of mismatches that a result keeps, at least 1
   * @return the options
   * @throws IllegalArgumentException if it is below 1
   */
  public VerifyOptions keepingMismatches(int count) {
    return new VerifyOptions(count);
  }
}
