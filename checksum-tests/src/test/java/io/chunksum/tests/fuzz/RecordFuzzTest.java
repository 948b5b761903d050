// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.cli.sidecar.SidecarReader;
import io.chunksum.cli.sidecar.SidecarWriter;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.FileReplacement;
import io.chunksum.format.FileRecord;
import io.chunksum.format.RecordWriter;
import io.chunksum.format.hadoop.HadoopCrcFormat;
import io.chunksum.format.hadoop.HdfsMetaFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files that hold the checksums of a file: those of Hadoop, and sidecars. */
class RecordFuzzTest {

  /** Lengths of the file that belongs to them, of which Hadoop's say nothing. */
  private static final List<Long> FILE_LENGTHS = List.of(0L, 513L, Long.MAX_VALUE);

  /** A record of type NONE, which needs no bytes, may be of as many chunks as there are. */
  private static final int MAX_CHUNKS = 100;

  private static final ScratchFile FILE = new ScratchFile();

  /** All that a record says. */
  private record Content(
      List<ChecksumType> types, int bytesPerChecksum, long length, List<List<ChunkInfo>> chunks) {

    static Content of(FileRecord opened) throws IOException {
      try (FileRecord record = opened) {
        List<List<ChunkInfo>> chunks = new ArrayList<>();
        List<ChunkInfo> chunk = record.nextChunk();
        while (!chunk.isEmpty() && chunks.size() < MAX_CHUNKS) {
          chunks.add(chunk);
          chunk = record.nextChunk();
        }
        return new Content(
            record.types(), record.bytesPerChecksum().orElseThrow(), record.length(), chunks);
      }
    }

    byte[] writtenBy(Format format) throws IOException {
      try (RecordWriter writer = format.writer(new FileReplacement(FILE.path()), this)) {
        for (List<ChunkInfo> chunk : chunks) {
          for (ChunkInfo info : chunk) {
            writer.write(info);
          }
        }
        writer.commit(length);
      }
      return FILE.content();
    }
  }

  private interface Reader {
    FileRecord open(Path record) throws IOException;
  }

  private interface Format {
    RecordWriter writer(FileReplacement file, Content content) throws IOException;
  }

  private static void roundTrip(byte[] input, Reader reader, Format format) throws IOException {
    Decoding.roundTrip(
        input,
        bytes -> Content.of(reader.open(FILE.holding(bytes))),
        content ->
            // More would have to be made up: it was not read.
            content.chunks.size() < MAX_CHUNKS ? content.writtenBy(format) : input);
  }

  @FuzzTest
  void hadoopCrc(byte[] input) throws IOException {
    HadoopCrcFormat hadoop = new HadoopCrcFormat();
    for (long length : FILE_LENGTHS) {
      roundTrip(
          input,
          record -> hadoop.open(record, length),
          (file, content) -> hadoop.newWriter(file, content.bytesPerChecksum));
    }
  }

  @FuzzTest
  void hdfsMeta(byte[] input) throws IOException {
    HdfsMetaFormat hdfs = new HdfsMetaFormat();
    for (long length : FILE_LENGTHS) {
      roundTrip(
          input,
          record -> hdfs.open(record, length),
          (file, content) -> hdfs.newWriter(file, content.types.get(0), content.bytesPerChecksum));
    }
  }

  @FuzzTest
  void sidecar(byte[] input) throws IOException {
    for (byte[] bytes : List.of(input, Sealed.mended(input))) {
      roundTrip(
          bytes,
          record -> new SidecarReader(record),
          (file, content) -> new SidecarWriter(file, content.types, content.bytesPerChecksum));
    }
  }
}
