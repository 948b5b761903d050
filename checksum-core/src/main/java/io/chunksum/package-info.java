// SPDX-License-Identifier: Apache-2.0

/**
 * The starting point for users: {@link io.chunksum.ChunkChecksum}.
 *
 * <pre>
 * bytes ─► pieces ─► ChunkBuffer ─► windows ─┐
 *                    buffer         window   ├─► compute ─► ChecksumData ─► codecs, formats
 *                      StreamingChecksum ────┘     │        data
 *                      algorithm                   └─► verify ─► verdict
 * </pre>
 *
 * <p>Each stage is one package, and imports go one way: {@code buffer ← window}, {@code algorithm ←
 * data}, {@code {window, data} ← compute ← verify}, and this package imports the stages, but none
 * of them imports it.
 */
@NullMarked
package io.chunksum;

import org.jspecify.annotations.NullMarked;
