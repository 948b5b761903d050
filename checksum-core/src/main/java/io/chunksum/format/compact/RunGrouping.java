// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.compact;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Groups chunks that are alike into runs, see {@link BlockRuns}. */
final class RunGrouping {

  private RunGrouping() {}

  static void write(List<ChunkInfo> chunks, BlockWriter out) {
    List<List<ChunkInfo>> runs = group(chunks);
    out.varint(runs.size());
    ChunkInfo before = null;
    for (List<ChunkInfo> run : runs) {
      write(run, before, out);
      before = run.get(run.size() - 1);
    }
  }

  private static List<List<ChunkInfo>> group(List<ChunkInfo> chunks) {
    List<List<ChunkInfo>> runs = new ArrayList<>();
    List<ChunkInfo> run = new ArrayList<>();
    for (ChunkInfo chunk : chunks) {
      if (run.isEmpty() || !continues(run, chunk)) {
        run = new ArrayList<>();
        runs.add(run);
      }
      run.add(chunk);
    }
    return runs;
  }

  private static boolean continues(List<ChunkInfo> run, ChunkInfo chunk) {
    ChunkInfo last = run.get(run.size() - 1);
    long length = run.get(0).length();
    return chunk.checksums().count() > 0
        && last.checksums().isLike(chunk.checksums())
        && last.length() == length
        && chunk.length() <= length
        && chunk.offset() == end(last);
  }

  private static long end(@Nullable ChunkInfo chunk) {
    return chunk == null ? 0 : chunk.offset() + chunk.length();
  }

  private static void write(List<ChunkInfo> run, @Nullable ChunkInfo before, BlockWriter out) {
    ChunkInfo first = run.get(0);
    ChecksumData sums = first.checksums();
    long lastLength = run.get(run.size() - 1).length();
    int settings = before == null || !before.checksums().isLike(sums) ? BlockRuns.SETTINGS : 0;
    int offset = first.offset() == end(before) ? 0 : BlockRuns.OFFSET;
    int count = run.size() == 1 ? 0 : BlockRuns.COUNT;
    int last = lastLength == first.length() ? 0 : BlockRuns.LAST;
    out.write(settings | offset | count | last);
    if (settings != 0) {
      writeType(sums.type(), out);
      out.varint(sums.bytesPerChecksum());
    }
    if (offset != 0) {
      out.varint(first.offset());
    }
    if (count != 0) {
      out.varint(run.size());
    }
    out.varint(first.length());
    if (last != 0) {
      out.varint(lastLength);
    }
  }

  private static void writeType(ChecksumType type, BlockWriter out) {
    out.write(type.wireNumber().orElse(BlockRuns.NAMED_TYPE));
    if (type.wireNumber().isEmpty()) {
      out.text(type.name());
      out.write(type.checksumLength());
    }
  }
}
