// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: takes a file or a channel, gives its bytes as chunks, in reused buffers or mapped; and
 * of a chunk file and its record a verdict.
 */
@NullMarked
package io.chunksum.file;

import org.jspecify.annotations.NullMarked;
