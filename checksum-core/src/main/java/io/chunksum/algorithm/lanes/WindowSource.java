// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

/** Windows whose bytes can be read in any order, as lanes need them. */
public interface WindowSource {

  /** Receives a range of an array. */
  @FunctionalInterface
  interface RangeConsumer {

    /**
     * Takes the range.
     *
     * @param array holds the bytes; only read, and not kept
     * @param offset index of the first byte
     * @param length number of bytes
     */
    void accept(byte[] array, int offset, int length);
  }

  /**
   * Tells how long a window is.
   *
   * @param window index of the window
   * @return number of bytes
   */
  int length(int window);

  /**
   * Shows bytes of a window where they lie, if that is in one array.
   *
   * @param window index of the window
   * @param offset offset of the first byte in the window
   * @param length number of bytes, inside the window
   * @param consumer is told of the range before this returns true
   * @return whether one array holds all the bytes
   */
  boolean locate(int window, int offset, int length, RangeConsumer consumer);

  /**
   * Copies bytes of a window.
   *
   * @param window index of the window
   * @param offset offset of the first byte in the window
   * @param length number of bytes, inside the window
   * @param target receives the bytes
   * @param targetOffset index of the first byte written
   */
  void read(int window, int offset, int length, byte[] target, int targetOffset);
}
