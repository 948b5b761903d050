// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.file.ByteReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Knows one format of checksums. */
public interface Inspector {

  /**
   * Names the format, as {@code --from} of the command does where it takes it.
   *
   * @return the name
   */
  String format();

  /**
   * Recognizes the format by what a file begins with.
   *
   * @param start the first bytes of the file
   * @return whether it is of this format, damaged perhaps
   */
  boolean recognizes(FileStart start);

  /**
   * Recognizes the format by its name, where that is all there is to go by.
   *
   * @param name name of the file, without its folder
   * @return whether files of this format are called so
   */
  boolean isNamedLike(String name);

  /**
   * Reads a file of this format and checks all of it.
   *
   * @param file the file
   * @param reader may be used during this call
   * @return what it says, at least one summary, and one for each type
   * @throws IOException if it is malformed or cannot be read
   */
  List<Summary> inspect(Path file, ByteReader reader) throws IOException;
}
