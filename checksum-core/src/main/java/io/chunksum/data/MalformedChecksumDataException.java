// SPDX-License-Identifier: Apache-2.0

package io.chunksum.data;

import java.io.IOException;
import java.io.Serial;

/**
 * Thrown when stored checksums cannot be decoded: the input is not well formed, which says nothing
 * about the data it was meant to protect.
 */
public final class MalformedChecksumDataException extends IOException {

  @Serial private static final long serialVersionUID = 1;

  /** Where decoding failed, in bytes from the start of the input. */
  private final long offset;

  /**
   * Creates the exception.
   *
   * @param problem what is wrong, in one line
   * @param offset where in the input, in bytes from its start
   */
  public MalformedChecksumDataException(String problem, long offset) {
    super(problem + " (at byte " + offset + ")");
    this.offset = offset;
  }

  /**
   * Creates the exception with what the underlying reader threw.
   *
   * @param problem what is wrong, in one line
   * @param offset where in the input, in bytes from its start
   * @param cause the reason
   */
  public MalformedChecksumDataException(String problem, long offset, Throwable cause) {
    this(problem, offset);
    initCause(cause);
  }

  /**
   * Returns where decoding failed.
   *
   * @return bytes from the start of the input
   */
  public long offset() {
    return offset;
  }
}
