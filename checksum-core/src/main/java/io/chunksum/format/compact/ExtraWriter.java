// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.compact;

import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.KeyValue;
import java.util.List;

/** Writes what only some chunks have, see {@link BlockExtras}. */
final class ExtraWriter {

  private ExtraWriter() {}

  static void write(List<ChunkInfo> chunks, NamePattern pattern, BlockWriter out) {
    int[] flags = new int[chunks.size()];
    int count = 0;
    for (int i = 0; i < flags.length; i++) {
      flags[i] = flags(chunks.get(i), pattern.isFollowedBy(chunks.get(i), i));
      count += flags[i] == 0 ? 0 : 1;
    }
    out.varint(count);
    int next = 0;
    for (int i = 0; i < flags.length; i++) {
      if (flags[i] != 0) {
        out.varint(i - next);
        out.write(flags[i]);
        write(chunks.get(i), flags[i], out);
        next = i + 1;
      }
    }
  }

  private static int flags(ChunkInfo chunk, boolean namedByPattern) {
    return (namedByPattern ? 0 : BlockExtras.NAME)
        | (chunk.metadata().isEmpty() ? 0 : BlockExtras.METADATA)
        | (chunk.stripeChecksum().isEmpty() ? 0 : BlockExtras.STRIPE);
  }

  private static void write(ChunkInfo chunk, int flags, BlockWriter out) {
    if ((flags & BlockExtras.NAME) != 0) {
      out.text(chunk.name());
    }
    if ((flags & BlockExtras.METADATA) != 0) {
      out.varint(chunk.metadata().size());
      chunk.metadata().forEach(entry -> write(entry, out));
    }
    if (chunk.stripeChecksum().isPresent()) {
      ChecksumData stripe = chunk.stripeChecksum().get();
      out.varint(stripe.count());
      out.bytes(stripe.packed());
    }
  }

  private static void write(KeyValue entry, BlockWriter out) {
    out.text(entry.key());
    if (entry.value().isEmpty()) {
      out.varint(BlockExtras.NO_VALUE);
    } else {
      out.text(entry.value().get(), 1);
    }
  }
}
