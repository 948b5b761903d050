// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: the records that storage systems keep of files, read chunk by chunk as a {@link
 * io.chunksum.format.FileRecord}, and written by a {@link io.chunksum.format.RecordWriter},
 * whatever their form on disk. Verifies nothing.
 *
 * <p>A {@link io.chunksum.format.RecordFormat} finds the record of a file and opens it. {@link
 * io.chunksum.format.FileChunks} says how files are cut that have no chunks of their own.
 */
@NullMarked
package io.chunksum.format;

import org.jspecify.annotations.NullMarked;
