// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

import java.lang.reflect.UndeclaredThrowableException;
import org.jspecify.annotations.Nullable;

/** What was thrown in one thread and concerns another. */
public final class Failures {

  private Failures() {}

  /**
   * Throws what is unchecked unchanged, and anything else, which a callee has thrown without
   * declaring it, as the cause of an {@link UndeclaredThrowableException}.
   *
   * @param thrown what was thrown; null to throw nothing
   */
  public static void rethrow(@Nullable Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown instanceof RuntimeException exception) {
      throw exception;
    }
    if (thrown != null) {
      throw new UndeclaredThrowableException(thrown);
    }
  }
}
