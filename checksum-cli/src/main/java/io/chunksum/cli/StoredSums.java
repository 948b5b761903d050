// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.format.FileRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * What {@code sum} has stored for a file.
 *
 * @param place where it is stored
 * @param format the format it is stored in
 * @param types the types of the checksums
 * @param bytesPerChecksum bytes in a full window
 * @param length bytes in the file
 */
record StoredSums(
    Path place, SumFormat format, List<ChecksumType> types, int bytesPerChecksum, long length) {

  /**
   * Opens it for reading back.
   *
   * @throws IOException if that fails, or if what is there by now is of other types, windows or
   *     length
   */
  FileRecord open() throws IOException {
    FileRecord record = NamedRecords.open(place, () -> format.open(place, length));
    if (!isOfThese(record)) {
      record.close();
      throw new IOException("somebody else has replaced the checksums in " + place);
    }
    return record;
  }

  private boolean isOfThese(FileRecord record) {
    return record.types().equals(types)
        && record.bytesPerChecksum().equals(OptionalInt.of(bytesPerChecksum))
        && record.length() == length;
  }
}
