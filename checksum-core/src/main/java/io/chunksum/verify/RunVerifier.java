// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.internal.TakenBytes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The work of a {@link ChunkVerifier}: computes the checksums of a run of windows, and compares
 * them as it does. Mutable, for one thread at a time.
 */
final class RunVerifier {

  private final ChecksumType type;
  private final RunComparison comparison;
  private final ChecksumStream stream;

  /** Bytes taken since begin. */
  private final TakenBytes taken =
      new TakenBytes("a call has failed midway: break off, or begin again");

  RunVerifier(ChecksumAlgorithm algorithm, int bytesPerChecksum, VerifyOptions options) {
    this.type = algorithm.type();
    this.comparison = new RunComparison(type, bytesPerChecksum, options);
    this.stream = new ChecksumStream(algorithm, bytesPerChecksum, comparison);
  }

  /** What the run is compared with, and what was found. */
  RunComparison comparison() {
    return comparison;
  }

  /** Begins a run of a chunk; see {@link RunComparison#begin}. */
  void begin(ChecksumData stored, @Nullable ChunkInfo recorded, int first, int count) {
    Objects.checkFromIndexSize(first, count, stored.count());
    comparison.drop(); // There is no run until all has begun.
    taken.set(0);
    stream.reset();
    comparison.begin(stored, recorded, first, count);
  }

  /** Takes a range of bytes as the next of the run. */
  void update(ChunkBuffer bytes, long offset, long length) {
    boolean fits = comparison.fits();
    long newCount = taken.begin(length);
    if (fits) {
      long room = Math.max(0, comparison.length() - taken.count());
      stream.update(bytes, offset, Math.min(length, room));
    }
    taken.set(newCount);
  }

  /** Takes bytes of a chunk without checksums. */
  void skip(long bytes) {
    taken.set(taken.begin(bytes));
  }

  /** Ends the run; see {@link RunComparison#finish}. */
  VerifyResult finish(@Nullable ChunkBuffer bytes, long start) {
    endLastWindow();
    return comparison.finish(taken.count(), bytes, start);
  }

  /**
   * Ends the run, but makes no result of a match, and returns null instead. Mismatches are not
   * located: whoever puts several runs together does that once for all.
   */
  @Nullable VerifyResult finishUnlessMatch() {
    endLastWindow();
    return comparison.finishUnlessMatch(taken.count(), null, 0);
  }

  /** If the algorithm fails to, the run can be broken off, as after a failed update. */
  private void endLastWindow() {
    if (comparison.fits()) {
      long count = taken.begin(0);
      stream.finish();
      taken.set(count);
    }
  }

  /**
   * Ends the run as {@link #finish} does if that has all it needs, and else at the end of the last
   * whole window taken.
   */
  VerifyResult breakOff() {
    boolean compares = !type.isNone() && comparison.fits();
    // After a failed call, nobody knows which bytes the open window has.
    boolean allTaken = !taken.torn() && taken.count() >= comparison.length();
    if (!compares || allTaken) {
      return finish(null, 0);
    }
    comparison.drop();
    return comparison.brokenOff();
  }

  CopiedBytes bytesCopied() {
    return stream.bytesCopied();
  }

  long totalBytesCopied() {
    return stream.totalBytesCopied();
  }

  /** Bytes of the open window taken so far; 0 if none is open. */
  int openLength() {
    return stream.openLength();
  }

  /** Writes the checksum of the open window's bytes so far, if the algorithm can do that. */
  void peek(byte[] target) {
    if (!stream.peek(target, 0)) {
      throw new IllegalStateException(type + " cannot give a checksum midway");
    }
  }
}
