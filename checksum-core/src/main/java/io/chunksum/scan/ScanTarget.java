// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.format.FileRecord;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One file that a scan comes across. Immutable.
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
