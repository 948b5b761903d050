// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: takes a file or a channel and returns its bytes as chunks, in reused buffers or mapped;
 * and replaces a file by a new one, all at once.
 *
 * <p>A {@link io.chunksum.file.ByteReader} reads files and channels, with {@code ReadAhead} in a
 * second thread. A {@link io.chunksum.file.SequentialInput} may be either of these, and is read
 * front to back.
 */
@NullMarked
package io.chunksum.file;

import org.jspecify.annotations.NullMarked;
