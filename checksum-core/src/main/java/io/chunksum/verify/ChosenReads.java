// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.observe.SkipReason;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Applies a {@link ReceivePolicy} to reads: each counts as the first window of a chunk. */
final class ChosenReads implements ReadPolicy {

  private final ReceivePolicy policy;
  private final double share;
  private final AtomicLong asked = new AtomicLong();

  ChosenReads(ReceivePolicy policy, int replica, int replicas) {
    this.policy = policy;
    this.share = policy.share(replica, replicas);
  }

  @Override
  public @Nullable SkipReason skipReason(Object key, long bytes) {
    return policy.verifies(share, asked.getAndIncrement(), 0) ? null : policy.skipReason();
  }

  @Override
  public String toString() {
    return policy.toString();
  }
}
