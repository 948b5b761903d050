// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.file.ByteReader;
import io.chunksum.file.SequentialInput;
import io.chunksum.format.list.FileSum;
import io.chunksum.format.list.ListForm;
import io.chunksum.format.list.ListReader;
import io.chunksum.format.list.ListedFile;
import io.chunksum.scan.FileResult;
import io.chunksum.verify.Mismatch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Verifies the files that a list names; the FILE itself is the list. */
final class ListVerification implements Verification {

  private final Console console;
  private final Readers readers;
  private final ListForm form;

  ListVerification(Console console, Readers readers, ListForm form) {
    this.console = console;
    this.readers = readers;
    this.form = form;
  }

  @Override
  public int verify(String list, Report report) throws IOException {
    Lines lines = new Lines(list);
    int status = ExitStatus.OK;
    for (ListedFile file = lines.next(); file != null; file = lines.next()) {
      status = ExitStatus.combine(status, verify(file, list, report));
    }
    lines.close();
    if (lines.problem != null) {
      report.notVerified(list, lines.problem);
      status = ExitStatus.combine(status, ExitStatus.UNCHECKED);
    }
    return status;
  }

  private int verify(ListedFile listed, String list, Report report) throws IOException {
    FileResult result;
    try {
      result = check(listed, list);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      report.notVerified(listed.name(), Problems.of(e));
      return ExitStatus.UNCHECKED;
    }
    report.verified(result, List.of());
    return result.ok() ? ExitStatus.OK : ExitStatus.MISMATCH;
  }

  /** The checksum covers no more bytes than are recorded, if that is known. */
  private FileResult check(ListedFile listed, String list) throws IOException {
    String name = listed.name();
    if (name.equals(Input.STANDARD_INPUT) && list.equals(Input.STANDARD_INPUT)) {
      throw new IOException("standard input is the list itself");
    }
    FileSum sum = new FileSum(listed.type());
    ByteReader reader = readers.of(List.of(listed.type()));
    long recorded = listed.length().orElse(Long.MAX_VALUE);
    try (Input input = Input.open(name, console)) {
      SequentialInput bytes = input.with(reader);
      long covered = bytes.read(0, recorded, sum);
      long length = covered < recorded ? covered : bytes.length();
      return result(listed, sum.finish(name), length);
    }
  }

  /** All bytes that the checksum covers are one window. */
  private static FileResult result(ListedFile listed, ListedFile actual, long length) {
    long expectedLength = listed.length().orElse(length);
    List<Mismatch> mismatches = new ArrayList<>();
    if (!listed.matches(actual)) {
      mismatches.add(
          Mismatch.of(0, 0, expectedLength, bytes(listed.checksum()), bytes(actual.checksum())));
    }
    if (length > expectedLength) {
      mismatches.add(Mismatch.surplus(1, expectedLength, length - expectedLength));
    }
    return new FileResult(
        listed.name(),
        length,
        expectedLength,
        listed.type(),
        OptionalInt.empty(),
        1,
        mismatches.size(),
        mismatches);
  }

  private static ByteBuffer bytes(String checksum) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(checksum));
  }

  /** The lines of a list, up to the point where reading it fails. */
  private final class Lines {

    private final String list;
    private @Nullable ListReader reader;
    private long files;

    /** What is wrong with the list as a whole. */
    private @Nullable String problem;

    Lines(String list) {
      this.list = list;
      try {
        reader = new ListReader(form, open());
      } catch (IOException | RuntimeException e) {
        problem = Problems.of(e);
      }
    }

    private InputStream open() throws IOException {
      return list.equals(Input.STANDARD_INPUT) ? console.in() : Files.newInputStream(Path.of(list));
    }

    @Nullable ListedFile next() {
      if (reader == null || problem != null) {
        return null;
      }
      try {
        ListedFile file = reader.next().orElse(null);
        if (file != null) {
          files++;
        }
        return file;
      } catch (IOException e) {
        problem = Problems.of(e);
        return null;
      }
    }

    void close() throws IOException {
      if (reader == null) {
        return;
      }
      reader.close();
      if (reader.malformedLines() > 0) {
        console.error(list + ": malformed lines: " + reader.malformedLines());
      }
      if (files == 0 && problem == null) {
        problem = "no lines in " + form.name().toLowerCase(Locale.ROOT) + " format";
      }
    }
  }
}
