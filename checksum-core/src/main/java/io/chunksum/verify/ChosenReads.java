// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.observe.SkipReason;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Lets a policy for replicas choose, taking each read for the first window of a chunk. */
final class ChosenReads implements ReadPolicy {

  private final ReceivePolicy policy;
  private final int replica;
  private final int replicas;
  private final AtomicLong asked = new AtomicLong();

  ChosenReads(ReceivePolicy policy, int replica, int replicas) {
    this.policy = policy;
    this.replica = ReceivePolicy.checkReplica(replica, replicas);
    this.replicas = replicas;
  }

  @Override
  public @Nullable SkipReason skip(Object key, long bytes) {
    boolean verifies = policy.verifies(replica, replicas, asked.getAndIncrement(), 0);
    return verifies ? null : policy.skipReason();
  }

  @Override
  public String toString() {
    return policy.toString();
  }
}
