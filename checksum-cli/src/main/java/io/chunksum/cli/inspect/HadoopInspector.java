// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.format.FileRecord;
import io.chunksum.format.RecordFormat;
import io.chunksum.format.hadoop.HadoopCrcFormat;
import io.chunksum.format.hadoop.HdfsMetaFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A file of checksums of Hadoop, which does not record the length of what they cover. */
final class HadoopInspector extends RecordInspector {

  /** Opens a record of a file whose length is known. */
  private interface Opener {
    FileRecord open(Path record, long fileLength) throws IOException;
  }

  private final Opener opener;

  private HadoopInspector(String name, RecordFormat format, Opener opener) {
    super(name, format);
    this.opener = opener;
  }

  /** The {@code .FILE.crc} of Hadoop's file systems. */
  static HadoopInspector ofCrcs() {
    HadoopCrcFormat format = new HadoopCrcFormat();
    return new HadoopInspector("hadoop-crc", format, format::open);
  }

  /** The {@code .meta} file of an HDFS block. */
  static HadoopInspector ofMeta() {
    HdfsMetaFormat format = new HdfsMetaFormat();
    return new HadoopInspector("hdfs-meta", format, format::open);
  }

  @Override
  public List<Summary> inspect(Path file) throws IOException {
    // A file of length 0 does not end within the last window, so only whole windows count.
    try (FileRecord record = opener.open(file, 0)) {
      return List.of(Summary.ofWholeWindows(record));
    }
  }
}
