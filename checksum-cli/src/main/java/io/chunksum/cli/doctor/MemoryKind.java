// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.file.MappedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;

/** The kinds of memory that can hold the bytes of a chunk. */
enum MemoryKind {
  ARRAY("array"),
  HEAP("heap buffer"),
  READ_ONLY_HEAP("read-only heap buffer"),
  DIRECT("direct buffer"),
  READ_ONLY_DIRECT("read-only direct buffer"),
  MAPPED("mapped file");

  private final String label;

  MemoryKind(String label) {
    this.label = label;
  }

  /** Makes a chunk of such memory. */
  ChunkBuffer chunk(byte[] content) throws IOException {
    return switch (this) {
      case ARRAY -> ChunkBuffer.wrap(content);
      case HEAP -> ChunkBuffer.wrap(ByteBuffer.wrap(content));
      case READ_ONLY_HEAP -> ChunkBuffer.wrap(ByteBuffer.wrap(content).asReadOnlyBuffer());
      case DIRECT -> ChunkBuffer.wrap(direct(content));
      case READ_ONLY_DIRECT -> ChunkBuffer.wrap(direct(content).asReadOnlyBuffer());
      case MAPPED -> mapped(content);
    };
  }

  String label() {
    return label;
  }

  private static ByteBuffer direct(byte[] content) {
    return ByteBuffer.allocateDirect(content.length).put(content).flip();
  }

  private static ChunkBuffer mapped(byte[] content) throws IOException {
    try (FileChannel file =
        FileChannel.open(Files.createTempFile("chunksum", null), READ, WRITE, DELETE_ON_CLOSE)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
      return MappedFile.map(file);
    }
  }
}
