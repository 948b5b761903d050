// SPDX-License-Identifier: Apache-2.0

/**
 * Stage 5: takes a chunk and an algorithm and gives the checksum of each window. The only place
 * where windows meet algorithms.
 */
@NullMarked
package io.chunksum.compute;

import org.jspecify.annotations.NullMarked;
