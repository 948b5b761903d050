// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

import java.lang.reflect.UndeclaredThrowableException;
import org.jspecify.annotations.Nullable;

/** Passes on what was thrown in another thread, or what another exception would hide. */
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

  /**
   * Adds an earlier failure to what is thrown in its place.
   *
   * @param failure what would be lost; null if nothing
   * @param thrown what is thrown, which may be the same
   */
  @SuppressWarnings("ReferenceEquality") // Nothing can be suppressed in itself.
  public static void suppress(@Nullable Throwable failure, Throwable thrown) {
    if (failure != null && failure != thrown) {
      thrown.addSuppressed(failure);
    }
  }
}
