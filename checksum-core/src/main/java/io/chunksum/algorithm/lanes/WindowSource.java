// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

/** Windows whose bytes can be read in any order, as lanes need them. */
public interface WindowSource {

  /** Receives bytes that follow one another, run by run. */
  @FunctionalInterface
  interface RunConsumer {

    /**
     * Takes the next run.
     *
     * @param array holds the bytes, only read and not kept
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
   * Hands over bytes of a window: where they lie, if that is in arrays, else copied.
   *
   * @param window index of the window
   * @param offset offset of the first byte in the window
   * @param length number of bytes, inside the window
   * @param consumer receives them during the call
   */
  void read(int window, int offset, int length, RunConsumer consumer);
}
