// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** Files that can be read at any position, again and again. */
public final class RegularFiles {

  private RegularFiles() {}

  /**
   * Opens a file for reading. Opening a pipe would wait for somebody to write into it, and reading
   * a folder would fail without naming it.
   *
   * @param file the file
   * @param links how symbolic links are handled
   * @return the open file
   * @throws FileSystemException if it is a folder, a pipe or the like
   * @throws IOException if it cannot be opened
   */
  public static FileChannel open(Path file, LinkOption... links) throws IOException {
    checkRegular(file, links);
    List<OpenOption> options = new ArrayList<>(List.of(links));
    options.add(StandardOpenOption.READ);
    return FileChannel.open(file, options.toArray(OpenOption[]::new));
  }

  private static void checkRegular(Path file, LinkOption... links) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class, links);
    if (!attributes.isRegularFile()) {
      String what =
          attributes.isDirectory()
              ? "is a directory"
              : attributes.isSymbolicLink() ? "is a symbolic link" : "is not a regular file";
      throw new FileSystemException(file.toString(), null, what);
    }
  }
}
