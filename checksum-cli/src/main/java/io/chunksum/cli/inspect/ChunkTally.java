// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Adds up the records of chunks by type, in the order in which the types first appear. */
final class ChunkTally {

  private static final class Counts {
    private OptionalInt bytesPerChecksum;
    private long chunks;
    private long windows;

    Counts(int bytesPerChecksum) {
      this.bytesPerChecksum = OptionalInt.of(bytesPerChecksum);
    }

    void add(int chunkBytesPerChecksum, int chunkWindows) {
      if (!bytesPerChecksum.equals(OptionalInt.of(chunkBytesPerChecksum))) {
        bytesPerChecksum = OptionalInt.empty();
      }
      chunks++;
      windows += chunkWindows;
    }
  }

  private final Map<ChecksumType, Counts> byType = new LinkedHashMap<>();

  /** Begins to count a type, even if it has no chunks. */
  void begin(ChecksumType type, int bytesPerChecksum) {
    byType.put(type, new Counts(bytesPerChecksum));
  }

  void add(ChunkInfo chunk) {
    ChecksumData sums = chunk.checksums();
    add(sums.type(), sums.bytesPerChecksum(), sums.count());
  }

  void add(ChecksumType type, int bytesPerChecksum, int windows) {
    byType
        .computeIfAbsent(type, each -> new Counts(bytesPerChecksum))
        .add(bytesPerChecksum, windows);
  }

  /** Returns one summary for each type, or one without a type if there was none. */
  List<Summary> summaries(long length) {
    if (byType.isEmpty()) {
      return List.of(Summary.ofChunks(Optional.empty(), OptionalInt.empty(), length, 0, 0));
    }
    return byType.entrySet().stream()
        .map(entry ->
            Summary.ofChunks(
                Optional.of(entry.getKey()),
                entry.getValue().bytesPerChecksum,
                length,
                entry.getValue().chunks,
                entry.getValue().windows))
        .toList();
  }
}
