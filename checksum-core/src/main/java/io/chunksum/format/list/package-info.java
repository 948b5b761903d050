// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: reads lists of checksums of whole files, as {@code md5sum}, {@code sha256sum} and {@code
 * cksum} write them, line by line, and returns such lines; knows nothing of windows.
 */
@NullMarked
package io.chunksum.format.list;

import org.jspecify.annotations.NullMarked;
