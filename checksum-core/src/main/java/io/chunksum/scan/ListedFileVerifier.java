// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.file.SequentialInput;
import io.chunksum.format.list.FileSum;
import io.chunksum.format.list.ListedFile;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.observe.events.CallRecorder;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.VerifyOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Verifies files against what a list says of them, such as one of {@code sha256sum}: one checksum
 * over the whole file, which is therefore one window. Safe to use from any thread.
 */
public final class ListedFileVerifier {

  private ListedFileVerifier() {}

  /**
   * Verifies the bytes of a file. If its length is listed, the checksum covers no more bytes than
   * that; any more are a mismatch of their own. The input is read to its end.
   *
   * @param input its bytes, of which nothing has been read yet
   * @param listed the file as it is listed
   * @return the result; {@link FileResult#file()} is the name in the list
   * @throws IOException if the bytes cannot be read, and no mismatch was found before
   * @throws IllegalArgumentException if there is no algorithm for the type
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     io.chunksum.algorithm.ChecksumAlgorithms#find}
   */
  public static FileResult verify(SequentialInput input, ListedFile listed) throws IOException {
    return verify(input, listed, VerifyOptions.DEFAULT);
  }

  /**
   * Verifies the bytes of a file, as {@link #verify(SequentialInput, ListedFile)} does.
   *
   * @param input its bytes, of which nothing has been read yet
   * @param listed the file as it is listed
   * @param options how many mismatches are kept, and counters, if any
   * @return the result; {@link FileResult#file()} is the name in the list
   * @throws IOException if the bytes cannot be read, and no mismatch was found before
   * @throws IllegalArgumentException if there is no algorithm for the type
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     io.chunksum.algorithm.ChecksumAlgorithms#find}
   */
  public static FileResult verify(SequentialInput input, ListedFile listed, VerifyOptions options)
      throws IOException {
    FileSum sum = new FileSum(listed.type());
    long recorded = listed.length().orElse(Long.MAX_VALUE);
    long covered = input.read(0, recorded, sum);
    new CallRecorder(listed.type().name(), 0, options.counters())
        .end(covered, 1, sum.bytesCopied().total());
    ListedFile actual = sum.finish(listed.name());
    long length = covered;
    Exception failure = null;
    try {
      length = covered < recorded ? covered : input.readToEnd();
    } catch (Exception e) { // Also one that nobody declares.
      if (listed.matches(actual)) {
        throw e;
      }
      failure = e;
    }
    return compare(listed, actual, length, failure, options);
  }

  private static FileResult compare(
      ListedFile listed,
      ListedFile actual,
      long length,
      @Nullable Exception failure,
      VerifyOptions options) {
    long expectedLength = listed.length().orElse(length);
    List<Mismatch> mismatches = new ArrayList<>();
    if (!listed.matches(actual)) {
      // Of an empty file, the one window is missing: it has no actual checksum.
      boolean missing = length == 0 && expectedLength > 0;
      ByteBuffer found = missing ? null : bytes(actual.checksum());
      mismatches.add(Mismatch.of(0, 0, expectedLength, bytes(listed.checksum()), found));
    }
    if (length > expectedLength) {
      mismatches.add(Mismatch.surplus(1, expectedLength, length - expectedLength));
    }
    for (Mismatch mismatch : mismatches) {
      MismatchEvents.record(listed.name(), listed.type(), 0, 1, mismatch);
    }
    if (options.counters() != null) {
      count(options.counters(), Math.min(length, expectedLength), length, mismatches);
    }
    int kept = Math.min(mismatches.size(), options.keptMismatches());
    return new FileResult(
        listed.name(),
        length,
        expectedLength,
        listed.type(),
        OptionalInt.empty(),
        1,
        mismatches.size(),
        mismatches.subList(0, kept),
        failure);
  }

  private static void count(
      ChecksumCounters counters, long covered, long length, List<Mismatch> mismatches) {
    counters.addVerified(covered, 1);
    if (length > covered) {
      counters.addUnchecked(length - covered);
    }
    if (!mismatches.isEmpty()) {
      long bytes = mismatches.stream().mapToLong(Mismatch::length).sum();
      counters.addMismatched(bytes, mismatches.size());
    }
  }

  private static ByteBuffer bytes(String checksum) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(checksum));
  }
}
