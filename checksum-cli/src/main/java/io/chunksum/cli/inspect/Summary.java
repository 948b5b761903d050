// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.format.FileRecord;
import io.chunksum.window.WindowLayout;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a file of checksums says about those of one type; empty where its format does not say.
 *
 * @param type the type
 * @param bytesPerChecksum bytes in a full window, if the same for all
 * @param length bytes of the file or block that the checksums are for; of a segment, bytes in the
 *     file
 * @param chunks number of chunks with checksums of the type
 * @param windows number of checksums of the type
 * @param entries number of files in a list, or of recordings in a catalog
 */
public record Summary(
    Optional<ChecksumType> type,
    OptionalInt bytesPerChecksum,
    OptionalLong length,
    OptionalLong chunks,
    OptionalLong windows,
    OptionalLong entries) {

  /** Summarizes chunks that are recorded one by one. */
  static Summary ofChunks(
      Optional<ChecksumType> type,
      OptionalInt bytesPerChecksum,
      long length,
      long chunks,
      long windows) {
    return new Summary(
        type,
        bytesPerChecksum,
        OptionalLong.of(length),
        OptionalLong.of(chunks),
        OptionalLong.of(windows),
        OptionalLong.empty());
  }

  /** Summarizes a record that has one type, and no length but that of its windows. */
  static Summary ofWholeWindows(FileRecord record) {
    ChecksumType type = record.types().get(0);
    int size = record.bytesPerChecksum().orElseThrow();
    long windows = type.isNone() ? 0 : WindowLayout.windowCount(record.length(), size);
    return new Summary(
        Optional.of(type),
        OptionalInt.of(size),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.of(windows),
        OptionalLong.empty());
  }

  /** Summarizes entries: files that each have one checksum, or without a type what has none. */
  static Summary ofEntries(Optional<ChecksumType> type, long entries) {
    return new Summary(
        type,
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.of(entries));
  }
}
