// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.scan.FileResult;
import io.chunksum.verify.diagnosis.Diagnosis;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Reports what is found in files, and keeps the status that follows from all of it. */
final class Verdicts {

  /** Compares a file with its checksums. */
  interface Check {

    /** Adds results to a list; if it fails afterwards, they count. */
    void run(List<FileResult> results) throws IOException;
  }

  private final Report report;
  private final Predicate<FileResult> printed;
  private int status = ExitStatus.OK;

  /**
   * Makes the verdicts on a number of files.
   *
   * @param printed tells which results are reported; all of them count
   */
  Verdicts(Report report, Predicate<FileResult> printed) {
    this.report = report;
    this.printed = printed;
  }

  /** Runs a check whose mismatches are not diagnosed, and reports what came of it. */
  void check(String file, Check check) throws IOException {
    check(file, check, result -> List.of());
  }

  /** Runs a check and reports what came of it; a problem with the file is not thrown. */
  void check(String file, Check check, Function<FileResult, List<Diagnosis>> diagnoses)
      throws IOException {
    List<FileResult> results = new ArrayList<>();
    String problem = null;
    try {
      check.run(results);
    } catch (Exception | OutOfMemoryError | LinkageError e) {
      problem = Problems.of(e);
    }
    // All of them, before anything else can fail.
    results.forEach(result -> status = ExitStatus.combine(status, ExitStatus.of(result)));
    for (FileResult result : results) {
      if (printed.test(result)) {
        report.verified(result, diagnoses.apply(result));
      }
    }
    if (problem != null) {
      notVerified(file, problem);
    }
  }

  /** Reports a file that could not be verified against its checksums. */
  void notVerified(String file, String problem) throws IOException {
    status = ExitStatus.combine(status, ExitStatus.ERROR);
    report.notVerified(file, problem);
  }

  /** Returns whether some of it could not be written, so that nobody would learn of more. */
  boolean lost() {
    return report.lost();
  }

  /** Returns the status of all files so far. */
  int status() {
    return status;
  }
}
