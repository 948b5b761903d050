// SPDX-License-Identifier: Apache-2.0

/**
 * A kit to test other code against Chunksum's contracts: {@link
 * io.chunksum.tests.StreamingChecksumContract} for an algorithm, {@link
 * io.chunksum.tests.ChunkBufferContract} for an adapter that makes chunks, {@link
 * io.chunksum.tests.ChecksumDataCodecContract} for a codec, and the inputs they use: {@link
 * io.chunksum.tests.BufferKind}s and {@link io.chunksum.tests.GoldenVector}s.
 */
@NullMarked
package io.chunksum.tests;

import org.jspecify.annotations.NullMarked;
