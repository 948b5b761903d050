// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.format.list.ListForm;
import io.chunksum.format.list.ListReader;
import io.chunksum.format.list.ListedFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A list as written by a GNU coreutils program, recognized by its first line. */
final class ListInspector implements Inspector {

  private final ListForm form;

  ListInspector(ListForm form) {
    this.form = form;
  }

  @Override
  public String format() {
    return form.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean recognizes(byte[] start) {
    try (ListReader lines = new ListReader(form, new ByteArrayInputStream(start))) {
      return lines.next().isPresent() && lines.malformedLines() == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the number of malformed lines in a list. */
  long malformedLines(Path file) throws IOException {
    try (ListReader lines = new ListReader(form, Files.newInputStream(file))) {
      while (lines.next().isPresent()) {
        // Only to be counted.
      }
      return lines.malformedLines();
    }
  }

  @Override
  public List<Summary> inspect(Path file) throws IOException {
    Map<ChecksumType, Long> counts = new LinkedHashMap<>();
    try (ListReader lines = new ListReader(form, Files.newInputStream(file))) {
      Optional<ListedFile> listed = lines.next();
      while (listed.isPresent()) {
        counts.merge(listed.get().type(), 1L, Long::sum);
        listed = lines.next();
      }
      if (lines.malformedLines() > 0) {
        throw new IOException(
            lines.malformedLines() + " of " + lines.lines() + " lines are malformed");
      }
    }
    return counts.entrySet().stream()
        .map(entry -> Summary.ofEntries(Optional.of(entry.getKey()), entry.getValue()))
        .toList();
  }
}
