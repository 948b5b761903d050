// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import com.google.protobuf.ByteString;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.bench.JdkChecksum;
import io.chunksum.bench.Memory;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.proto.ByteStrings;
import io.chunksum.window.WindowLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A chunk in pieces of some kind of memory, and the checksums that it should have. */
final class PeerChunk {

  private final ChecksumType type;
  private final WindowLayout windows;
  private final byte[] content;
  private final int pieceBytes;
  private final Memory memory;
  private final byte[] expected;
  private final List<ByteBuffer> pieces;

  private PeerChunk(
      ChecksumType type,
      WindowLayout windows,
      byte[] content,
      int pieceBytes,
      Memory memory,
      byte[] expected) {
    this.type = type;
    this.windows = windows;
    this.content = content;
    this.pieceBytes = pieceBytes;
    this.memory = memory;
    this.expected = expected;
    this.pieces = memory.pieces(content, pieceBytes);
  }

  /** Lays out {@code content} and computes the expected checksums with the JDK over one array. */
  static PeerChunk of(
      ChecksumType type, int bytesPerChecksum, byte[] content, int pieceBytes, Memory memory) {
    WindowLayout windows = new WindowLayout(content.length, bytesPerChecksum);
    JdkChecksum checksum = JdkChecksum.of(type);
    int count = Math.toIntExact(windows.windowCount());
    ByteBuffer expected = ByteBuffer.allocate(count * type.checksumLength());
    for (int window = 0; window < count; window++) {
      int start = window * bytesPerChecksum;
      checksum.update(content, start, Math.min(bytesPerChecksum, content.length - start));
      checksum.finish(expected, window * type.checksumLength());
    }
    return new PeerChunk(type, windows, content, pieceBytes, memory, expected.array());
  }

  /** Returns the same chunk with one bit flipped; the expected checksums stay the same. */
  PeerChunk withFlippedBit(int index) {
    byte[] damaged = content.clone();
    damaged[index] ^= 0x10;
    return new PeerChunk(type, windows, damaged, pieceBytes, memory, expected);
  }

  ChecksumType type() {
    return type;
  }

  int bytesPerChecksum() {
    return windows.bytesPerChecksum();
  }

  int length() {
    return content.length;
  }

  Memory memory() {
    return memory;
  }

  /**
   * Returns the pieces as buffers, each from position 0 to its capacity: what a library sees of a
   * rope or a composite if it knows neither. Nobody owns their positions; take duplicates.
   */
  List<ByteBuffer> pieces() {
    return pieces;
  }

  /**
   * Returns what makes one of our chunks of the pieces, in their own memory. A rope is wrapped each
   * time: it comes out of a message, and no two are the same.
   */
  Supplier<ChunkBuffer> chunkBuffers() {
    if (memory == Memory.BYTE_STRING) {
      ByteString rope = Memory.rope(content, pieceBytes);
      return () -> ByteStrings.wrap(rope);
    }
    ChunkBuffer chunk = memory.chunk(content, pieceBytes);
    return () -> chunk;
  }

  /** Returns a copy of the packed checksums of the undamaged chunk. */
  byte[] expected() {
    return expected.clone();
  }

  /** Returns the number of bytes that {@code checksum} copies if given every slice in place. */
  long bytesCopiedBy(JdkChecksum checksum) {
    return checksum.copies(pieces.get(0)) ? length() : 0;
  }

  /** Returns the number of bytes copied if the JDK is given straddling windows in one array. */
  long bytesCopiedIfLinearized() {
    return JdkChecksum.of(type).copies(pieces.get(0)) ? length() : straddlingBytes();
  }

  /** Returns the number of bytes in windows that straddle pieces. */
  long straddlingBytes() {
    return windows().filter(this::straddles).mapToLong(window -> end(window) - start(window)).sum();
  }

  /** Returns whether any window straddles pieces and ends inside one that is not the last. */
  boolean straddlingWindowEndsInsidePiece() {
    return windows()
        .anyMatch(window ->
            straddles(window)
                && end(window) % pieceBytes != 0
                && pieceOf(end(window)) < pieces.size() - 1);
  }

  private IntStream windows() {
    return IntStream.range(0, Math.toIntExact(windows.windowCount()));
  }

  private boolean straddles(int window) {
    return pieceOf(start(window)) != pieceOf(end(window) - 1);
  }

  private int start(int window) {
    return window * windows.bytesPerChecksum();
  }

  private int end(int window) {
    return Math.min(start(window) + windows.bytesPerChecksum(), content.length);
  }

  private int pieceOf(int index) {
    return index / pieceBytes;
  }
}
