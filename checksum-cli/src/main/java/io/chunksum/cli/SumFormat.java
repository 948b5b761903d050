// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.cli.sidecar.SidecarFormat;
import io.chunksum.cli.sidecar.SidecarReader;
import io.chunksum.cli.sidecar.SidecarWriter;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.file.FileReplacement;
import io.chunksum.format.FileRecord;
import io.chunksum.format.RecordFormat;
import io.chunksum.format.RecordWriter;
import io.chunksum.format.hadoop.HadoopCrcFormat;
import io.chunksum.format.hadoop.HdfsMetaFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The formats in which {@code sum} stores checksums, and {@code scan} finds them next to files: of
 * an HDFS block under the name that a datanode gives them, which {@code sum} does not.
 */
enum SumFormat {
  CHUNKSUM(ChecksumType.CRC32C, 16 * 1024),
  HADOOP_CRC(ChecksumType.CRC32, 512),
  HDFS_META(ChecksumType.CRC32C, 512);

  @SuppressWarnings("ImmutableEnumChecker") // It is immutable, but has no annotation to say so.
  private final ChecksumType usualType;

  private final int usualBytesPerChecksum;

  SumFormat(ChecksumType usualType, int usualBytesPerChecksum) {
    this.usualType = usualType;
    this.usualBytesPerChecksum = usualBytesPerChecksum;
  }

  /** Returns the algorithm to use if no type is given. */
  ChecksumAlgorithm usualAlgorithm() {
    return ChecksumAlgorithms.of(usualType);
  }

  /** Returns the window size to use if none is given. */
  int usualBytesPerChecksum() {
    return usualBytesPerChecksum;
  }

  /** Returns what opens such checksums, and finds them by the names that their own system uses. */
  RecordFormat recordFormat() {
    return switch (this) {
      case CHUNKSUM -> new SidecarFormat();
      case HADOOP_CRC -> new HadoopCrcFormat();
      case HDFS_META -> new HdfsMetaFormat();
    };
  }

  /** Returns the default path of a file's checksums. */
  Path beside(Path file) {
    return switch (this) {
      case CHUNKSUM -> SidecarFormat.beside(file);
      case HADOOP_CRC -> HadoopCrcFormat.beside(file);
      case HDFS_META -> Path.of(file + ".meta");
    };
  }

  /** Throws IllegalArgumentException if the format cannot hold such checksums. */
  void check(List<ChecksumType> types, int bytesPerChecksum) {
    switch (this) {
      case CHUNKSUM -> types.forEach(type -> checkWindowSize(type, bytesPerChecksum));
      case HADOOP_CRC -> checkHolds(types, bytesPerChecksum, List.of(ChecksumType.CRC32));
      case HDFS_META ->
          checkHolds(
              types,
              bytesPerChecksum,
              List.of(ChecksumType.CRC32C, ChecksumType.CRC32, ChecksumType.NONE));
    }
  }

  RecordWriter newWriter(FileReplacement file, List<ChecksumType> types, int bytesPerChecksum)
      throws IOException {
    return switch (this) {
      case CHUNKSUM -> new SidecarWriter(file, types, bytesPerChecksum);
      case HADOOP_CRC -> new HadoopCrcFormat().newWriter(file, bytesPerChecksum);
      case HDFS_META -> new HdfsMetaFormat().newWriter(file, types.get(0), bytesPerChecksum);
    };
  }

  /** Opens what was written for a file. */
  FileRecord open(Path record, long fileLength) throws IOException {
    return switch (this) {
      case CHUNKSUM -> new SidecarReader(record);
      case HADOOP_CRC -> new HadoopCrcFormat().open(record, fileLength);
      case HDFS_META -> new HdfsMetaFormat().open(record, fileLength);
    };
  }

  /**
   * Returns whether a file has the header of this format and, unless that is a sidecar's, a length
   * that fits it.
   */
  boolean recognizes(Path file) throws IOException {
    if (this == CHUNKSUM) {
      // A sidecar that is damaged after its header may be replaced: nothing else can use it.
      return SidecarFormat.hasHeader(file);
    }
    try {
      open(file, 0).close();
      return true;
    } catch (MalformedChecksumDataException e) {
      return false;
    }
  }

  private static void checkWindowSize(ChecksumType type, int bytesPerChecksum) {
    if (bytesPerChecksum < 1 && !type.isNone()) {
      throw new IllegalArgumentException(type + " needs at least 1 byte per checksum");
    }
  }

  /** Does {@link #check} for a format that holds checksums of one type out of a few. */
  private void checkHolds(List<ChecksumType> types, int bytesPerChecksum, List<ChecksumType> held) {
    if (types.size() > 1 || !held.contains(types.get(0))) {
      throw new IllegalArgumentException(this + " takes exactly one TYPE out of " + held);
    }
    if (bytesPerChecksum < 1) {
      throw new IllegalArgumentException(this + " needs at least 1 byte per checksum");
    }
  }

  /** Returns the name under which {@code verify} takes it, too. */
  @Override
  public String toString() {
    return ChecksumFormat.valueOf(name()).toString();
  }
}
