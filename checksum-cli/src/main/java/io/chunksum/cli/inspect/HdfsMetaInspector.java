// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.format.FileRecord;
import io.chunksum.format.hadoop.HdfsMetaFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The {@code .meta} file of an HDFS block. */
final class HdfsMetaInspector extends RecordInspector {

  HdfsMetaInspector() {
    super("hdfs-meta", new HdfsMetaFormat());
  }

  @Override
  public List<Summary> inspect(Path file) throws IOException {
    try (FileRecord record = new HdfsMetaFormat().open(file, 0)) {
      return List.of(Summary.ofWholeWindows(record));
    }
  }
}
