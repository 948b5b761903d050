// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: takes a file or a channel and returns its bytes as chunks, in reused buffers or mapped;
 * takes a chunk file and its record and returns a verdict.
 */
@NullMarked
package io.chunksum.file;

import org.jspecify.annotations.NullMarked;
