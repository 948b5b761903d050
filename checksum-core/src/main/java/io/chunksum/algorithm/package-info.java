// SPDX-License-Identifier: Apache-2.0

/**
 * Stage 3: takes bytes and gives one checksum. Knows nothing of chunks or windows.
 *
 * <p>{@link io.chunksum.algorithm.ChecksumType} names an algorithm, {@link
 * io.chunksum.algorithm.StreamingChecksum} runs it, {@link io.chunksum.algorithm.ChecksumAlgorithm}
 * is the interface for adding others.
 */
@NullMarked
package io.chunksum.algorithm;

import org.jspecify.annotations.NullMarked;
