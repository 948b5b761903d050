// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What this JVM has open, where the system reports it. */
public final class OpenFiles {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private OpenFiles() {}

  /** Counts the open files of a folder and of those in it; 0 if the system does not report them. */
  public static long under(Path folder) throws IOException {
    if (!Files.isDirectory(DESCRIPTORS)) {
      return 0;
    }
    Path real = folder.toRealPath();
    try (Stream<Path> descriptors = Files.list(DESCRIPTORS)) {
      return descriptors.filter(descriptor -> leadsInto(descriptor, real)).count();
    }
  }

  private static boolean leadsInto(Path descriptor, Path folder) {
    try {
      return Files.readSymbolicLink(descriptor).startsWith(folder);
    } catch (IOException e) {
      return false; // Closed in the meantime.
    }
  }
}
