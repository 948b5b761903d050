// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.bench.JdkChecksum;
import io.chunksum.bench.Memory;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.window.WindowLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;

/** A chunk that lies in memory of some kind, in pieces, and the checksums that it should have. */
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

  /** Lays {@code content} out and computes what is expected by the JDK over the one array. */
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

  /** The same chunk with one bit flipped; what is expected stays. */
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
   * The pieces as buffers, each from position 0 to its capacity: what a rope or a composite shows
   * to a library that knows neither. Their positions belong to nobody; take duplicates.
   */
  List<ByteBuffer> pieces() {
    return pieces;
  }

  /** The pieces as a chunk of ours, in memory of its own. */
  ChunkBuffer chunkBuffer() {
    return memory.chunk(content, pieceBytes);
  }

  /** The packed checksums that the undamaged chunk has; a copy. */
  byte[] expected() {
    return expected.clone();
  }

  /** Number of bytes that {@code checksum} copies if it is given every slice where it lies. */
  long bytesCopiedBy(JdkChecksum checksum) {
    return checksum.copies(pieces.get(0)) ? length() : 0;
  }

  /** Number of bytes that are copied if the JDK is given straddling windows in one array. */
  long bytesCopiedIfLinearized() {
    return JdkChecksum.of(type).copies(pieces.get(0)) ? length() : straddlingBytes();
  }

  /** Number of bytes in windows that straddle pieces. */
  long straddlingBytes() {
    return windows().filter(this::straddles).mapToLong(window -> end(window) - start(window)).sum();
  }

  /** Whether a window straddles pieces and ends inside of one that is not the last. */
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
