// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: takes files and what was recorded of them, and returns an {@link
 * io.chunksum.scan.ScanOutcome} for each, found by several threads; takes a chunk file and its
 * record and returns a verdict; takes bytes from anywhere and the record of a file, or the line of
 * a list, and returns results. Knows no format but the lines of lists: others are left to
 * implementations of {@link io.chunksum.format.RecordFormat} and {@link
 * io.chunksum.scan.ScanSource}.
 *
 * <p>A {@link io.chunksum.scan.FileScanner} makes a {@code ScanPass} of each scan, from the files
 * of a {@link io.chunksum.scan.FileTree} or another source. Each file is a {@code FileInFlight},
 * which {@code FileParts} cuts; a worker compares a part in its {@code ChunkCheck}, and {@code
 * FileFindings} adds up what parts have shown. A {@link io.chunksum.scan.RecordVerifier} does the
 * same for one file, in the caller's thread.
 */
@NullMarked
package io.chunksum.scan;

import org.jspecify.annotations.NullMarked;
