// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.PieceConsumer;
import io.chunksum.internal.CopyCounter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Hands bytes to an algorithm where they are, in big-endian views, and those in memory that it
 * cannot read in place through an array, counting them.
 */
final class InPlaceFeed implements PieceConsumer {

  static final int SCRATCH_BYTES = 8 * 1024;

  private final StreamingChecksum checksum;
  private final CopyCounter copied;
  private byte[] scratch = {};

  InPlaceFeed(StreamingChecksum checksum, CopyCounter copied) {
    this.checksum = checksum;
    this.copied = copied;
  }

  @Override
  public void accept(byte[] array, int offset, int length) {
    checksum.update(array, offset, length);
  }

  @Override
  public void accept(ByteBuffer view) {
    if (!checksum.updateInPlace(view.order(ByteOrder.BIG_ENDIAN))) {
      copy(view);
    }
  }

  /** Does the same for bytes that the algorithm is known not to read in place. */
  void copy(ByteBuffer view) {
    while (view.hasRemaining()) {
      int count = fill(view);
      checksum.update(scratch, 0, count);
    }
  }

  /** Copies the next bytes of a view into the scratch array and counts them. */
  int fill(ByteBuffer view) {
    if (scratch.length == 0) {
      scratch = new byte[SCRATCH_BYTES];
    }
    int count = Math.min(view.remaining(), SCRATCH_BYTES);
    view.get(scratch, 0, count);
    if (view.isDirect()) {
      copied.addDirect(count);
    } else {
      copied.addReadOnlyHeap(count);
    }
    return count;
  }

  /** The array that {@link #fill} copies into. */
  byte[] scratch() {
    return scratch;
  }
}
