// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.compute.ChecksumCollector;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.FileReplacement;
import io.chunksum.file.SequentialInput;
import io.chunksum.format.FileChunks;
import io.chunksum.format.RecordWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Computes the checksums of a file, of all types in one pass, and stores them. */
final class FileSummer {

  /** A step that writes checksums. */
  private interface Storing {
    void run() throws IOException;
  }

  private final List<ChecksumAlgorithm> algorithms;
  private final List<ChecksumType> types;
  private final int bytesPerChecksum;
  private final SumFormat format;
  private final Readers readers = new Readers();

  FileSummer(List<ChecksumAlgorithm> algorithms, int bytesPerChecksum, SumFormat format) {
    this.algorithms = algorithms;
    this.types = algorithms.stream().map(ChecksumAlgorithm::type).toList();
    this.bytesPerChecksum = bytesPerChecksum;
    this.format = format;
  }

  StoredSums sum(Input input, Path target) throws IOException {
    FileReplacement file = create(target);
    try (file;
        RecordWriter writer = format.newWriter(file, types, bytesPerChecksum)) {
      long length = sum(input, target, writer);
      input.close(); // If that fails, what was there before stays, as after any failure to read.
      store(target, () -> writer.commit(length));
      return new StoredSums(target, format, types, bytesPerChecksum, length);
    } finally {
      UnfinishedFiles.forget(file);
    }
  }

  /** Writes the checksums of all bytes, and returns their number. */
  private long sum(Input input, Path target, RecordWriter writer) throws IOException {
    SequentialInput bytes = input.bytes(readers.of(types));
    List<ChecksumCollector> collectors =
        algorithms.stream()
            .map(algorithm -> new ChecksumCollector(algorithm, bytesPerChecksum))
            .toList();
    int chunkBytes = FileChunks.bytes(bytesPerChecksum);
    long offset = 0;
    long count;
    do {
      count = bytes.read(offset, chunkBytes, part -> collectors.forEach(each -> each.update(part)));
      if (count > 0) {
        String name = FileChunks.name(offset, bytesPerChecksum);
        for (ChecksumCollector collector : collectors) {
          ChunkInfo chunk = new ChunkInfo(name, offset, count, collector.finish());
          store(target, () -> writer.write(chunk));
        }
      }
      offset += count;
    } while (count == chunkBytes);
    if (bytes.lengthIfKnown().orElse(offset) < offset) {
      throw new IOException("it became shorter while it was read");
    }
    return offset;
  }

  /** Begins writing. */
  private static FileReplacement create(Path target) throws IOException {
    try {
      return UnfinishedFiles.create(target);
    } catch (IOException e) {
      throw Problems.notStored(target, e);
    }
  }

  private static void store(Path target, Storing step) throws IOException {
    try {
      step.run();
    } catch (IOException e) {
      throw Problems.notStored(target, e);
    }
  }
}
