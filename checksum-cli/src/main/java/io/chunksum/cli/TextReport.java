// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.cli.inspect.Summary;
import io.chunksum.scan.FileResult;
import io.chunksum.scan.ScanCounts;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.diagnosis.Diagnosis;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Results for people: a line per file and a line per mismatch. Failures go to standard error. */
final class TextReport implements Report {

  private final Console console;

  /** The failure reported last, which all types of a file may have. */
  private @Nullable Exception reported;

  /** Whether a failure could not be written to standard error. */
  private boolean failureLost;

  TextReport(Console console) {
    this.console = console;
  }

  @Override
  public boolean summed(String file, StoredSums sums) {
    String types = sums.types().stream().map(ChecksumType::name).collect(Collectors.joining(", "));
    String windows = windows(sums.types(), sums.bytesPerChecksum());
    console.print(
        "%s: %s of %s, %s, in %s"
            .formatted(file, types, counted(sums.length(), "byte"), windows, sums.place()));
    return true;
  }

  @Override
  public void notSummed(String file, List<ChecksumType> types, String problem) {
    console.error(file + ": " + problem);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // All types of a file have the same failure object.
  public void verified(FileResult result, List<Diagnosis> diagnoses) {
    List<Mismatch> found = result.mismatches();
    for (int i = 0, next; i < found.size(); i = next) {
      next = endOfLine(found, diagnoses, i);
      Mismatch last = found.get(next - 1);
      String what = next == i + 1 ? describe(result, last) : describeMissing(found.get(i), last);
      console.printWithNext(result.file() + ": " + what + diagnosis(diagnoses, i));
    }
    if (result.failure() == null || result.mismatchCount() > 0) {
      printVerdict(result);
    }
    Exception failure = result.failure();
    if (failure != null && failure != reported) {
      notVerified(result.file(), Problems.of(failure));
      reported = failure;
    }
  }

  private void printVerdict(FileResult result) {
    // There may be a line for each of very many small files, and a formatter is slow.
    String checked = " (" + result.type() + ", " + counted(result.windows(), "window");
    if (!result.checked()) {
      console.print(result.file() + ": not checked, the checksum type is NONE");
    } else if (result.ok()) {
      console.print(result.file() + ": OK" + checked + ")");
    } else {
      int listed = result.mismatches().size();
      String first = listed < result.mismatchCount() ? ", the first " + listed + " listed" : "";
      console.print(
          "%s: FAILED%s, %d mismatched%s)"
              .formatted(result.file(), checked, result.mismatchCount(), first));
    }
  }

  /** Returns the index after the mismatches of one line: a window, or all that are missing. */
  private static int endOfLine(List<Mismatch> found, List<Diagnosis> diagnoses, int first) {
    int next = first + 1;
    while (next < found.size()
        && isMissing(found.get(first))
        && isMissing(found.get(next))
        && diagnosis(diagnoses, next).equals(diagnosis(diagnoses, first))) {
      next++;
    }
    return next;
  }

  private static boolean isMissing(Mismatch mismatch) {
    return mismatch.actual() == null && mismatch.expectedHex() != null;
  }

  private static String diagnosis(List<Diagnosis> diagnoses, int i) {
    return diagnoses.isEmpty() ? "" : ": " + diagnoses.get(i);
  }

  /** Describes windows that are missing at the end of a file, which may be very many. */
  private static String describeMissing(Mismatch first, Mismatch last) {
    return "windows %d to %d, bytes %d to %d: missing"
        .formatted(
            first.window(), last.window(), first.offset(), last.offset() + last.length() - 1);
  }

  private static String describe(FileResult result, Mismatch mismatch) {
    long end = mismatch.offset() + mismatch.length();
    if (mismatch.expected() == null && mismatch.offset() >= result.expectedLength()) {
      return "bytes %d to %d: beyond the recorded length".formatted(mismatch.offset(), end - 1);
    }
    boolean cut = mismatch.offset() < result.length() && result.length() < end;
    return cut
        ? mismatch + ", missing from byte " + result.length() + " onward"
        : mismatch.toString();
  }

  @Override
  public void notVerified(String file, String problem) {
    console.error(file + ": " + problem);
    failureLost |= console.err().checkError();
  }

  @Override
  public boolean lost() {
    return failureLost || console.out().checkError();
  }

  @Override
  public void composed(String file, CrcValue crc) {
    console.print(file + ": " + crc);
  }

  @Override
  public void notComposed(String file, String problem) {
    console.error(file + ": " + problem);
  }

  @Override
  public void inspected(String file, String format, Summary summary) {
    List<String> parts = new ArrayList<>(List.of(format));
    summary.type().ifPresent(type -> parts.add(type.name()));
    summary.length().ifPresent(length -> parts.add(counted(length, "byte")));
    List<ChecksumType> types = summary.type().stream().toList();
    summary.bytesPerChecksum().ifPresent(size -> parts.add(windows(types, size)));
    summary.chunks().ifPresent(chunks -> parts.add(counted(chunks, "chunk")));
    summary.windows().ifPresent(windows -> parts.add(counted(windows, "window")));
    summary.entries().ifPresent(count -> parts.add(count == 1 ? "1 entry" : count + " entries"));
    console.print(file + ": " + String.join(", ", parts));
  }

  private static String windows(List<ChecksumType> types, int bytesPerChecksum) {
    return types.equals(List.of(ChecksumType.NONE))
        ? "no checksums"
        : "a checksum every " + counted(bytesPerChecksum, "byte");
  }

  /** Says how many there are of something whose plural ends in s. */
  static String counted(long count, String what) {
    return count == 1 ? "1 " + what : count + " " + what + "s";
  }

  /** Says how many of all files are not as they should be. */
  static String total(ScanCounts counts) {
    return "of " + counted(counts.files(), "file") + ", " + bad(counts);
  }

  /** Says how many files are not as they should be. */
  static String bad(ScanCounts counts) {
    return counts.mismatched() + " mismatched, " + counts.failed() + " could not be checked";
  }

  @Override
  public void notInspected(String file, @Nullable String format, String problem) {
    console.error(file + ": " + (format == null ? problem : format + ": " + problem));
  }
}
