// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** Describes in one line what went wrong with a file. */
final class Problems {

  private Problems() {}

  /** Returns the reason an operation on a file failed, without the file's name where possible. */
  static String of(Throwable e) {
    if (e instanceof NoSuchFileException) {
      return "no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof ClosedChannelException) {
      return "it has been read and closed"; // Standard input that is named twice.
    }
    if (e instanceof InvalidPathException) {
      return "this system or locale cannot have a file of this name";
    }
    if (e instanceof FileSystemException failed) {
      return failed.getReason() == null ? unexplained(failed) : failed.getReason();
    }
    if (e instanceof OutOfMemoryError) {
      return adviceFor(oneLine(e)) + oneLine(e);
    }
    if (e instanceof IOException && e.getMessage() != null) {
      return e.getMessage(); // The names of files in it may have line breaks.
    }
    boolean speaksForItself =
        e instanceof IllegalArgumentException || e instanceof IllegalStateException;
    return speaksForItself || e.getMessage() == null
        ? oneLine(e) + whyNotInitialized(e)
        : e.getClass().getSimpleName() + ": " + oneLine(e) + whyNotInitialized(e);
  }

  /** Does the same for a file that is to be made: what it lacks is not itself, but its folder. */
  static String ofNewFile(Path file, IOException e) {
    Path folder = file.toAbsolutePath().getParent();
    return e instanceof NoSuchFileException && folder != null && Files.notExists(folder)
        ? "its folder does not exist"
        : of(e);
  }

  /** Returns why a class could not be initialized, which its error does not say; else nothing. */
  private static String whyNotInitialized(Throwable e) {
    Throwable cause = e.getCause();
    return e instanceof LinkageError
            && cause != null
            && !(cause instanceof ClassNotFoundException) // It repeats the error's message.
        ? " (" + of(cause) + ")"
        : "";
  }

  /** Returns advice. JVMs throw the same error if the system refuses to start a thread. */
  private static String adviceFor(String outOfMemory) {
    if (outOfMemory.contains("thread")) {
      return "not enough threads (raise their limit, or lower -j of a scan): ";
    }
    return outOfMemory.contains("direct buffer memory")
        ? "not enough memory (raise -XX:MaxDirectMemorySize if it is set, or -Xmx, in JAVA_OPTS): "
        : "not enough memory (raise -Xmx in JAVA_OPTS): ";
  }

  /** Says why checksums were not stored: the failure is about them and not about the file. */
  static IOException notStored(Path target, String reason) {
    return new IOException("cannot write checksums to " + target + ": " + reason);
  }

  /** Says why checksums were not stored, and keeps the failure as the cause. */
  static IOException notStored(Path target, IOException cause) {
    IOException problem = notStored(target, ofNewFile(target, cause));
    problem.initCause(cause);
    return problem;
  }

  /** The message of these is only the file's name; their class says what happened. */
  private static String unexplained(FileSystemException e) {
    if (e instanceof NotDirectoryException) {
      return "is not a directory";
    }
    if (e instanceof DirectoryNotEmptyException) {
      return "is a directory that is not empty";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "already exists";
    }
    if (e instanceof FileSystemLoopException) {
      return "is in a loop of links";
    }
    return e.getClass().getSimpleName();
  }

  /** Returns the message of an exception without line breaks, or its class if it has none. */
  static String oneLine(Throwable e) {
    return e.getMessage() == null
        ? e.getClass().getSimpleName()
        : e.getMessage().strip().replaceAll("\\R\\s*", "; ");
  }
}
