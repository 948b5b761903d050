// SPDX-License-Identifier: Apache-2.0

package io.chunksum.buffer;

import java.io.Serializable;

/**
 * Where a range of a chunk lies among its pieces. Immutable.
 *
 * <pre>
 * pieces     |-----0-----|---1---|------2------|
 * range           |-------------------|
 *            |----|                                offsetInFirst, of piece 0
 *                                |----|            endInLast, of piece 2
 * </pre>
 *
 * <p>Pieces are numbered from 0, in the order in which they were wrapped, not counting empty ones.
 *
 * @param firstPiece index of the piece that holds the first byte
 * @param offsetInFirst offset in that piece of the first byte
 * @param lastPiece index of the piece that holds the last byte
 * @param endInLast offset in that piece just after the last byte
 * @serial exclude
 */
public record PieceSpan(int firstPiece, int offsetInFirst, int lastPiece, int endInLast)
    implements Serializable {

  /**
   * Returns whether the range crosses a piece boundary.
   *
   * @return whether it lies in more than one piece
   */
  public boolean straddles() {
    return firstPiece != lastPiece;
  }
}
