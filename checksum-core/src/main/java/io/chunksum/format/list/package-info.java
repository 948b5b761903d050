// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: reads lists of checksums of whole files, as {@code md5sum}, {@code sha256sum} and {@code
 * cksum} write them, line by line, and returns such lines; knows nothing of windows.
 *
 * <p>A {@link io.chunksum.format.list.ListReader} reads, with a {@code LineParser}; a {@link
 * io.chunksum.format.list.ListedFile} is a line; a {@link io.chunksum.format.list.FileSum} computes
 * what is in one.
 */
@NullMarked
package io.chunksum.format.list;

import org.jspecify.annotations.NullMarked;
