// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.algorithm.ChecksumType;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a file of checksums says of those of one type.
 *
 * @param type the type; nothing if the file has no checksum that would tell
 * @param bytesPerChecksum bytes in a full window; nothing if that differs, or is not recorded
 * @param length bytes of what the checksums are of; nothing if that is not recorded
 * @param chunks number of chunks with checksums of the type
 * @param windows number of their checksums
 */
public record Summary(
    Optional<ChecksumType> type,
    OptionalInt bytesPerChecksum,
    OptionalLong length,
    long chunks,
    long windows) {}
