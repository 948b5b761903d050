// SPDX-License-Identifier: Apache-2.0

package io.chunksum.observe;

/** Why a policy let windows pass without holding them against their checksums. */
public enum SkipReason {
  /** Nothing is verified here. */
  NEVER,
  /** They were verified before, under the same key. */
  SEEN_BEFORE,
  /** The sample chose others. */
  NOT_SAMPLED,
  /** The budget of bytes to verify was spent. */
  OVER_BUDGET,
  /** Whoever sent them is trusted. */
  SENDER_TRUSTED,
  /** Another replica verifies them. */
  NOT_LAST_REPLICA
}
