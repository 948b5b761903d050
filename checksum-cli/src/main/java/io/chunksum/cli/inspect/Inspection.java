// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.format.list.ListForm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds out the format of a file. */
public final class Inspection {

  private static final ListInspector CKSUM = new ListInspector(ListForm.CKSUM);

  /** Formats with a magic number first: the others could mistake a file for one of theirs. */
  private static final List<Inspector> ALL =
      List.of(
          new SidecarInspector(),
          new CompactBlockInspector(),
          HadoopInspector.ofCrcs(),
          new AeronCatalogInspector(),
          new AeronSegmentInspector(),
          HadoopInspector.ofMeta(),
          new BlockDataInspector(),
          new ListInspector(ListForm.MD5SUM),
          new ListInspector(ListForm.SHA256SUM),
          CKSUM);

  /** A list is recognized by its first line, all others by a few bytes. */
  private static final int START_BYTES = 4096;

  private Inspection() {}

  /**
   * Finds the format of a file: by its first bytes or, if they match none, by its name. A list that
   * begins with a tag may be of several programs: it is taken for one of {@code cksum}, which
   * writes lines of any type, if more of its lines fit that.
   *
   * @param file the file
   * @return the inspector that reads it; empty if its format is not known here
   * @throws IOException if it cannot be read
   */
  public static Optional<Inspector> of(Path file) throws IOException {
    byte[] start = start(file);
    String name = String.valueOf(file.getFileName());
    Optional<Inspector> found =
        ALL.stream()
            .filter(inspector -> inspector.recognizes(start))
            .findFirst()
            .or(() -> ALL.stream().filter(inspector -> inspector.isNamedLike(name)).findFirst());
    boolean isOfCksum =
        found.isPresent()
            && found.get() instanceof ListInspector list
            && CKSUM.recognizes(start)
            && CKSUM.malformedLines(file) < list.malformedLines(file);
    return isOfCksum ? Optional.of(CKSUM) : found;
  }

  private static byte[] start(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(START_BYTES);
    }
  }
}
