// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: converts {@link io.chunksum.data.ChecksumData} and {@link io.chunksum.data.ChunkInfo} to
 * the protocol buffers that Apache Ozone stores, and back.
 *
 * <p>The generated classes are in {@code io.chunksum.proto.wire}; the codecs here do not use them.
 */
@NullMarked
package io.chunksum.proto;

import org.jspecify.annotations.NullMarked;
