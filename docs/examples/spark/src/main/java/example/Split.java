// SPDX-License-Identifier: Apache-2.0

package example;

import java.io.Serializable;

/**
 * What one task reads: a run of whole windows of a file; only the last window of the file may be
 * short.
 */
record Split(String file, long offset, long length, long fileLength) implements Serializable {

  /** Bytes of the file that come after it. */
  long bytesAfter() {
    return fileLength - offset - length;
  }
}
