// SPDX-License-Identifier: Apache-2.0

/**
 * The {@code chunksum} command: an edge over the library.
 *
 * <p>{@link io.chunksum.cli.Main} parses and maps errors to statuses; there is one class per
 * subcommand; {@link io.chunksum.cli.FileSummer} and {@link io.chunksum.cli.Verification} do the
 * work of {@code sum} and {@code verify}; a {@link io.chunksum.cli.Report} prints what came of it.
 */
@NullMarked
package io.chunksum.cli;

import org.jspecify.annotations.NullMarked;
