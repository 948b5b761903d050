// SPDX-License-Identifier: Apache-2.0

/**
 * Stage 2: takes the pieces of a chunk and gives whole windows and slices of windows. Knows nothing
 * of algorithms.
 *
 * <p>{@link io.chunksum.window.WindowLayout} is the arithmetic, {@link
 * io.chunksum.window.WindowSplitter} the walk; the code that deals with a window straddling two
 * pieces is in the splitter and nowhere else.
 */
@NullMarked
package io.chunksum.window;

import org.jspecify.annotations.NullMarked;
