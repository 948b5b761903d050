// SPDX-License-Identifier: Apache-2.0

package io.chunksum.buffer;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The views that walks over the pieces of one chunk need. Safe to share between threads.
 *
 * <p>{@code CRC32.update(ByteBuffer)} moves the position of what it reads, so every walk needs its
 * own views. The idle set is taken with one atomic exchange and put back with one write: no lock,
 * no ThreadLocal, and no garbage as long as walks do not overlap. A view is made when a walk first
 * reaches its piece, so walks over ranges of a chunk with many pieces, overlapping or not, make
 * only the views of their ranges, in an array with room for all. That takes a reference per piece,
 * but a thread gets it back for its next walk if others walk meanwhile. A chunk of arrays needs no
 * views, and any number of walks share its dummy set.
 */
final class WalkViews {

  private final Piece[] pieces;
  private final boolean needed;
  private final AtomicReference<@Nullable ByteBuffer @Nullable []> idle = new AtomicReference<>();

  WalkViews(Piece[] pieces) {
    this.pieces = pieces;
    boolean buffers = false;
    for (Piece piece : pieces) {
      buffers |= piece instanceof Piece.InBuffer;
    }
    this.needed = buffers;
    if (!needed) {
      idle.set(new ByteBuffer[pieces.length]);
    }
  }

  /** Room for one view of each piece, to be given back after the walk. */
  @Nullable ByteBuffer[] take() {
    @Nullable ByteBuffer[] views = needed ? idle.getAndSet(null) : idle.getPlain();
    return views != null ? views : new ByteBuffer[pieces.length];
  }

  /** The view of a piece, from the set that the walk has taken. */
  ByteBuffer view(int piece, @Nullable ByteBuffer[] taken) {
    ByteBuffer view = taken[piece];
    if (view == null) {
      view = pieces[piece].newView();
      taken[piece] = view;
    }
    return view;
  }

  void giveBack(@Nullable ByteBuffer[] views) {
    if (needed) {
      idle.set(views);
    }
  }
}
