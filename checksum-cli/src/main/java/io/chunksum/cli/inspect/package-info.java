// SPDX-License-Identifier: Apache-2.0

/**
 * What a file of checksums is and says, whatever its format: one {@link
 * io.chunksum.cli.inspect.Inspector} per format.
 *
 * <p>{@link io.chunksum.cli.inspect.Inspection} finds the one for a file.
 */
@NullMarked
package io.chunksum.cli.inspect;

import org.jspecify.annotations.NullMarked;
