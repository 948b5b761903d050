// SPDX-License-Identifier: Apache-2.0

/**
 * Stage 4: the result. {@link io.chunksum.data.ChecksumData} holds the checksums of the windows of
 * a chunk, packed in one array. Knows no wire format.
 */
@NullMarked
package io.chunksum.data;

import org.jspecify.annotations.NullMarked;
