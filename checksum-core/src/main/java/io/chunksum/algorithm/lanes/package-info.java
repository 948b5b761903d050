// SPDX-License-Identifier: Apache-2.0

/**
 * Digests of many windows at once. A digest is one long chain of dependent steps, so one message
 * cannot keep a processor busy; the windows of a chunk are many messages, and here each has a lane
 * in which all take the same step at the same time.
 *
 * <p>{@link io.chunksum.algorithm.lanes.LaneDigester} feeds windows to a {@link
 * io.chunksum.algorithm.lanes.LaneKernel}. Not exported.
 */
@NullMarked
package io.chunksum.algorithm.lanes;

import org.jspecify.annotations.NullMarked;
