// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.FileRecord;
import io.chunksum.format.RecordFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Records of files kept in memory: {@code x.sums} only marks that there is one of {@code x}. */
final class MemoryFormat implements RecordFormat {

  private final Map<Path, Contents> records = new ConcurrentHashMap<>();

  /** Records that are open. */
  private final AtomicInteger open = new AtomicInteger();

  /** Threads that have taken chunks of a record. */
  private final Set<String> readers = ConcurrentHashMap.newKeySet();

  /** What is recorded of one file. */
  private record Contents(
      List<ChecksumType> types, int bytesPerChecksum, long length, List<List<ChunkInfo>> chunks) {}

  Set<String> readers() {
    return readers;
  }

  int open() {
    return open.get();
  }

  /** Records a file in chunks of so many bytes. */
  void record(
      Path file, byte[] bytes, int chunkBytes, int bytesPerChecksum, ChecksumType... types) {
    List<List<ChunkInfo>> chunks = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += chunkBytes) {
      ChunkBuffer chunk = ChunkBuffer.wrap(bytes, at, Math.min(chunkBytes, bytes.length - at));
      List<ChunkInfo> ofAllTypes = new ArrayList<>();
      for (ChecksumType type : types) {
        ofAllTypes.add(
            new ChunkInfo(
                "chunk at " + at,
                at,
                chunk.length(),
                new ChecksumCalculator(ChecksumAlgorithms.of(type), bytesPerChecksum)
                    .compute(chunk)));
      }
      chunks.add(ofAllTypes);
    }
    records.put(file, new Contents(List.of(types), bytesPerChecksum, bytes.length, chunks));
  }

  /** Records a file in chunks of so many bytes, each of another type. */
  void recordEach(
      Path file, byte[] bytes, int chunkBytes, int bytesPerChecksum, ChecksumType... types) {
    List<ChecksumType> distinct = Stream.of(types).distinct().toList();
    List<List<ChunkInfo>> chunks = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      ChecksumType own = types[i];
      long at = (long) i * chunkBytes;
      ChecksumData sums =
          new ChecksumCalculator(ChecksumAlgorithms.of(own), bytesPerChecksum)
              .compute(ChunkBuffer.wrap(bytes).slice(at, chunkBytes));
      chunks.add(
          distinct.stream()
              .map(type -> type.equals(own) ? sums : ChecksumData.none(bytesPerChecksum))
              .map(checksums -> new ChunkInfo("chunk at " + at, at, chunkBytes, checksums))
              .toList());
    }
    records.put(file, new Contents(distinct, bytesPerChecksum, bytes.length, chunks));
  }

  /** Records a file, with nothing but zeros for types that have no algorithm. */
  void recordUnknown(
      Path file, byte[] bytes, int chunkBytes, int bytesPerChecksum, ChecksumType... types) {
    record(file, bytes, chunkBytes, bytesPerChecksum, ChecksumType.CRC32C);
    List<List<ChunkInfo>> chunks =
        Objects.requireNonNull(records.get(file)).chunks().stream()
            .map(chunk -> Stream.of(types).map(type -> as(type, chunk.get(0))).toList())
            .toList();
    records.put(file, new Contents(List.of(types), bytesPerChecksum, bytes.length, chunks));
  }

  /** Records the first chunk of a file with a known type, and the others with an unknown one. */
  void recordUnknownTail(
      Path file,
      byte[] bytes,
      int chunkBytes,
      int bytesPerChecksum,
      ChecksumType unknown,
      ChecksumType known) {
    recordUnknown(file, bytes, chunkBytes, bytesPerChecksum, unknown, known);
    Contents all = Objects.requireNonNull(records.get(file));
    List<List<ChunkInfo>> chunks =
        all.chunks().stream()
            .map(chunk ->
                chunk.get(0).offset() == 0
                    ? List.of(unchecked(chunk.get(0)), chunk.get(1))
                    : List.of(chunk.get(0), unchecked(chunk.get(1))))
            .toList();
    records.put(file, new Contents(all.types(), bytesPerChecksum, bytes.length, chunks));
  }

  private static ChunkInfo unchecked(ChunkInfo chunk) {
    ChecksumData none = ChecksumData.none(chunk.checksums().bytesPerChecksum());
    return new ChunkInfo(chunk.name(), chunk.offset(), chunk.length(), none);
  }

  private static ChunkInfo as(ChecksumType type, ChunkInfo chunk) {
    ChecksumData sums = chunk.checksums();
    if (type.equals(sums.type())) {
      return chunk;
    }
    byte[] zeros = new byte[sums.count() * type.checksumLength()];
    ChecksumData unknown = ChecksumData.of(type, sums.bytesPerChecksum(), zeros);
    return new ChunkInfo(chunk.name(), chunk.offset(), chunk.length(), unknown);
  }

  /** Cuts a record off after so many chunks: what follows cannot be read. */
  void damage(Path file, int chunksLeft) {
    records.compute(
        file,
        (key, whole) ->
            new Contents(
                whole.types(),
                whole.bytesPerChecksum(),
                whole.length(),
                whole.chunks().subList(0, chunksLeft)));
  }

  @Override
  public Optional<String> recordedFile(String name) {
    return name.endsWith(".sums")
        ? Optional.of(name.substring(0, name.length() - 5))
        : Optional.empty();
  }

  @Override
  public FileRecord open(Path record, Path file) throws IOException {
    Contents contents = records.get(file);
    if (contents == null) {
      throw new FileNotFoundException("no record");
    }
    open.incrementAndGet();
    return new FileRecord() {
      private int next;

      @Override
      public List<ChecksumType> types() {
        return contents.types();
      }

      @Override
      public OptionalInt bytesPerChecksum() {
        return OptionalInt.of(contents.bytesPerChecksum());
      }

      @Override
      public long length() {
        return contents.length();
      }

      @Override
      public List<ChunkInfo> nextChunk() throws IOException {
        if (next < contents.chunks().size()) {
          readers.add(Thread.currentThread().getName());
          return contents.chunks().get(next++);
        }
        List<ChunkInfo> last =
            contents.chunks().isEmpty() ? List.of() : contents.chunks().get(next - 1);
        long end = last.isEmpty() ? 0 : last.get(0).offset() + last.get(0).length();
        if (end < contents.length()) {
          throw new IOException("record ends at " + end);
        }
        return List.of();
      }

      @Override
      public void close() {
        open.decrementAndGet();
      }
    };
  }
}
