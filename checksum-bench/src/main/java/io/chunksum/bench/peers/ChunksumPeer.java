// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.data.ChecksumData;
import io.chunksum.verify.ChunkVerifier;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/** Our calculator and verifier, over the pieces, the rope or the composite itself. */
final class ChunksumPeer extends PackedPeer {

  private final ChecksumCalculator calculator;
  private final ChunkVerifier verifier;
  private final Supplier<ChunkBuffer> chunks;
  private final ChecksumData sums;

  ChunksumPeer(PeerChunk chunk) {
    super(chunk);
    ChecksumType type = chunk.type();
    ChunkChecksum checksum = ChunkChecksum.of(type, chunk.bytesPerChecksum());
    this.calculator = checksum.newCalculator();
    this.verifier = checksum.newVerifier();
    this.chunks = chunk.chunkBuffers();
    this.sums = ChecksumData.of(type, chunk.bytesPerChecksum(), chunk.expected());
  }

  @Override
  public ByteBuffer compute() {
    calculator.compute(chunks.get(), packed);
    return packed;
  }

  @Override
  public boolean verify() {
    return verifier.verify(chunks.get(), sums).ok();
  }

  /** Counted, not derived: reads the calculator's counter before and after one call. */
  @Override
  public long bytesCopiedPerCall() {
    long before = calculator.bytesCopied().total();
    compute();
    return calculator.bytesCopied().total() - before;
  }
}
