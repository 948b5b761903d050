// SPDX-License-Identifier: Apache-2.0

/**
 * Digests of many windows at once. A digest is one long chain of dependent steps, so one message
 * cannot keep a processor busy. The windows of a chunk are many messages; here each has its own
 * lane, and all lanes take the same step at the same time.
 *
 * <p>{@link io.chunksum.algorithm.lanes.LaneDigester} feeds windows to a {@link
 * io.chunksum.algorithm.lanes.LaneKernel}. Not exported.
 *
 * <p>{@code LaneInput} finds the blocks of a lane in a {@link
 * io.chunksum.algorithm.lanes.WindowSource}, and pads them. {@link
 * io.chunksum.algorithm.lanes.LaneKernels} finds the kernels. A {@link
 * io.chunksum.algorithm.lanes.PairDigester} has no lanes: it is for two windows at a time, with the
 * JDK's own digests.
 */
@NullMarked
package io.chunksum.algorithm.lanes;

import org.jspecify.annotations.NullMarked;
