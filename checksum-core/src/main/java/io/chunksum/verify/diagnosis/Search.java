// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import java.io.IOException;
import java.util.List;

/** Looks in the evidence for causes of one or a few kinds. */
@FunctionalInterface
interface Search {

  /** Adds the causes that fit. */
  void search(BadWindow window, List<Finding> findings) throws IOException;
}
