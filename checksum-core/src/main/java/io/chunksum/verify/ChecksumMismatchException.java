// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import java.io.IOException;
import java.io.Serial;

/**
 * Thrown when data and stored checksums disagree, or could not be compared because type or window
 * size differ. The exception carries what was found, also through serialization.
 *
 * @serial exclude
 */
public final class ChecksumMismatchException extends IOException {

  @Serial private static final long serialVersionUID = 1;

  private final VerifyResult result;

  /**
   * Creates the exception; its message is the result in one line.
   *
   * @param result a result that is not ok
   */
  public ChecksumMismatchException(VerifyResult result) {
    this(result.toString(), result);
  }

  /** Creates an exception whose message says more than the result. */
  ChecksumMismatchException(String message, VerifyResult result) {
    super(message);
    this.result = result;
  }

  /** Creates an exception with an earlier failure as suppressed exception. */
  ChecksumMismatchException(VerifyResult result, IOException earlier) {
    this(result);
    addSuppressed(earlier);
  }

  /**
   * Returns what was found.
   *
   * @return the result, with the mismatches that are kept and all ranges
   */
  public VerifyResult result() {
    return result;
  }
}
