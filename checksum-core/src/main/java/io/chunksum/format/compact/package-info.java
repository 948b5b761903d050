// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: the records of the chunks of one block, in few bytes, read in place.
 *
 * <pre>
 * magic "CSB", version 1    4 bytes
 * names                     what the names of most chunks begin with
 * runs                      chunks of one type, window size and length that follow each other
 * extras                    what only some chunks have
 * checksums                 of all windows, in order
 * CRC32C of the above       4 bytes
 * </pre>
 *
 * <p>{@code docs/compact-format.md} describes it byte by byte. Numbers are varints: 7 bits per
 * byte, the lowest first, the top bit set in all bytes but the last; at most 9 bytes, for numbers
 * below 2<sup>63</sup>.
 *
 * <p>A {@link io.chunksum.format.compact.CompactBlock} reads a block, with {@code BlockNames},
 * {@code BlockRuns} and {@code BlockExtras} for the parts; {@link
 * io.chunksum.format.compact.CompactBlockCodec} writes one, with {@code NamePattern}, {@code
 * RunGrouping} and {@code ExtraWriter} for the same.
 */
@NullMarked
package io.chunksum.format.compact;

import org.jspecify.annotations.NullMarked;
