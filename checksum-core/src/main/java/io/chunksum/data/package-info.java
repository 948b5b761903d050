// SPDX-License-Identifier: Apache-2.0

/**
 * Stage 4: the result. {@link io.chunksum.data.ChecksumData} holds the checksums of the windows of
 * a chunk, packed in one array. Knows no wire format.
 *
 * <p>A {@link io.chunksum.data.ChunkInfo} is what a storage system records of a chunk: these, and
 * where it is, its length, and further metadata.
 */
@NullMarked
package io.chunksum.data;

import org.jspecify.annotations.NullMarked;
