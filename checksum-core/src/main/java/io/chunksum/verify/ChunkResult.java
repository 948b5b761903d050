// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.data.ChunkInfo;

/**
 * The result of verifying some windows of one chunk of a block. Immutable.
 *
 * @param chunk the record of the chunk
 * @param result what was found; windows and offsets in it count from the start of the chunk
 */
public record ChunkResult(ChunkInfo chunk, VerifyResult result) {}
