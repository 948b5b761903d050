// SPDX-License-Identifier: Apache-2.0

/**
 * Stage 3: takes bytes and gives one checksum. Knows nothing of chunks or windows.
 *
 * <p>{@link io.chunksum.algorithm.ChecksumType} names an algorithm, {@link
 * io.chunksum.algorithm.StreamingChecksum} runs it, {@link io.chunksum.algorithm.ChecksumAlgorithm}
 * is the interface for adding others.
 *
 * <p>{@link io.chunksum.algorithm.ChecksumAlgorithms} finds the built-in ones and those registered
 * as services. {@code ZipChecksum}, {@code SlicedAdler32} and {@code DigestChecksum} run what the
 * JDK has, {@code TableCrcChecksum} a CRC of any {@link io.chunksum.algorithm.CrcModel}. {@link
 * io.chunksum.algorithm.CrcCombiner} and {@link io.chunksum.algorithm.CrcValue} do without the
 * bytes.
 */
@NullMarked
package io.chunksum.algorithm;

import org.jspecify.annotations.NullMarked;
