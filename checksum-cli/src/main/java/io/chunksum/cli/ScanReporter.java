// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.scan.FileResult;
import io.chunksum.scan.ScanCheckpoint;
import io.chunksum.scan.ScanCheckpoint.Place;
import io.chunksum.scan.ScanCounts;
import io.chunksum.scan.ScanListener;
import io.chunksum.scan.ScanOutcome;
import java.io.IOException;
import java.io.Serial;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reports what a scan finds, and only then records in the checkpoint that it has been reported.
 * What was found before a scan was stopped counts toward the status of the scan that resumes it.
 */
final class ScanReporter implements ScanListener {

  private final Console console;
  private final Report report;
  private final Predicate<FileResult> printed;
  private final ScanProgress progress;

  /** Null if there is none. */
  private final @Nullable ScanCheckpoint checkpoint;

  /** Whether the checkpoint could not be written: from then on, its place stays behind the scan. */
  private boolean behind;

  /** Whether an earlier scan has come to a place after which this one begins. */
  private final boolean resumed;

  private final ScanCounts before;
  private ScanCounts counts;

  /** Whether all there is to report is a problem with the folder itself. */
  private boolean nothingListed;

  private int checkpointStatus = ExitStatus.OK;

  /** What is found can no longer be written, so there is nobody to scan for. */
  static final class OutputException extends IOException {

    @Serial private static final long serialVersionUID = 1;
  }

  /**
   * Makes the reporter of one scan.
   *
   * @param printed tells which results are reported; all of them count
   */
  ScanReporter(
      Console console,
      Report report,
      Predicate<FileResult> printed,
      ScanProgress progress,
      @Nullable ScanCheckpoint checkpoint) {
    this.console = console;
    this.report = report;
    this.printed = printed;
    this.progress = progress;
    this.checkpoint = checkpoint;
    this.resumed = checkpoint != null && !checkpoint.place().equals(Place.START);
    this.before = checkpoint == null ? ScanCounts.ZERO : checkpoint.place().counts();
    this.counts = before;
  }

  /** Prints where a scan resumes, after a line of its own if an earlier one was cut off. */
  void begin() {
    console.endLineCutOff();
    if (checkpoint != null && resumed) {
      console.error(
          "resuming after "
              + checkpoint.place().path()
              + ": "
              + TextReport.counted(before.files(), "file")
              + " already scanned, "
              + TextReport.bad(before));
    }
  }

  @Override
  public void scanned(ScanOutcome outcome, ScanCounts soFar) throws IOException {
    counts = before.plus(soFar); // Before anything else can fail.
    progress.erase();
    progress.scanned(outcome.target(), soFar.bytes());
    Exception failure = outcome.failure();
    if (failure != null && outcome.results().isEmpty()) {
      report.notVerified(outcome.target().file().toString(), Problems.of(failure));
    }
    for (FileResult result : outcome.results()) {
      if (printed.test(result)) {
        report.verified(result, List.of());
      }
    }
    if (report.lost()) {
      throw new OutputException();
    }
    String path = outcome.target().path();
    nothingListed = path.isEmpty();
    if (!nothingListed) { // An empty path would make the next scan begin anew.
      keepPlace(open -> open.advance(new Place(path, counts)));
    }
  }

  @Override
  public void progress(ScanCounts soFar) {
    counts = before.plus(soFar);
    progress.show(soFar.bytes());
    keepPlace(ScanCheckpoint::sync);
  }

  private interface Step {
    void with(ScanCheckpoint checkpoint) throws IOException;
  }

  /** If the checkpoint cannot be written, the scan continues, and the place stays as it is. */
  private void keepPlace(Step step) {
    if (!behind) {
      behind = !withCheckpoint(step, "cannot write the checkpoint: ");
    }
  }

  /** Returns whether the checkpoint, if there is one, could be written. */
  private boolean withCheckpoint(Step step, String problem) {
    if (checkpoint == null) {
      return true;
    }
    try {
      step.with(checkpoint);
      return true;
    } catch (IOException e) {
      checkpointStatus = ExitStatus.ERROR;
      progress.erase();
      console.error(problem + Problems.of(e));
      return false;
    }
  }

  /** Prints the summary of the scan and returns the status. */
  int end() {
    progress.erase();
    if (nothingListed && resumed) {
      console.error("the checkpoint is kept; unless it is removed, the next scan resumes from it");
      return status();
    }
    if (counts.mismatched() + counts.failed() > 0 && !nothingListed) {
      console.error(TextReport.total(counts));
    }
    if (counts.unrecorded() > 0) {
      console.error(TextReport.counted(counts.unrecorded(), "file") + " without checksums");
    }
    if (counts.files() == before.files()) {
      String further = before.files() > 0 ? "further " : "";
      console.error("no " + further + "file with checksums was found");
    }
    // Also one that is behind: the next scan would leave out what comes before its place.
    withCheckpoint(
        ScanCheckpoint::complete,
        "cannot empty the checkpoint; unless it is removed, the next scan resumes from it: ");
    // As in a folder on which a disk is no longer mounted: all is well only if something was.
    return counts.files() == 0 ? ExitStatus.ERROR : status();
  }

  /** Returns the status of what was found so far. */
  int status() {
    int found = counts.mismatched() > 0 ? ExitStatus.MISMATCH : ExitStatus.OK;
    int failed = counts.failed() > 0 ? ExitStatus.ERROR : ExitStatus.OK;
    return ExitStatus.combine(found, ExitStatus.combine(failed, checkpointStatus));
  }
}
