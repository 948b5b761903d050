// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.tests.append.WindowOracle;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.VerifyResult;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A verifier, a record, and data that changes over time. */
final class VerifierModel {

  /** Where data and checksums disagree. */
  private record Place(long window, long offset, long length) {}

  private final ChecksumType type;
  private final int window;
  private final int recordedLength;
  private final byte[] sums;
  private final ChunkVerifier verifier;
  private byte[] data;

  VerifierModel(ChecksumType type, int bytesPerChecksum, byte[] data) {
    this.type = type;
    this.window = bytesPerChecksum;
    this.recordedLength = data.length;
    this.sums = new WindowOracle(type, window, data).ofFirst(data.length);
    this.verifier = new ChunkVerifier(ChecksumAlgorithms.of(type), window);
    this.data = data;
  }

  void truncate(int length) {
    data = Arrays.copyOf(data, Math.min(length, data.length));
  }

  void add(byte[] bytes) {
    int end = data.length;
    data = Arrays.copyOf(data, end + bytes.length);
    System.arraycopy(bytes, 0, data, end, bytes.length);
  }

  void flipBitOfData(int bit) {
    flip(data, bit);
  }

  void flipBitOfSums(int bit) {
    flip(sums, bit);
  }

  private static void flip(byte[] bytes, int bit) {
    if (bytes.length > 0) {
      bytes[bit / Byte.SIZE % bytes.length] ^= (byte) (1 << bit % Byte.SIZE);
    }
  }

  void verifyAtOnce(Draw draw) {
    assertAsExpected(verifier.verify(ChunkBuffer.wrap(draw.buffers(data)), record()));
  }

  void verifyInParts(Draw draw) {
    verifier.begin(record(), 0, record().checksums().count());
    for (ByteBuffer part : draw.buffers(data)) {
      verifier.update(ChunkBuffer.wrap(part));
    }
    assertAsExpected(verifier.finish());
  }

  private ChunkInfo record() {
    return new ChunkInfo("chunk", 0, recordedLength, ChecksumData.of(type, window, sums));
  }

  private void assertAsExpected(VerifyResult result) {
    List<Place> found =
        result.mismatches().stream()
            .map(mismatch -> new Place(mismatch.window(), mismatch.offset(), mismatch.length()))
            .toList();
    assertThat(found).isEqualTo(expected());
    assertThat(result.mismatchCount()).isEqualTo(found.size());
    assertThat(result.ok()).isEqualTo(found.isEmpty());
  }

  private List<Place> expected() {
    int common = Math.min(data.length, recordedLength);
    byte[] actual = new WindowOracle(type, window, data).ofFirst(common);
    int entry = type.checksumLength();
    List<Place> places = new ArrayList<>();
    int index = 0;
    for (int start = 0; start < recordedLength; start += window) {
      int end = Math.min(start + window, recordedLength);
      int from = index * entry;
      boolean same =
          end <= data.length && Arrays.equals(sums, from, from + entry, actual, from, from + entry);
      if (!same) {
        places.add(new Place(index, start, end - start));
      }
      index++;
    }
    if (data.length > recordedLength) {
      places.add(new Place(index, recordedLength, data.length - recordedLength));
    }
    return places;
  }
}
