// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.verify.Mismatch;
import java.util.List;
import java.util.Random;

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
