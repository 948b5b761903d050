// SPDX-License-Identifier: Apache-2.0

/**
 * Stage 1: takes bytes wherever they are and gives a {@link io.chunksum.buffer.ChunkBuffer}. Knows
 * nothing of windows or algorithms.
 *
 * <p>A chunk is a list of pieces. A piece is a run of bytes in one array or one {@link
 * java.nio.ByteBuffer}; wrapping it copies nothing.
 *
 * <p>A {@link io.chunksum.buffer.PieceConsumer} receives the pieces of a walk. {@code Piece} hides
 * what kind of memory a piece is in, and {@code WalkViews} keeps the views of buffers that a walk
 * needs.
 */
@NullMarked
package io.chunksum.buffer;

import org.jspecify.annotations.NullMarked;
