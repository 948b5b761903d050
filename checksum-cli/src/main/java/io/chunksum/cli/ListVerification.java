// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.file.SequentialInput;
import io.chunksum.format.list.ListForm;
import io.chunksum.format.list.ListReader;
import io.chunksum.format.list.ListedFile;
import io.chunksum.scan.FileResult;
import io.chunksum.scan.ListedFileVerifier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Verifies the files that a list names; the FILE itself is the list. */
final class ListVerification implements Verification {

  private final Console console;
  private final Readers readers = new Readers();
  private final ListForm form;
  private final boolean ignoreMissing;

  /**
   * Makes a verification of lists.
   *
   * @param ignoreMissing whether a listed file that is not there is as if it were not listed
   */
  ListVerification(Console console, ListForm form, boolean ignoreMissing) {
    this.console = console;
    this.form = form;
    this.ignoreMissing = ignoreMissing;
  }

  @Override
  public void verify(String list, Verdicts verdicts) throws IOException {
    Lines lines = new Lines(list);
    for (ListedFile file = lines.next(); file != null; file = lines.next()) {
      verify(file, lines, verdicts);
      if (verdicts.lost()) {
        break;
      }
    }
    lines.end();
    if (lines.problem != null) {
      verdicts.notVerified(list, lines.problem);
    }
  }

  private void verify(ListedFile listed, Lines lines, Verdicts verdicts) throws IOException {
    verdicts.check(listed.name(), results -> check(listed, lines, results));
  }

  private void check(ListedFile listed, Lines lines, List<FileResult> results) throws IOException {
    String name = listed.name();
    if (name.equals(Input.STANDARD_INPUT) && lines.list.equals(Input.STANDARD_INPUT)) {
      throw new IOException("standard input is the list itself");
    }
    try (Input input = Input.openListed(name, console)) {
      SequentialInput bytes = input.bytes(readers.of(List.of(listed.type())));
      results.add(ListedFileVerifier.verify(bytes, listed));
    } catch (NoSuchFileException e) {
      if (!ignoreMissing) {
        throw e;
      }
      lines.ignored++;
    }
  }

  /** The lines of a list, up to the point where reading it fails. */
  private final class Lines {

    private final String list;
    private @Nullable ListReader reader;
    private long files;

    /** Those of the files that are not there, if that is no error. */
    private long ignored;

    /** Why the list as a whole is not good; null if nothing is wrong with it. */
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
      if (list.equals(Input.STANDARD_INPUT)) {
        // Once closed, a channel says so, also one that is made of the same stream later.
        return Channels.newInputStream(Channels.newChannel(console.in()));
      }
      Input.requireName(list);
      return Files.newInputStream(Path.of(list));
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

    /** Closes the list, and finds out what is wrong with it as a whole. */
    void end() {
      if (reader == null) {
        return;
      }
      try {
        reader.close();
      } catch (IOException e) {
        problem = problem == null ? Problems.of(e) : problem;
      }
      if (reader.malformedLines() > 0) {
        console.error(list + ": malformed lines: " + reader.malformedLines());
      }
      if (files == ignored && problem == null) {
        problem =
            files > 0
                ? "none of the files that it names is there"
                : "no lines in " + form.name().toLowerCase(Locale.ROOT) + " format";
      }
    }
  }
}
