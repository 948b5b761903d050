// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.cli.sidecar.SidecarWriter;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.FileReplacement;
import io.chunksum.format.RecordWriter;
import io.chunksum.format.hadoop.HadoopCrcFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes a record that does not fit on the disk, and tries again. */
final class FailedWriterProbe {

  private static final int WINDOW = 16;

  private FailedWriterProbe() {}

  private interface Step {
    void run() throws IOException;
  }

  public static void main(String[] args) throws IOException {
    ChunkChecksum crc = ChunkChecksum.of(ChecksumType.CRC32, WINDOW);
    int length = Integer.parseInt(args[2]);
    ChunkBuffer zeros = ChunkBuffer.wrap(new byte[length]);
    ChunkInfo chunk = new ChunkInfo("", 0, length, crc.compute(zeros));
    try (FileReplacement file = new FileReplacement(Path.of(args[1]));
        RecordWriter writer = writer(args[0], file)) {
      say(() -> writer.write(chunk));
      say(() -> writer.commit(length));
      say(() -> writer.commit(length));
      say(() -> writer.write(chunk));
    }
  }

  private static RecordWriter writer(String form, FileReplacement file) throws IOException {
    return form.equals("sidecar")
        ? new SidecarWriter(file, List.of(ChecksumType.CRC32), WINDOW)
        : new HadoopCrcFormat().newWriter(file, WINDOW);
  }

  private static void say(Step step) throws IOException {
    try {
      step.run();
      System.out.println("done");
    } catch (IOException | IllegalStateException e) {
      System.out.println(e.getMessage());
    }
  }
}
