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
 * lock, no ThreadLocal, and no garbage as long as walks do not overlap. A chunk of arrays needs no
 * views and shares its dummy set between any number of walks.
 */
final class WalkViews {

  private final Piece[] pieces;
  private final boolean needed;
  private final AtomicReference<ByteBuffer @Nullable []> idle = new AtomicReference<>();

  WalkViews(Piece[] pieces) {
    this.pieces = pieces;
    boolean buffers = false;
    for (Piece piece : pieces) {
      buffers |= piece instanceof Piece.InBuffer;
    }
    this.needed = buffers;
    if (!needed) {
      idle.set(make());
    }
  }

  /** One view for each piece, to be given back after the walk. */
  ByteBuffer[] take() {
    ByteBuffer[] views = needed ? idle.getAndSet(null) : idle.getPlain();
    return views != null ? views : make();
  }

  void giveBack(ByteBuffer[] views) {
    idle.set(views);
  }

  private ByteBuffer[] make() {
    ByteBuffer[] views = new ByteBuffer[pieces.length];
    for (int i = 0; i < views.length; i++) {
      views[i] = pieces[i].newView();
    }
    return views;
  }
}
