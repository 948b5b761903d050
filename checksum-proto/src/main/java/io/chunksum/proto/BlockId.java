// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Which block of Apache Ozone a record is of. Immutable.
 *
 * @param containerId the container that holds the block
 * @param localId the block's number in the cluster
 * @param commitSequenceId the commit of the container's pipeline that wrote the record last
 * @param replicaIndex erasure coding only: which replica of the block, from 1; data replicas come
 *     before those of parity
 */
public record BlockId(
    long containerId, long localId, OptionalLong commitSequenceId, OptionalInt replicaIndex) {}
