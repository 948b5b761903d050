// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: takes a file or a channel and returns its bytes as chunks, in reused buffers or mapped;
 * and replaces a file by a new one, all at once.
 */
@NullMarked
package io.chunksum.file;

import org.jspecify.annotations.NullMarked;
