// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Identifies the Apache Ozone block that a record describes. Immutable.
 *
 * @param containerId the container that holds the block
 * @param localId the block's number in the cluster
 * @param commitSequenceId the commit of the container's pipeline that last wrote the record
 * @param replicaIndex erasure coding only: the replica of the block, from 1; data replicas come
 *     before parity replicas
 */
public record BlockId(
    long containerId, long localId, OptionalLong commitSequenceId, OptionalInt replicaIndex) {

  /**
   * Checks that the optional parts are not null.
   *
   * @param containerId the container that holds the block
   * @param localId the block's number in the cluster
   * @param commitSequenceId the commit that last wrote the record
   * @param replicaIndex the replica of the block
   */
  public BlockId {
    Objects.requireNonNull(commitSequenceId, "commitSequenceId");
    Objects.requireNonNull(replicaIndex, "replicaIndex");
  }
}
