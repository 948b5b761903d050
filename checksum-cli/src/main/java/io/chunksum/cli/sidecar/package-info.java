// SPDX-License-Identifier: Apache-2.0

/**
 * The sidecar {@code FILE.chunksum}: the checksums of one file's windows.
 *
 * <pre>
 * magic "CHUNKSUM"             8 bytes
 * version, 1                   1 byte
 * number of types, n           1 byte
 * n times: name length, name   1 byte, ASCII
 *          checksum length     1 byte
 *          number in ChunkInfo 4 bytes
 * bytesPerChecksum             4 bytes
 * length of the file           8 bytes
 * for each chunk, for each type:
 *          size, ChunkInfo     4 bytes, protocol buffer
 * CRC32C of the above          4 bytes
 * </pre>
 *
 * <p>Integers are big-endian. Chunks follow each other without a gap. All have the same length, a
 * whole number of windows, except the last.
 */
@NullMarked
package io.chunksum.cli.sidecar;

import org.jspecify.annotations.NullMarked;
