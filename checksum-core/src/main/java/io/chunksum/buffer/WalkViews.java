// SPDX-License-Identifier: Apache-2.0

package io.chunksum.buffer;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The views that walks over the pieces of one chunk need. Safe to share between threads.
 *
 * <p>{@code CRC32.update(ByteBuffer)} moves the position of what it reads, so every walk needs
 * views that are its own. The idle set is taken and put back with one atomic exchange each: no
 * lock, no ThreadLocal, and no garbage as long as walks do not overlap. A view is made when a walk
 * first comes to its piece, so that walks over ranges of a chunk of many pieces, overlapping or
 * not, make those of their ranges only. A chunk of arrays needs no views and shares its dummy set
 * between any number of walks.
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

  /** The view of a piece, of those that the walk has taken. */
  ByteBuffer view(int piece, @Nullable ByteBuffer[] taken) {
    ByteBuffer view = taken[piece];
    if (view == null) {
      view = pieces[piece].newView();
      taken[piece] = view;
    }
    return view;
  }

  void giveBack(@Nullable ByteBuffer[] views) {
    idle.set(views);
  }
}
