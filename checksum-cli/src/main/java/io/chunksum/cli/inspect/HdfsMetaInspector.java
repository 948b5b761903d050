// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.file.ByteReader;
import io.chunksum.format.FileRecord;
import io.chunksum.format.hadoop.HdfsMetaFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The {@code .meta} file of an HDFS block. */
final class HdfsMetaInspector implements Inspector {

  private final HdfsMetaFormat format = new HdfsMetaFormat();

  @Override
  public String format() {
    return "hdfs-meta";
  }

  @Override
  public boolean recognizes(byte[] start) {
    return HdfsMetaFormat.recognizes(start);
  }

  @Override
  public boolean isNamedLike(String name) {
    return format.recordedFile(name).isPresent();
  }

  @Override
  public List<Summary> inspect(Path file, ByteReader reader) throws IOException {
    try (FileRecord record = format.open(file, 0)) {
      return List.of(Summary.ofWholeWindows(record));
    }
  }
}
