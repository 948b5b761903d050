// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.FileReplacement;
import io.chunksum.file.SequentialInput;
import io.chunksum.format.FileChunks;
import io.chunksum.format.RecordWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes the checksums of a file, of all types in one pass, and stores them. */
final class FileSummer {

  /** Where the checksums of a chunk go. */
  private interface Store {
    void take(ChunkInfo chunk) throws IOException;
  }

  /** A step that writes checksums. */
  private interface Storing {
    void run() throws IOException;
  }

  private final List<ChecksumAlgorithm> algorithms;
  private final List<ChecksumType> types;
  private final int bytesPerChecksum;
  private final SumFormat format;
  private final Readers readers;

  FileSummer(
      List<ChecksumAlgorithm> algorithms, int bytesPerChecksum, SumFormat format, Readers readers) {
    this.algorithms = algorithms;
    this.types = algorithms.stream().map(ChecksumAlgorithm::type).toList();
    this.bytesPerChecksum = bytesPerChecksum;
    this.format = format;
    this.readers = readers;
  }

  StoredSums sum(Input input, Path target) throws IOException {
    FileReplacement file = create(target);
    try (file;
        RecordWriter writer = format.newWriter(file, types, bytesPerChecksum, readers.plain())) {
      long length = sum(input, chunk -> store(target, () -> writer.write(chunk)));
      store(target, () -> writer.commit(length));
      return new StoredSums(target, format, types, bytesPerChecksum, length);
    } finally {
      UnfinishedFiles.forget(file);
    }
  }

  /** Returns the number of bytes. */
  private long sum(Input input, Store store) throws IOException {
    SequentialInput bytes = input.with(readers.of(types));
    List<ChunkSums> sums = algorithms.stream().map(ChunkSums::new).toList();
    int chunkBytes = FileChunks.bytes(bytesPerChecksum);
    long offset = 0;
    long count;
    do {
      count = bytes.read(offset, chunkBytes, part -> sums.forEach(sum -> sum.update(part)));
      if (count > 0) {
        String name = "chunk_" + (offset / chunkBytes + 1);
        for (ChunkSums sum : sums) {
          store.take(new ChunkInfo(name, offset, count, sum.finish()));
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
      throw notStored(target, e);
    }
  }

  private static void store(Path target, Storing step) throws IOException {
    try {
      step.run();
    } catch (IOException e) {
      throw notStored(target, e);
    }
  }

  private static IOException notStored(Path target, IOException e) {
    return new IOException(Problems.notStored(target, Problems.of(e)), e);
  }

  /** The checksums of one type over the current chunk. */
  private final class ChunkSums {

    private final ChecksumType type;

    /** Null for NONE. */
    private final @Nullable ChecksumStream stream;

    private final ByteArrayOutputStream packed = new ByteArrayOutputStream();

    ChunkSums(ChecksumAlgorithm algorithm) {
      this.type = algorithm.type();
      this.stream =
          type.isNone() ? null : new ChecksumStream(algorithm, bytesPerChecksum, this::append);
    }

    void update(ChunkBuffer bytes) {
      if (stream != null) {
        stream.update(bytes);
      }
    }

    ChecksumData finish() {
      if (stream != null) {
        stream.finish();
      }
      ChecksumData sums = ChecksumData.of(type, bytesPerChecksum, packed.toByteArray());
      packed.reset();
      return sums;
    }

    private void append(long window, int length, byte[] checksum, int offset) {
      packed.write(checksum, offset, type.checksumLength());
    }
  }
}
