// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.format.RecordFormat;
import io.chunksum.scan.FolderListing.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The regular files in a folder and in all folders below it, each with its record next to it.
 * Symbolic links are not followed; the folder itself may be one.
 *
 * <p>Paths are relative to the folder, with a slash between names, and are in ascending order. Only
 * the list of one folder on each level of the tree is held in memory. Names that the platform
 * cannot reproduce exactly, and folders that cannot be listed, become targets with a problem.
 * Several such names may read the same, so their paths continue with a NUL and the name as it is in
 * a URI.
 *
 * <p>If it is the root that cannot be listed, that is the only target, and its path is empty: a
 * scan cannot resume after it. The same goes for a root in which there is nothing at all, although
 * an earlier scan has seen files in it, as in the mount point of a disk that is not mounted.
 *
 * <p>Checksums without a file are a target, too: opening the file fails when its turn comes. A file
 * with checksums in several files is a target with a problem, since nothing tells which ones count,
 * and so is one whose checksums would be in a symbolic link, a folder or a pipe. Files that hold
 * checksums are targets only if they have checksums themselves.
 *
 * <p>Mutable, for one thread at a time and for one scan: it gives each file once.
 */
public final class FileTree implements ScanSource {

  private final Path root;
  private final RecordFormat format;

  /** Everything up to this path has been seen by an earlier scan; empty if nothing has. */
  private final String after;

  /** What is left of the folders from the root to the current one. */
  private final Deque<Iterator<Entry>> levels = new ArrayDeque<>();

  /**
   * Creates a tree that starts at the first file.
   *
   * @param root the folder
   * @param format finds the checksums
   */
  public FileTree(Path root, RecordFormat format) {
    this(root, format, "");
  }

  /**
   * Creates a tree that starts after a file.
   *
   * @param root the folder
   * @param format finds the checksums
   * @param after the path of a target; targets up to and including it are left out, whether it
   *     still exists or not
   */
  public FileTree(Path root, RecordFormat format, String after) {
    this.root = Objects.requireNonNull(root, "root");
    this.format = Objects.requireNonNull(format, "format");
    this.after = Objects.requireNonNull(after, "after");
    levels.push(List.of(Entry.folder("", root)).iterator());
  }

  @Override
  public Optional<ScanTarget> next() {
    while (!levels.isEmpty()) {
      if (!levels.peek().hasNext()) {
        levels.pop();
        continue;
      }
      Entry entry = levels.peek().next();
      if (!entry.folder()) {
        return Optional.of(entry.target());
      }
      Path folder = entry.target().file();
      try {
        levels.push(new FolderListing(entry.path(), format, after).list(folder).iterator());
      } catch (IOException e) {
        return Optional.of(ScanTarget.problem(entry.path(), folder, e));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the name of the tree in the events of its scan.
   *
   * @return the folder
   */
  @Override
  public String toString() {
    return root.toString();
  }
}
