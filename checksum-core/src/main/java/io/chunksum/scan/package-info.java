// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: takes files and what was recorded of them, and returns an {@link
 * io.chunksum.scan.ScanOutcome} for each, found by several threads; takes a chunk file and its
 * record and returns a verdict; takes bytes from anywhere and the record of a file, or the line of
 * a list, and returns results. Knows no format but the lines of lists: others are left to
 * implementations of {@link io.chunksum.format.RecordFormat} and {@link
 * io.chunksum.scan.ScanSource}.
 */
@NullMarked
package io.chunksum.scan;

import org.jspecify.annotations.NullMarked;
