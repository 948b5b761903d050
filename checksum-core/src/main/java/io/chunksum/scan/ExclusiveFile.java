// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A file that only one holder at a time can have, among all that open it with this class in any
 * process, or with a copy of it that another class loader has. Any thread may open and close one.
 */
final class ExclusiveFile implements Closeable {

  /*
   * A process that closes one channel of a file loses the POSIX locks that its other channels have
   * on it. So a file held in this process must not be opened again to find out if it is.
   *
   * Several class loaders may have a copy of this class each, and all must know of the files of all.
   * So what is held is a system property, which as a string keeps no class loader alive, and what
   * guards it is a constant string, of which a process has only one. Copies that were initialized
   * before and after an application exchanged all properties do not know of each other's files.
   *
   * It does not begin with the name of a package: tools that relocate classes would change it, and
   * a relocated copy must know, too.
   */
  private static final String PREFIX = "chunksum.scan.held.";

  private static final Properties HELD = held();

  private final FileChannel channel;

  /** The file's key; null if the file system has none, or another file may have the name. */
  private final @Nullable Object key;

  /** Guarded by PREFIX. An interrupt may have closed the channel before. */
  private boolean closed;

  private ExclusiveFile(FileChannel channel, @Nullable Object key) {
    this.channel = channel;
    this.key = key;
  }

  private static Properties held() {
    try {
      return System.getProperties();
    } catch (SecurityException e) {
      return new Properties(); // Other copies of this class will not know.
    }
  }

  /** Opens or creates a file for reading and writing; returns null if it is held. */
  static @Nullable ExclusiveFile open(Path file) throws IOException {
    synchronized (PREFIX) {
      Object key = key(file);
      if (key != null && HELD.containsKey(PREFIX + key)) {
        return null;
      }
      return hold(
          file,
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }
  }

  /** Takes over a channel that has just been opened; closes it and returns null if it is held. */
  static @Nullable ExclusiveFile hold(Path file, FileChannel channel) throws IOException {
    synchronized (PREFIX) {
      try {
        if (tryLock(channel)) {
          Object key = key(file);
          // The lock was free: a file that is held came to that name after this one was opened.
          boolean known = key != null && HELD.putIfAbsent(PREFIX + key, "") == null;
          return new ExclusiveFile(channel, known ? key : null);
        }
      } catch (IOException | RuntimeException | Error e) {
        channel.close();
        throw e;
      }
      channel.close();
      return null;
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // Locked in this process, through a channel that is not of this class.
    }
  }

  /** Returns the key of a file; null where files have none, as locks there belong to a channel. */
  private static @Nullable Object key(Path file) throws IOException {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  FileChannel channel() {
    return channel;
  }

  /**
   * Returns whether a name is that of this file, and no link to it. Where files have no keys, any
   * file of its size may be this one.
   */
  boolean isAt(Path name) throws IOException {
    BasicFileAttributes found =
        Files.readAttributes(name, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return found.isRegularFile()
        && found.size() == channel.size()
        && (found.fileKey() == null || found.fileKey().equals(key));
  }

  @Override
  public void close() throws IOException {
    synchronized (PREFIX) {
      if (!closed) {
        closed = true;
        if (key != null) {
          HELD.remove(PREFIX + key);
        }
        channel.close();
      }
    }
  }
}
