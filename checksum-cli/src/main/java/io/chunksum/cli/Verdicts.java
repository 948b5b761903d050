// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.scan.FileResult;
import io.chunksum.scan.ScanCounts;
import io.chunksum.verify.diagnosis.Diagnosis;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Reports what is found in files, and keeps the counts and the status that follow from all. */
final class Verdicts {

  /** Compares a file with its checksums. */
  interface Check {

    /** Adds results to a list; if it fails afterwards, they count. */
    void run(List<FileResult> results) throws IOException;
  }

  private final Report report;
  private final Predicate<FileResult> printed;
  private int status = ExitStatus.OK;

  /** Of the files, however many lists named them. */
  private ScanCounts counts = ScanCounts.ZERO;

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
    count(results, problem != null);
    for (FileResult result : results) {
      if (printed.test(result)) {
        report.verified(result, diagnoses.apply(result));
      }
    }
    if (problem != null) {
      notVerified(file, problem);
    }
  }

  private void count(List<FileResult> results, boolean hasProblem) {
    boolean mismatched = results.stream().anyMatch(result -> result.mismatchCount() > 0);
    boolean failed = hasProblem || results.stream().anyMatch(result -> result.failure() != null);
    if (failed || !results.isEmpty()) { // Else a listed file that may be missing.
      counts = counts.plus(new ScanCounts(1, mismatched ? 1 : 0, failed ? 1 : 0, 0, 0));
    }
  }

  /** Reports a file, or a list of files, that could not be verified against its checksums. */
  void notVerified(String file, String problem) throws IOException {
    status = ExitStatus.combine(status, ExitStatus.ERROR);
    report.notVerified(file, problem);
  }

  /** Returns whether some of it could not be written, so that nobody would learn of more. */
  boolean lost() {
    return report.lost();
  }

  /** Returns how many files were verified so far, and what was found; lists do not count. */
  ScanCounts counts() {
    return counts;
  }

  /** Returns the status of all files so far. */
  int status() {
    return status;
  }
}
