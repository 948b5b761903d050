// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.format.RecordFormat;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One folder of a {@link FileTree} while it is being listed: its files, joined with their records,
 * and the folders in it. Mutable, for one thread and one folder.
 */
final class FolderListing {

  private static final Set<String> NO_FILES = Set.of("", ".", "..");

  private final String prefix;
  private final RecordFormat format;
  private final String after;
  private final Map<String, Entry> entries = new TreeMap<>();

  /** What is named like checksums, by the name of the file that these belong to. */
  private final Map<String, List<Sums>> records = new TreeMap<>();

  /**
   * What is in a folder.
   *
   * @param target a file, or a folder that is not listed yet
   * @param folder whether it is a folder; the path then ends with a slash, which sorts what is in
   *     it to where it belongs, except for the root
   */
  record Entry(ScanTarget target, boolean folder) {

    static Entry folder(String path, Path folder) {
      return new Entry(ScanTarget.unrecorded(path, folder, 0), true);
    }

    String path() {
      return target.path();
    }
  }

  /**
   * What is named like a file of checksums.
   *
   * @param problem why it is none; null if it is a regular file
   */
  private record Sums(Path file, @Nullable String problem) {

    static Sums of(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile()) {
        return new Sums(file, null);
      }
      String what =
          attributes.isSymbolicLink()
              ? "a link, which a scan does not follow"
              : "not a regular file";
      return new Sums(file, "checksums in " + file + " are " + what);
    }
  }

  /**
   * Creates the listing of a folder.
   *
   * @param prefix the path of the folder, which ends with a slash unless it is the root
   * @param format finds the checksums
   * @param after everything up to this path has been seen by an earlier scan; empty if nothing has
   */
  FolderListing(String prefix, RecordFormat format, String after) {
    this.prefix = prefix;
    this.format = format;
    this.after = after;
  }

  /** Returns what is left to scan, in ascending order of paths. */
  List<Entry> list(Path folder) throws IOException {
    // It was not one a moment ago; only the root may be one.
    if (!prefix.isEmpty() && Files.isSymbolicLink(folder)) {
      throw new FileSystemException(folder.toString(), null, "is a symbolic link");
    }
    try (DirectoryStream<Path> listed = Files.newDirectoryStream(folder)) {
      Iterator<Path> files = listed.iterator();
      if (prefix.isEmpty() && !after.isEmpty() && !files.hasNext()) {
        throw new FileSystemException(
            folder.toString(), null, "is empty, but files in it have been scanned before");
      }
      files.forEachRemaining(this::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    records.forEach((name, holding) -> join(folder.resolve(name), name, holding));
    return entries.values().stream()
        .filter(entry -> !isSeen(entry) && !isRecordOnly(entry))
        .toList();
  }

  private void add(Path file) {
    String name = file.getFileName().toString();
    if (!isExact(file, name)) {
      addUnknown(file, name);
      return;
    }
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (attributes.isDirectory()) {
        put(Entry.folder(prefix + name + "/", file));
      } else if (attributes.isRegularFile()) {
        put(ScanTarget.unrecorded(prefix + name, file, attributes.size()));
      }
      recordedFile(name).ifPresent(recorded -> addRecord(recorded, Sums.of(file, attributes)));
    } catch (NoSuchFileException e) {
      // It was there a moment ago. If it had checksums, they are a target.
    } catch (IOException e) {
      put(ScanTarget.problem(prefix + name, file, e));
    }
  }

  /**
   * Returns false for a name in an encoding other than the locale's: it arrives as a text that
   * names no file, or a different one.
   */
  private static boolean isExact(Path file, String name) {
    try {
      return file.getFileSystem().getPath(name).equals(file.getFileName());
    } catch (InvalidPathException e) {
      // Some encodings replace what they do not know with what they do not know either.
      return false;
    }
  }

  /** Other entries may have the same text, but none has a NUL or the same URI. */
  private void addUnknown(Path file, String name) {
    String exact = uriName(file);
    String problem =
        "the name has characters that this locale cannot represent: in a URI it is " + exact;
    put(
        ScanTarget.problem(
            prefix + name + '\0' + exact,
            file,
            new FileSystemException(file.toString(), null, problem)));
  }

  /** Returns the name with its bytes escaped; the URI of a folder ends with a slash. */
  private static String uriName(Path file) {
    String uri = file.toUri().toString();
    int end = uri.endsWith("/") ? uri.length() - 1 : uri.length();
    return uri.substring(uri.lastIndexOf('/', end - 1) + 1, end);
  }

  private void addRecord(String recorded, Sums sums) {
    records.computeIfAbsent(recorded, none -> new ArrayList<>(1)).add(sums);
  }

  private void put(ScanTarget file) {
    put(new Entry(file, false));
  }

  private void put(Entry entry) {
    entries.put(entry.path(), entry);
  }

  /** Joins a file with its record. */
  private void join(Path file, String name, List<Sums> named) {
    String path = prefix + name;
    Entry found = entries.get(path);
    // Without a file, a link or a folder of such a name need not have to do with checksums.
    List<Sums> holding =
        found == null ? named.stream().filter(sums -> sums.problem() == null).toList() : named;
    if (holding.isEmpty()) {
      return;
    }
    Path record = holding.get(0).file();
    String problem = problem(holding);
    if (problem != null) {
      put(ScanTarget.problem(path, file, new FileSystemException(file.toString(), null, problem)));
    } else {
      long length = found == null ? 0 : found.target().length();
      put(ScanTarget.recorded(path, file, length, () -> format.open(record, file)));
    }
  }

  /** Returns why a file cannot be verified with what is named like its checksums. */
  private static @Nullable String problem(List<Sums> holding) {
    if (holding.size() == 1) {
      return holding.get(0).problem();
    }
    return holding.stream()
        .map(sums -> sums.file().getFileName().toString())
        .sorted()
        .collect(Collectors.joining(", ", "has checksums in several files: ", ""));
  }

  /** Returns whether a file only holds checksums: such a file need not have any of its own. */
  private boolean isRecordOnly(Entry entry) {
    ScanTarget target = entry.target();
    String name = target.path().substring(prefix.length());
    return !entry.folder()
        && target.record() == null
        && target.problem() == null
        && recordedFile(name).isPresent();
  }

  /** Returns whether an earlier scan has seen a file, or everything in a folder. */
  private boolean isSeen(Entry entry) {
    String path = entry.path();
    boolean begun = entry.folder() && after.startsWith(path) && !after.equals(path);
    return path.compareTo(after) <= 0 && !begun;
  }

  /** Leaves out names that are only an ending or lead elsewhere: they hold no file's checksums. */
  private Optional<String> recordedFile(String name) {
    return format.recordedFile(name).filter(recorded -> !NO_FILES.contains(recorded));
  }
}
