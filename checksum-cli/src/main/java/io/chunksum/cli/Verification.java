// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.io.IOException;

/** Verifies a FILE against its checksums. */
interface Verification {

  /** Verifies and reports; problems with the file are not thrown. */
  void verify(String file, Verdicts verdicts) throws IOException;
}
