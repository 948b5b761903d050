// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.file.FileReplacement;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Removes what was not written to its end if the process is told to terminate meanwhile. */
final class UnfinishedFiles {

  private static final Set<Path> TEMPORARY = new HashSet<>();
  private static boolean terminating;

  static {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(UnfinishedFiles::terminate));
    } catch (IllegalStateException e) {
      terminating = true;
    }
  }

  private UnfinishedFiles() {}

  /**
   * Begins a file. Under the lock, so that a file is either known here or not begun when the
   * process terminates: the command runs on meanwhile, and would report that it cannot write.
   */
  static synchronized FileReplacement create(Path target) throws IOException {
    while (terminating) {
      await();
    }
    FileReplacement file = new FileReplacement(target);
    TEMPORARY.add(file.temporary());
    return file;
  }

  /**
   * Forgets a file that was committed, or not: it may be the end of the process that removed it.
   */
  static synchronized void forget(FileReplacement file) throws IOException {
    TEMPORARY.remove(file.temporary());
    while (terminating) {
      await();
    }
  }

  /** Waits for the end of the process. */
  private static synchronized void await() throws IOException {
    try {
      UnfinishedFiles.class.wait();
    } catch (InterruptedException e) {
      throw (IOException) new InterruptedIOException("terminating").initCause(e);
    }
  }

  private static synchronized void terminate() {
    terminating = true;
    for (Path file : TEMPORARY) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        // Nobody is left to be told.
      }
    }
  }
}
