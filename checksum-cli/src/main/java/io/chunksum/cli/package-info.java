// SPDX-License-Identifier: Apache-2.0

/**
 * The {@code chunksum} command: an edge over the library, with sums of files kept in sidecars.
 *
 * <p>{@link io.chunksum.cli.Main} parses and maps errors to statuses; a class a subcommand; {@link
 * io.chunksum.cli.FileSummer} and {@link io.chunksum.cli.FileVerifier} do the work.
 */
@NullMarked
package io.chunksum.cli;

import org.jspecify.annotations.NullMarked;
