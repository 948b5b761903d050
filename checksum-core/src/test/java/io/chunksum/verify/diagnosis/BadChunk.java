// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.verify.Mismatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A chunk of random bytes, what was done to it, and what is diagnosed. */
final class BadChunk {

  byte[] data;
  ChecksumData sums;

  BadChunk(ChecksumType type, int bytesPerChecksum, int length) {
    data = new byte[length];
    new Random(length).nextBytes(data);
    sums = ChunkChecksum.of(type, bytesPerChecksum).compute(ChunkBuffer.wrap(data));
  }

  /** Gives the mismatches there are by now. */
  List<Mismatch> mismatches() {
    return ChunkChecksum.like(sums).verify(ChunkBuffer.wrap(data), sums).mismatches();
  }

  Diagnostician diagnostician() {
    return new Diagnostician(ChunkBuffer.wrap(data), sums);
  }

  /** Diagnoses the first mismatch. */
  Diagnosis diagnose() {
    return diagnostician().diagnose(mismatches().get(0));
  }

  /** Diagnoses the mismatch of a window. */
  Diagnosis diagnose(long window) {
    return mismatches().stream()
        .filter(mismatch -> mismatch.window() == window)
        .map(diagnostician()::diagnose)
        .findFirst()
        .orElseThrow();
  }

  /** What one search finds for the first window that mismatches, under any algorithm. */
  static List<Finding> search(
      Function<Evidence, Search> search,
      ChecksumAlgorithm algorithm,
      ChecksumData sums,
      byte[] data)
      throws IOException {
    return search(search, algorithm, sums, data, 0);
  }

  /** Likewise for any of these windows: the one with so many before it. */
  static List<Finding> search(
      Function<Evidence, Search> search,
      ChecksumAlgorithm algorithm,
      ChecksumData sums,
      byte[] data,
      int before)
      throws IOException {
    ChunkBuffer bad = ChunkBuffer.wrap(data);
    ChunkChecksum checksum = ChunkChecksum.of(algorithm, sums.bytesPerChecksum());
    Mismatch mismatch = checksum.verify(bad, sums).mismatches().get(before);
    Evidence evidence = new Evidence(algorithm, sums, 0, data.length, bad::read, Surroundings.NONE);
    BadWindow window =
        BadWindow.read(
            evidence,
            mismatch.window(),
            mismatch.offset(),
            (int) mismatch.length(),
            bytes(mismatch.expected()),
            bytes(mismatch.actual()));
    List<Finding> findings = new ArrayList<>();
    search.apply(evidence).search(window, findings);
    return findings;
  }

  private static byte[] bytes(@Nullable ByteBuffer view) {
    byte[] bytes = new byte[view == null ? 0 : view.remaining()];
    if (view != null) {
      view.get(bytes);
    }
    return bytes;
  }

  /** Replaces the stored checksums by those of the data as it is by now. */
  void storeAnew() {
    sums = ChunkChecksum.like(sums).compute(ChunkBuffer.wrap(data));
  }

  /** Replaces the stored checksums by those of another function, under the old name. */
  void storeSumsOf(ChunkChecksum other) {
    byte[] wrong = other.compute(ChunkBuffer.wrap(data)).toByteArray();
    sums = ChecksumData.of(sums.type(), sums.bytesPerChecksum(), wrong);
  }

  /** Gives a copy of the stored checksums. */
  byte[] packed() {
    return sums.toByteArray();
  }
}
