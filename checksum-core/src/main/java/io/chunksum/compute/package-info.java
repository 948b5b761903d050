// SPDX-License-Identifier: Apache-2.0

/**
 * Stage 5: takes a chunk and an algorithm and gives the checksum of each window. The only place
 * where windows meet algorithms.
 *
 * <p>A {@link io.chunksum.compute.WholeChecksum} is the one checksum of everything, without
 * windows.
 *
 * <p>A {@link io.chunksum.compute.ChecksumStream} takes the pieces of a chunk, and calculators,
 * collectors and verifiers are built on it. Its {@code StreamEngine} hands whole windows to the
 * algorithm's own loop. Digests may go another way: {@code WindowGroups} offers the windows in
 * hand, in groups, to a {@code LaneRunner}, as {@link io.chunksum.compute.DigestLanes} has chosen,
 * or to a {@code PairRunner}. A {@code WindowRun} tells these where consecutive windows are, {@code
 * BatchWindows} where those of several chunks are.
 *
 * <p>{@code DigestLanes} is the choice for a type, a {@code LaneChoice}, which a {@code LaneRunner}
 * follows. {@code LaneEngines} makes it, and {@code LaneSelfCheck} finds out whether lanes pay off
 * in this JVM. For pairs, {@code PairTrial} does that.
 */
@NullMarked
package io.chunksum.compute;

import org.jspecify.annotations.NullMarked;
