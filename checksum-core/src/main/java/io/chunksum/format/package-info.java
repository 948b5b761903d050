// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: what storage systems record of files, read chunk by chunk as a {@link
 * io.chunksum.format.FileRecord}, whatever form it has on the disk. Verifies nothing.
 */
@NullMarked
package io.chunksum.format;

import org.jspecify.annotations.NullMarked;
