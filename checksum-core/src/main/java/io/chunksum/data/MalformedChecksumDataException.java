// SPDX-License-Identifier: Apache-2.0

package io.chunksum.data;

import io.chunksum.internal.Texts;
import java.io.IOException;
import java.io.Serial;

/**
 * Thrown when stored checksums cannot be decoded: the input is not well formed, which says nothing
 * about the data it was meant to protect.
 */
public final class MalformedChecksumDataException extends IOException {

  @Serial private static final long serialVersionUID = 1;

  /** What is wrong, as it was given. */
  private final String problem;

  /** Where decoding failed, in bytes from the start of the input. */
  private final long offset;

  /**
   * Creates the exception.
   *
   * @param problem what is wrong; the message is one line, in which {@code ?} stands for control
   *     characters and line separators
   * @param offset where in the input, in bytes from its start
   */
  public MalformedChecksumDataException(String problem, long offset) {
    super(Texts.inOneLine(problem + " (at byte " + offset + ")"));
    this.problem = problem;
    this.offset = offset;
  }

  /**
   * Creates the exception with what the underlying reader threw.
   *
   * @param problem what is wrong; the message is one line, in which {@code ?} stands for control
   *     characters and line separators
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

  /**
   * Returns the same failure, counted from the start of what the input is part of.
   *
   * @param bytesBefore number of bytes before the input
   * @return an exception with the same problem, and this one as its cause
   * @throws ArithmeticException if the offset would exceed 2<sup>63</sup>−1
   */
  public MalformedChecksumDataException offsetBy(long bytesBefore) {
    return new MalformedChecksumDataException(problem, Math.addExact(offset, bytesBefore), this);
  }
}
