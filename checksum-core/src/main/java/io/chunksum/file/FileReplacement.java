// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A file that is written next to its target, and replaces it on {@link #commit}, all at once:
 * anyone who opens the target finds either what was there before or all that was written. Closing
 * without a commit leaves nothing behind, and an older file as it was.
 *
 * <p>Mutable, for one thread at a time.
 */
public final class FileReplacement implements Closeable {

  /** Distinguishes files that are created within one tick of the clock. */
  private static final AtomicLong NUMBER = new AtomicLong();

  private final Path target;
  private final Path temporary;
  private final FileChannel channel;

  /** Whether the file has its name, so that there is no temporary file to delete. */
  private boolean committed;

  /**
   * Creates a temporary file, in the folder of the target.
   *
   * @param target where the file will be after the commit
   * @throws IllegalArgumentException if the target is the root of a file system
   * @throws IOException if it cannot be created
   */
  public FileReplacement(Path target) throws IOException {
    if (target.getFileName() == null) {
      throw new IllegalArgumentException("not the path of a file: " + target);
    }
    this.target = target;
    this.temporary = target.resolveSibling(".chunksum-" + unique() + ".tmp");
    this.channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
  }

  private static String unique() {
    String time = Long.toHexString(System.nanoTime());
    return ProcessHandle.current().pid() + "-" + time + "-" + NUMBER.incrementAndGet();
  }

  /**
   * Returns where the file is before the commit, so that a process that may be told to end can have
   * it removed.
   *
   * @return path of the temporary file
   */
  public Path temporary() {
    return temporary;
  }

  /**
   * Returns a channel to the temporary file.
   *
   * @return a channel for reading and writing, which is closed with this object
   */
  public FileChannel channel() {
    return channel;
  }

  /**
   * Forces the written bytes to disk, and replaces what was there. The folder is forced to disk as
   * well where the system can do that; where it cannot, a crash may bring back what was there
   * before.
   *
   * @throws IOException if that fails, also because this was committed or closed before; what was
   *     there before is then still there
   */
  public void commit() throws IOException {
    channel.force(true);
    channel.close();
    Files.move(
        temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    committed = true;
    syncDirectory();
  }

  /** Makes the rename durable where directories can be synced; elsewhere the system decides. */
  private void syncDirectory() {
    Path parent = target.toAbsolutePath().getParent();
    try (FileChannel directory = FileChannel.open(parent, StandardOpenOption.READ)) {
      directory.force(true);
    } catch (IOException e) {
      // Not every system can open or sync a directory; the file itself has been synced.
    }
  }

  /**
   * Removes what was written, if it was not committed.
   *
   * @throws IOException if closing or removing fails
   */
  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      // After a commit it is gone; if looking for it failed, the commit would seem to have failed.
      if (!committed) {
        Files.deleteIfExists(temporary);
      }
    }
  }
}
