// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format;

import io.chunksum.file.ByteReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A format in which checksums of files are kept in files of their own, one beside each. Used by
 * several threads at once.
 */
public interface RecordFormat {

  /**
   * Tells by a file's name whether it holds checksums, and of which file beside it.
   *
   * @param name name of a file, without its folder
   * @return the name of the file that the checksums are of; nothing if it holds none
   */
  Optional<String> recordedFile(String name);

  /**
   * Opens what was recorded of a file.
   *
   * @param record the file that holds the checksums
   * @param file the file that they are of
   * @param reader may be used during this call
   * @return the record; the caller closes it
   * @throws IOException if it is malformed or cannot be read
   */
  FileRecord open(Path record, Path file, ByteReader reader) throws IOException;
}
