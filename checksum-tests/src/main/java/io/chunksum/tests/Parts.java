// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cuts content into parts. */
public final class Parts {

  private Parts() {}

  /**
   * Cuts content at the given offsets.
   *
   * @param content the bytes
   * @param cuts offsets in bytes, ascending; equal offsets produce empty parts
   * @return copies of the parts, one more than the cuts
   */
  public static List<byte[]> cut(byte[] content, int... cuts) {
    List<byte[]> parts = new ArrayList<>();
    int from = 0;
    for (int cut : cuts) {
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
   */
  public static List<byte[]> ofLength(byte[] content, int partBytes) {
    List<byte[]> parts = new ArrayList<>();
    for (int at = 0; at < content.length; at += partBytes) {
      parts.add(Arrays.copyOfRange(content, at, Math.min(at + partBytes, content.length)));
    }
    return parts;
  }
}
