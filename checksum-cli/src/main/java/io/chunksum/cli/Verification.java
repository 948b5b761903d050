// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.io.IOException;

/** Holds a FILE against its checksums. */
interface Verification {

  /** Verifies, reports, and gives the status; what is wrong with the file is no exception. */
  int verify(String file, Report report) throws IOException;
}
