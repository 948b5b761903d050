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
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file that only one holder at a time can have, among all that open it with this class in any
 * process. Any thread may open and close one.
 */
final class ExclusiveFile implements Closeable {

  /*
   * A process that closes one channel of a file loses the POSIX locks that its other channels have
   * on it. So a file held in this process must not be opened again to find out if it is.
   */
  private static final Set<Object> HELD = new HashSet<>();

  private final FileChannel channel;

  private final Object key;

  /** Guarded by HELD. An interrupt may have closed the channel before. */
  private boolean closed;

  private ExclusiveFile(FileChannel channel, Object key) {
    this.channel = channel;
    this.key = key;
  }

  /** Opens or creates a file for reading and writing; returns null if it is held. */
  static @Nullable ExclusiveFile open(Path file) throws IOException {
    synchronized (HELD) {
      if (HELD.contains(key(file))) {
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
    synchronized (HELD) {
      try {
        if (tryLock(channel)) {
          Object key = key(file);
          // The lock was free: a file that is held came to that name after this one was opened.
          ExclusiveFile held = new ExclusiveFile(channel, HELD.contains(key) ? new Object() : key);
          HELD.add(held.key);
          return held;
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
      return false; // In this process, by a channel that this class does not know.
    }
  }

  /**
   * Returns the key of a file. Where files have none, locks belong to a channel, and a key that
   * equals no other will do.
   */
  private static Object key(Path file) throws IOException {
    try {
      Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      return Objects.requireNonNullElseGet(key, Object::new);
    } catch (NoSuchFileException e) {
      return new Object();
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
        && (found.fileKey() == null || key.equals(found.fileKey()));
  }

  @Override
  public void close() throws IOException {
    synchronized (HELD) {
      if (!closed) {
        closed = true;
        HELD.remove(key);
        channel.close();
      }
    }
  }
}
