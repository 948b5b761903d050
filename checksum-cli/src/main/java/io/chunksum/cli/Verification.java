// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.io.IOException;

/** Verifies a FILE against its checksums. */
interface Verification {

  /** Verifies, reports, and returns the status; problems with the file are not thrown. */
  int verify(String file, Report report) throws IOException;
}
