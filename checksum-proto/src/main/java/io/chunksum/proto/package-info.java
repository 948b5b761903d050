// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: converts {@link io.chunksum.data.ChecksumData}, {@link io.chunksum.data.ChunkInfo} and
 * {@link BlockData} to the protocol buffers that Apache Ozone stores, and back.
 *
 * <p>The generated classes are in {@code io.chunksum.proto.wire}; the codecs here convert from and
 * to them, but encode and decode without them.
 *
 * <p>{@link ChecksumDataCodec} is the smallest of them, and part of the others. All read through
 * {@code Fields} and write through {@code Messages}.
 */
@NullMarked
package io.chunksum.proto;

import org.jspecify.annotations.NullMarked;
