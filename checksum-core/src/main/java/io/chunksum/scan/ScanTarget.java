// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.format.FileRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One file that a scan comes across: {@link #recorded}, and verified; {@link #unrecorded}, and only
 * counted; or with a {@link #problem(String, Path, IOException) problem}, which is its outcome.
 * Immutable.
 *
 * @param path the name of the file within the scan. Targets arrive in ascending order of it, as
 *     defined by {@link String#compareTo}, and a resumed scan continues after one
 * @param file the file
 * @param length bytes it had when it was found; shows how much there is to do, and nothing else
 * @param record opens its record; null if there is none
 * @param problem why the file, or the folder that it stands for, cannot be examined; null if it can
 */
@SuppressWarnings("exports") // Users need JSpecify's annotations neither to compile nor to run.
public record ScanTarget(
    String path,
    Path file,
    long length,
    @Nullable RecordOpener record,
    @Nullable IOException problem) {

  /**
   * Takes a file with a record, a problem, or neither.
   *
   * @param path the name of the file within the scan
   * @param file the file
   * @param length bytes it had when it was found; shows how much there is to do
   * @param record opens its record; null if there is none
   * @param problem why it cannot be examined; null if it can
   * @throws IllegalArgumentException if there are both a record and a problem
   */
  public ScanTarget {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(file, "file");
    if (record != null && problem != null) {
      throw new IllegalArgumentException("a target has a record or a problem, not both: " + path);
    }
  }

  /**
   * Returns a file that can be verified.
   *
   * @param path the name of the file within the scan
   * @param file the file, which is opened when its turn comes, and need not exist until then
   * @param length bytes it had when it was found; shows how much there is to do
   * @param record opens its record
   * @return the target
   */
  public static ScanTarget recorded(String path, Path file, long length, RecordOpener record) {
    return new ScanTarget(path, file, length, Objects.requireNonNull(record, "record"), null);
  }

  /**
   * Returns a file of which nothing was recorded. It is counted, and has no outcome.
   *
   * @param path the name of the file within the scan
   * @param file the file
   * @param length bytes it had when it was found; shows how much there is to do
   * @return the target
   */
  public static ScanTarget unrecorded(String path, Path file, long length) {
    return new ScanTarget(path, file, length, null, null);
  }

  /**
   * Returns a file, or a folder, that cannot be examined. That is its outcome.
   *
   * @param path the name of the file within the scan
   * @param file the file
   * @param problem why it cannot be examined
   * @return the target, with a length of 0
   */
  public static ScanTarget problem(String path, Path file, IOException problem) {
    return new ScanTarget(path, file, 0, null, Objects.requireNonNull(problem, "problem"));
  }

  /** Opens the record of a file when its turn comes. */
  @FunctionalInterface
  public interface RecordOpener {

    /**
     * Opens the record, anew for each call. A thread of the scan calls this; the record is then
     * used by one thread at a time, but not always the same.
     *
     * @return the record, of which nothing has been read yet; the caller closes it
     * @throws IOException if it is malformed or cannot be read
     */
    FileRecord open() throws IOException;
  }
}
