// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.format.FileRecord;
import io.chunksum.format.hadoop.HadoopCrcFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A {@code .FILE.crc} of Hadoop's file systems. */
final class HadoopCrcInspector extends RecordInspector {

  HadoopCrcInspector() {
    super("hadoop-crc", new HadoopCrcFormat());
  }

  @Override
  public List<Summary> inspect(Path file) throws IOException {
    try (FileRecord record = new HadoopCrcFormat().open(file, 0)) {
      return List.of(Summary.ofWholeWindows(record));
    }
  }
}
