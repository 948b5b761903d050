// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.cli.sidecar.SidecarHeader;
import io.chunksum.scan.FileResult;
import io.chunksum.scan.FileResult.FileMismatch;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Results for people: a line a file, and a line a mismatch. Failures go to standard error. */
final class TextReport implements Report {

  private final Console console;

  TextReport(Console console) {
    this.console = console;
  }

  @Override
  public void summed(String file, Path sidecar, SidecarHeader header) {
    String types =
        header.types().stream().map(ChecksumType::name).collect(Collectors.joining(", "));
    console.print(
        "%s: %s of %d bytes, a checksum every %d bytes, in %s"
            .formatted(file, types, header.length(), header.bytesPerChecksum(), sidecar));
  }

  @Override
  public void notSummed(String file, List<ChecksumType> types, String problem) {
    console.error(file + ": " + problem);
  }

  @Override
  public void verified(FileResult result) {
    for (FileMismatch mismatch : result.mismatches()) {
      console.print(result.file() + ": " + describe(mismatch));
    }
    String windows = result.windows() == 1 ? "1 window" : result.windows() + " windows";
    String checked = result.type() + ", " + windows;
    if (!result.checked()) {
      console.print(result.file() + ": not checked, the checksum type is NONE");
    } else if (result.ok()) {
      console.print("%s: OK (%s)".formatted(result.file(), checked));
    } else {
      console.print(
          "%s: FAILED (%s, %d mismatched)"
              .formatted(result.file(), checked, result.mismatchCount()));
    }
  }

  private static String describe(FileMismatch mismatch) {
    String bytes =
        "bytes %d to %d".formatted(mismatch.offset(), mismatch.offset() + mismatch.length() - 1);
    if (mismatch.expected() == null) {
      return bytes + ": beyond the recorded length";
    }
    String found =
        mismatch.actual() == null ? "but they are missing" : "found " + mismatch.actual();
    return "window %d, %s: expected %s, %s"
        .formatted(mismatch.window(), bytes, mismatch.expected(), found);
  }

  @Override
  public void notVerified(String file, String problem) {
    console.error(file + ": " + problem);
  }
}
