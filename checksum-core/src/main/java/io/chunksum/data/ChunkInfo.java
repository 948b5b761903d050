// SPDX-License-Identifier: Apache-2.0

package io.chunksum.data;

import io.chunksum.internal.Texts;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * What a storage system records about one chunk: where it is in its block or file, how long it is,
 * its checksums, and any further metadata. Immutable.
 *
 * @param name name of the chunk, given by the system
 * @param offset offset of the chunk's first byte in its block or file, not negative
 * @param length number of bytes in the chunk, not negative
 * @param checksums one entry for each window of those bytes; no entries if the type is NONE
 * @param metadata further records, in order; a key may occur several times
 * @param stripeChecksum erasure coding only: the checksums of the chunks of a stripe, replica after
 *     replica, of the same type and window size; empty if they are not kept with this chunk
 */
public record ChunkInfo(
    String name,
    long offset,
    long length,
    ChecksumData checksums,
    List<KeyValue> metadata,
    Optional<ChecksumData> stripeChecksum) {

  /**
   * Checks that the parts fit together.
   *
   * @param name name of the chunk
   * @param offset offset of the chunk's first byte
   * @param length number of bytes in the chunk
   * @param checksums its checksums
   * @param metadata further records
   * @param stripeChecksum the checksums of its stripe, if any
   * @throws IllegalArgumentException if offset or length is negative or their sum overflows, if the
   *     number of checksums is not the number of windows of {@code length} bytes, or if the
   *     stripe's checksums are of another type or window size
   * @throws NullPointerException if a part is null
   */
  public ChunkInfo {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(checksums, "checksums");
    Objects.requireNonNull(stripeChecksum, "stripeChecksum");
    metadata = List.copyOf(metadata);
    if (offset < 0 || length < 0 || offset + length < 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "no such chunk: '%s', offset %d, length %d",
              Texts.shorten(name),
              offset,
              length));
    }
    if (!checksums.covers(length)) {
      throw new IllegalArgumentException(
          checksums.notCovering("chunk '" + Texts.shorten(name) + "'", length));
    }
    if (stripeChecksum.isPresent() && !stripeChecksum.get().isLike(checksums)) {
      throw new IllegalArgumentException(
          "stripe checksums are " + stripeChecksum.get() + ", those of the chunk " + checksums);
    }
  }

  /**
   * Records a chunk without further metadata.
   *
   * @param name name of the chunk
   * @param offset offset of the chunk's first byte
   * @param length number of bytes in the chunk
   * @param checksums its checksums
   * @throws IllegalArgumentException as for the constructor with all parts
   */
  public ChunkInfo(String name, long offset, long length, ChecksumData checksums) {
    this(name, offset, length, checksums, List.of(), Optional.empty());
  }
}
