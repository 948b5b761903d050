// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: takes what Aeron Archive recorded, frames in batches or whole segment files, and
 * verifies the checksum of each frame; reads the catalog of an archive; knows nothing of Aeron's
 * own classes.
 *
 * <p>{@code FrameWalk} goes from frame to frame: over a batch for a {@link
 * io.chunksum.format.aeron.FrameVerifier}, over a file in the {@code SegmentPass} of a {@link
 * io.chunksum.format.aeron.SegmentVerifier}, which has a {@code FrameSearch} for the next good
 * frame after bad bytes. {@code FrameHeader} and {@code TermPlace} tell which frame may come next.
 */
@NullMarked
package io.chunksum.format.aeron;

import org.jspecify.annotations.NullMarked;
