// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.observe.SkipReason;
import org.jspecify.annotations.Nullable;

/** Treats all reads alike. */
enum FixedReads implements ReadPolicy {
  ALWAYS(null),
  NEVER(SkipReason.NEVER);

  private final @Nullable SkipReason reason;

  FixedReads(@Nullable SkipReason reason) {
    this.reason = reason;
  }

  @Override
  public @Nullable SkipReason skipReason(Object key, long bytes) {
    return reason;
  }
}
