// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: the records that storage systems keep of files, read chunk by chunk as a {@link
 * io.chunksum.format.FileRecord}, and written by a {@link io.chunksum.format.RecordWriter},
 * whatever their form on disk. Verifies nothing.
 */
@NullMarked
package io.chunksum.format;

import org.jspecify.annotations.NullMarked;
