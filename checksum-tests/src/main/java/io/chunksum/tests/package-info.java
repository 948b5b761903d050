// SPDX-License-Identifier: Apache-2.0

/**
 * A kit to hold other code to the contracts of Chunksum: {@link
 * io.chunksum.tests.StreamingChecksumContract} for an algorithm, {@link
 * io.chunksum.tests.ChunkBufferContract} for an adapter that makes chunks, and the {@link
 * io.chunksum.tests.BufferKind}s that both go through.
 */
@NullMarked
package io.chunksum.tests;

import org.jspecify.annotations.NullMarked;
