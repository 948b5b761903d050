// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.file.SequentialInput;
import io.chunksum.format.FileRecord;
import io.chunksum.format.RecordFormat;
import io.chunksum.scan.FileDiagnostician;
import io.chunksum.scan.FileResult;
import io.chunksum.scan.RecordVerifier;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.diagnosis.Diagnosis;
import io.chunksum.window.ByteRange;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Verifies files whose checksums are in separate files. */
final class RecordVerification implements Verification {

  private final Console console;
  private final Readers readers = new Readers();
  private final RecordFormat format;

  /** Where the checksums of a file are. */
  private final RecordPlace place;

  /** The requested range; null for the whole file. */
  private final @Nullable ByteRange range;

  private final boolean diagnose;

  private final RecordVerifier verifier = new RecordVerifier();

  /** Finds the checksums of a file. */
  @FunctionalInterface
  interface RecordPlace {
    Path of(Path file) throws IOException;
  }

  RecordVerification(
      Console console,
      RecordFormat format,
      RecordPlace place,
      @Nullable ByteRange range,
      boolean diagnose) {
    this.console = console;
    this.format = new NamedRecords(format);
    this.place = place;
    this.range = range;
    this.diagnose = diagnose;
  }

  @Override
  public void verify(String file, Verdicts verdicts) throws IOException {
    verdicts.check(file, results -> check(file, results), this::diagnoses);
  }

  private void check(String file, List<FileResult> results) throws IOException {
    try (Input input = Input.open(file, console);
        FileRecord record = open(file)) {
      results.addAll(verify(file, input, record));
    }
  }

  private List<FileResult> verify(String file, Input input, FileRecord record) throws IOException {
    SequentialInput bytes = input.bytes(readers.of(record.types()));
    if (range == null) {
      input.willRead(record.length());
      return verifier.verify(file, bytes, record);
    }
    input.willRead(Math.max(0, Math.min(range.end(), record.length()) - range.offset()));
    return verifier.verify(file, bytes, record, range);
  }

  private FileRecord open(String file) throws IOException {
    Path path = Path.of(file);
    return format.open(place.of(path), path);
  }

  /** Returns nothing if no diagnosis is wanted or possible. */
  private List<Diagnosis> diagnoses(FileResult result) {
    if (!diagnose || result.mismatches().isEmpty()) {
      return List.of();
    }
    String file = result.file();
    try {
      Path path = Path.of(file);
      if (file.equals(Input.STANDARD_INPUT) || !Files.isRegularFile(path)) {
        throw new IOException("it cannot be read twice");
      }
      if (!Files.isRegularFile(place.of(path))) {
        throw new IOException("its checksums cannot be read twice");
      }
      long bytes = result.mismatches().stream().mapToLong(Mismatch::length).sum();
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
          FileRecord record = open(file);
          Progress progress = console.progress(bytes)) {
        return new FileDiagnostician(channel, progress::add).diagnose(result, record);
      }
    } catch (Exception | OutOfMemoryError | LinkageError e) {
      return notDiagnosed(file, e);
    }
  }

  /**
   * Large windows need much memory, and other algorithms may not work here; what was found without
   * a diagnosis stands.
   */
  private List<Diagnosis> notDiagnosed(String file, Throwable e) {
    console.error(file + ": no diagnosis: " + Problems.of(e));
    return List.of();
  }
}
