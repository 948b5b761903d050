// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.cli.sidecar.SidecarHeader;
import io.chunksum.scan.FileResult;
import io.chunksum.verify.diagnosis.Diagnosis;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Prints what was done with each file. */
interface Report {

  /** The checksums of a file have been stored in a sidecar. */
  void summed(String file, Path sidecar, SidecarHeader header) throws IOException;

  /** The checksums of a file could not be computed or stored. */
  void notSummed(String file, List<ChecksumType> types, String problem) throws IOException;

  /**
   * A file has been held against its checksums of one type.
   *
   * @param diagnoses one for each mismatch, or none at all
   */
  void verified(FileResult result, List<Diagnosis> diagnoses) throws IOException;

  /** A file could not be held against its checksums. */
  void notVerified(String file, String problem) throws IOException;
}
