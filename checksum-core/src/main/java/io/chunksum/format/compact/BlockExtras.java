// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.compact;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.KeyValue;
import io.chunksum.data.MalformedChecksumDataException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Which chunks of a block have a name of their own, metadata or a stripe, and where it is. */
final class BlockExtras {

  /** The name is given; else it follows the pattern. */
  static final int NAME = 1;

  static final int METADATA = 2;
  static final int STRIPE = 4;

  /** Stands for no value; otherwise the number is the value's length plus 1. */
  static final int NO_VALUE = 0;

  private static final int MIN_BYTES = 3;

  /**
   * What a chunk has that others lack.
   *
   * @param name its name, if it does not follow the pattern
   */
  record Extra(
      Optional<String> name, List<KeyValue> metadata, Optional<ChecksumData> stripeChecksum) {

    static final Extra NONE = new Extra(Optional.empty(), List.of(), Optional.empty());
  }

  private int count;
  private int[] chunks = new int[0];
  private int[] positions = new int[0];

  /** Finds all extras, and checks that they can be read later. */
  void read(BlockCursor in, BlockRuns runs, boolean namesFollowPattern)
      throws MalformedChecksumDataException {
    int extras = in.count(MIN_BYTES);
    if (extras > chunks.length) {
      positions = new int[extras];
      chunks = new int[extras]; // Last: if there is no memory for both, the next block tries again.
    }
    int named = 0;
    int chunk = -1;
    for (int i = 0; i < extras; i++) {
      long next = chunk + 1L + in.intVarint();
      if (next >= runs.chunkCount()) {
        throw in.malformed("extras of chunk " + next + " of " + runs.chunkCount());
      }
      chunk = (int) next;
      chunks[i] = chunk;
      positions[i] = in.position();
      if (readOne(in, runs.runOf(chunk), runs).name().isPresent()) {
        named++;
      }
    }
    if (!namesFollowPattern && named < runs.chunkCount()) {
      throw in.malformed(named + " names for " + runs.chunkCount() + " chunks");
    }
    count = extras;
  }

  /** Reads the extras of a chunk, if it has any. */
  Extra of(int chunk, BlockCursor in, BlockRuns runs) {
    int found = Arrays.binarySearch(chunks, 0, count, chunk);
    if (found < 0) {
      return Extra.NONE;
    }
    in.moveTo(positions[found]);
    try {
      return readOne(in, runs.runOf(chunk), runs);
    } catch (MalformedChecksumDataException e) {
      throw new IllegalStateException("the bytes of the block have changed", e);
    }
  }

  private static Extra readOne(BlockCursor in, int run, BlockRuns runs)
      throws MalformedChecksumDataException {
    int flags = in.next();
    if (flags == 0 || flags > (NAME | METADATA | STRIPE)) {
      throw in.malformed("chunk with flags " + flags);
    }
    String name = (flags & NAME) != 0 ? in.text() : null;
    List<KeyValue> metadata = (flags & METADATA) != 0 ? readMetadata(in) : List.of();
    ChecksumData stripe = (flags & STRIPE) != 0 ? readStripe(in, run, runs) : null;
    return new Extra(Optional.ofNullable(name), metadata, Optional.ofNullable(stripe));
  }

  private static List<KeyValue> readMetadata(BlockCursor in) throws MalformedChecksumDataException {
    int entries = in.count(2);
    List<KeyValue> metadata = new ArrayList<>(entries);
    for (int i = 0; i < entries; i++) {
      String key = in.text();
      int length = in.intVarint();
      String value = length == NO_VALUE ? null : in.text(length - 1);
      metadata.add(new KeyValue(key, Optional.ofNullable(value)));
    }
    return metadata;
  }

  private static ChecksumData readStripe(BlockCursor in, int run, BlockRuns runs)
      throws MalformedChecksumDataException {
    ChecksumType type = runs.type(run);
    long length = (long) in.intVarint() * type.checksumLength();
    return ChecksumData.of(type, runs.bytesPerChecksum(run), in.bytes(length));
  }
}
