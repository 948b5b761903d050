// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Knows one format of checksums. */
public interface Inspector {

  /**
   * Returns the name of the format, the one used by {@code --from} where it takes this format.
   *
   * @return the name
   */
  String format();

  /**
   * Recognizes the format by the first bytes of a file.
   *
   * @param start the first bytes of the file
   * @return whether it has this format, even if damaged
   */
  boolean recognizes(byte[] start);

  /**
   * Recognizes the format by the name of a file, if there is nothing else to go by; by default
   * never, for formats whose files have no names of their own.
   *
   * @param name the name of the file, without its folder
   * @return whether files of this format have such names
   */
  default boolean isNamedLike(String name) {
    return false;
  }

  /**
   * Reads a file of this format and checks all of it.
   *
   * @param file the file
   * @return one summary for each type, and at least one
   * @throws IOException if it is malformed or cannot be read
   */
  List<Summary> inspect(Path file) throws IOException;
}
