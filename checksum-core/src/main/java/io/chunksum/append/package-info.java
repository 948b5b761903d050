// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: takes the bytes of a chunk as they are written and gives its checksums at any moment.
 */
@NullMarked
package io.chunksum.append;

import org.jspecify.annotations.NullMarked;
