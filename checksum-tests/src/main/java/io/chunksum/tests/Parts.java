// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Cuts content into parts. */
public final class Parts {

  private Parts() {}

  /**
   * Cuts content at the given offsets.
   *
   * @param content the bytes
   * @param cuts offsets in bytes, ascending; equal offsets produce empty parts
   * @return copies of the parts, one more than the cuts
   * @throws IndexOutOfBoundsException if an offset is not inside the content, or before the
   *     previous
   */
  public static List<byte[]> cut(byte[] content, int... cuts) {
    List<byte[]> parts = new ArrayList<>();
    int from = 0;
    for (int cut : cuts) {
      Objects.checkFromToIndex(from, cut, content.length);
      parts.add(Arrays.copyOfRange(content, from, cut));
      from = cut;
    }
    parts.add(Arrays.copyOfRange(content, from, content.length));
    return parts;
  }

  /**
   * Cuts content into parts of one length; the last may be shorter.
   *
   * @param content the bytes
   * @param partBytes bytes in a part, at least 1
   * @return copies of the parts
   * @throws IllegalArgumentException if {@code partBytes} is below 1
   */
  public static List<byte[]> ofLength(byte[] content, int partBytes) {
    if (partBytes < 1) {
      throw new IllegalArgumentException("partBytes must be at least 1: " + partBytes);
    }
    List<byte[]> parts = new ArrayList<>();
    for (int at = 0; at < content.length; ) {
      int end = at + Math.min(partBytes, content.length - at);
      parts.add(Arrays.copyOfRange(content, at, end));
      at = end;
    }
    return parts;
  }
}
