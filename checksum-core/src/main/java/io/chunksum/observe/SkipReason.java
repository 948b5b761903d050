// SPDX-License-Identifier: Apache-2.0

package io.chunksum.observe;

/** Why a policy let windows pass without comparing them with their checksums. */
public enum SkipReason {
  /** Nothing is verified here. */
  NEVER,
  /** They were verified before, under the same key. */
  SEEN_BEFORE,
  /** The sample chose others. */
  NOT_SAMPLED,
  /** The budget of bytes to verify was spent. */
  OVER_BUDGET,
  /** The sender is trusted. */
  SENDER_TRUSTED,
  /** Another replica verifies them. */
  NOT_LAST_REPLICA,
  /** Any other, for policies of your own. */
  OTHER
}
