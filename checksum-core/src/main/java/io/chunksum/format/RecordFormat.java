// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A format that stores the checksums of a file in a separate file next to it. Used by several
 * threads at once.
 */
public interface RecordFormat {

  /**
   * Determines from a file's name whether it holds checksums, and of which file next to it.
   *
   * @param name name of a file, without its folder
   * @return the name of the file that the checksums belong to; empty if it holds none
   */
  Optional<String> recordedFile(String name);

  /**
   * Determines from how a file begins whether it is likely to be of this format.
   *
   * @param start the first bytes of the file, all of them if there are fewer than 8
   * @return whether it is, even if it is damaged further on; false if the format cannot tell
   * @implSpec Returns false.
   */
  default boolean recognizes(byte[] start) {
    return false;
  }

  /**
   * Opens the record of a file.
   *
   * @param record the file that holds the checksums
   * @param file the file that they belong to
   * @return the record; the caller closes it
   * @throws IOException if it is malformed or cannot be read
   */
  FileRecord open(Path record, Path file) throws IOException;
}
