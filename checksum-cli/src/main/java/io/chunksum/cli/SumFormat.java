// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.cli.sidecar.SidecarFormat;
import io.chunksum.cli.sidecar.SidecarReader;
import io.chunksum.cli.sidecar.SidecarWriter;
import io.chunksum.data.ChecksumData;
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
  CHUNKSUM(ChecksumType.CRC32C, 16 * 1024) {
    @Override
    RecordFormat records() {
      return new SidecarFormat();
    }

    @Override
    Path beside(Path file) {
      return SidecarFormat.beside(file);
    }

    @Override
    void check(List<ChecksumType> types, int bytesPerChecksum) {
      types.forEach(type -> ChecksumData.checkWindowSize(type, bytesPerChecksum));
    }

    @Override
    RecordWriter newWriter(FileReplacement file, List<ChecksumType> types, int bytesPerChecksum)
        throws IOException {
      return new SidecarWriter(file, types, bytesPerChecksum);
    }

    @Override
    FileRecord open(Path record, long fileLength) throws IOException {
      return new SidecarReader(record);
    }

    @Override
    boolean isIn(Path file) throws IOException {
      // One that is damaged further on is of no other use.
      return SidecarFormat.hasHeader(file);
    }
  },
  HADOOP_CRC(ChecksumType.CRC32, 512) {
    @Override
    RecordFormat records() {
      return new HadoopCrcFormat();
    }

    @Override
    Path beside(Path file) {
      return HadoopCrcFormat.beside(file);
    }

    @Override
    void check(List<ChecksumType> types, int bytesPerChecksum) {
      checkHolds(types, bytesPerChecksum, List.of(ChecksumType.CRC32));
    }

    @Override
    RecordWriter newWriter(FileReplacement file, List<ChecksumType> types, int bytesPerChecksum)
        throws IOException {
      return new HadoopCrcFormat().newWriter(file, bytesPerChecksum);
    }

    @Override
    FileRecord open(Path record, long fileLength) throws IOException {
      return new HadoopCrcFormat().open(record, fileLength);
    }
  },
  HDFS_META(ChecksumType.CRC32C, 512) {
    @Override
    RecordFormat records() {
      return new HdfsMetaFormat();
    }

    @Override
    Path beside(Path file) {
      return Path.of(file + ".meta");
    }

    @Override
    void check(List<ChecksumType> types, int bytesPerChecksum) {
      checkHolds(
          types,
          bytesPerChecksum,
          List.of(ChecksumType.CRC32C, ChecksumType.CRC32, ChecksumType.NONE));
    }

    @Override
    RecordWriter newWriter(FileReplacement file, List<ChecksumType> types, int bytesPerChecksum)
        throws IOException {
      return new HdfsMetaFormat().newWriter(file, types.get(0), bytesPerChecksum);
    }

    @Override
    FileRecord open(Path record, long fileLength) throws IOException {
      return new HdfsMetaFormat().open(record, fileLength);
    }
  };

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

  /** Finds checksums in a folder by the names that the format's own system gives them. */
  abstract RecordFormat records();

  /** Returns the default path of a file's checksums. */
  abstract Path beside(Path file);

  /** Throws IllegalArgumentException if the format cannot hold such checksums. */
  abstract void check(List<ChecksumType> types, int bytesPerChecksum);

  abstract RecordWriter newWriter(
      FileReplacement file, List<ChecksumType> types, int bytesPerChecksum) throws IOException;

  /** Opens what was written for a file. */
  abstract FileRecord open(Path record, long fileLength) throws IOException;

  /** Returns whether a file has the header of this format, and a length that fits it. */
  boolean isIn(Path file) throws IOException {
    try {
      open(file, 0).close();
      return true;
    } catch (MalformedChecksumDataException e) {
      return false;
    }
  }

  /** Does {@link #check} for a format that holds checksums of one type out of a few. */
  final void checkHolds(List<ChecksumType> types, int bytesPerChecksum, List<ChecksumType> held) {
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
