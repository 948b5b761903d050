// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.cli.inspect.Summary;
import io.chunksum.scan.FileResult;
import io.chunksum.verify.diagnosis.Diagnosis;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints what was done with each file. */
interface Report {

  /**
   * The checksums of a file have been stored.
   *
   * @return false if not all of them could be read back to be printed, which has been reported
   */
  boolean summed(String file, StoredSums sums) throws IOException;

  /** The checksums of a file could not be computed or stored. */
  void notSummed(String file, List<ChecksumType> types, String problem) throws IOException;

  /**
   * A file has been verified against its checksums of one type.
   *
   * @param diagnoses one for each mismatch, or none
   */
  void verified(FileResult result, List<Diagnosis> diagnoses) throws IOException;

  /** A file could not be verified against its checksums. */
  void notVerified(String file, String problem) throws IOException;

  /** Returns whether some of what has been verified, or not, could not be written. */
  boolean lost();

  /** The CRC of a whole file has been composed. */
  void composed(String file, CrcValue crc) throws IOException;

  /** There are no CRCs of a file to compose, or they cannot be read. */
  void notComposed(String file, String problem) throws IOException;

  /** A file of checksums has been read; called once for each type in it. */
  void inspected(String file, String format, Summary summary) throws IOException;

  /**
   * A file has no checksums in a known format, or is malformed.
   *
   * @param format the format it seems to have, if any
   */
  void notInspected(String file, @Nullable String format, String problem) throws IOException;
}
