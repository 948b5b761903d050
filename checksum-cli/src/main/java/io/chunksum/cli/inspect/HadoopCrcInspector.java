// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.file.ByteReader;
import io.chunksum.format.FileRecord;
import io.chunksum.format.hadoop.HadoopCrcFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A {@code .FILE.crc} of Hadoop's file systems. */
final class HadoopCrcInspector implements Inspector {

  private final HadoopCrcFormat format = new HadoopCrcFormat();

  @Override
  public String format() {
    return "hadoop-crc";
  }

  @Override
  public boolean recognizes(byte[] start) {
    return HadoopCrcFormat.recognizes(start);
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
