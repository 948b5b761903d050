// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.window.WindowLayout;
import java.util.Locale;

/** Checks that checksums have the type and number that are expected. */
final class Windows {

  private Windows() {}

  static void checkType(ChecksumData sums, ChecksumType type) {
    if (!sums.type().equals(type)) {
      throw new IllegalArgumentException("checksums of type " + sums.type() + ", not " + type);
    }
  }

  /** For a type other than NONE. */
  static void checkCount(ChecksumData sums, long length) {
    if (length < 0 || WindowLayout.windowCount(length, sums.bytesPerChecksum()) != sums.count()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%d bytes do not have %d windows of %d",
              length,
              sums.count(),
              sums.bytesPerChecksum()));
    }
  }
}
