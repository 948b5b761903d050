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
   * Does {@link Throwable#addSuppressed} with what would be lost, if there is anything. It need not
   * have been thrown before the other.
   *
   * @param thrown what is thrown or reported
   * @param lost what would be lost, which may be the same; null if nothing
   */
  @SuppressWarnings("ReferenceEquality") // Nothing can be suppressed in itself.
  public static void addSuppressed(Throwable thrown, @Nullable Throwable lost) {
    if (lost != null && lost != thrown) {
      thrown.addSuppressed(lost);
    }
  }
}
