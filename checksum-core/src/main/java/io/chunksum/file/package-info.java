// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: takes a file or a channel and returns its bytes as chunks, in reused buffers or mapped.
 */
@NullMarked
package io.chunksum.file;

import org.jspecify.annotations.NullMarked;
