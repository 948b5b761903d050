// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: takes the bytes of a chunk as they are written and gives its checksums at any moment.
 *
 * <p>A {@link io.chunksum.append.ChecksumAppender} is told of the bytes, which are elsewhere; a
 * {@link io.chunksum.append.ChunkWriter} keeps them, too. {@code GrowingSums} are the checksums so
 * far; {@code KeptWindowAlgorithm} is for algorithms that cannot be asked midway.
 */
@NullMarked
package io.chunksum.append;

import org.jspecify.annotations.NullMarked;
