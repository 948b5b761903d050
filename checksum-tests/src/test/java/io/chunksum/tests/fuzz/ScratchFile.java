// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The one file that a decoder of files is shown, again and again. */
final class ScratchFile {

  /** Files in memory, where Linux has them: a disk is waited for whenever a record is forced. */
  private static final Path MEMORY = Path.of("/dev/shm");

  private final Path path;

  /** Takes a new folder, which goes when the JVM does. */
  ScratchFile() {
    try {
      String name = "chunksum-fuzz";
      Path folder =
          Files.isWritable(MEMORY)
              ? Files.createTempDirectory(MEMORY, name)
              : Files.createTempDirectory(name);
      path = folder.resolve("input");
      // In reverse order.
      folder.toFile().deleteOnExit();
      path.toFile().deleteOnExit();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path path() {
    return path;
  }

  /** Gives the file these bytes, and no others. */
  Path holding(byte[] bytes) throws IOException {
    return Files.write(path, bytes);
  }

  byte[] content() throws IOException {
    return Files.readAllBytes(path);
  }
}
