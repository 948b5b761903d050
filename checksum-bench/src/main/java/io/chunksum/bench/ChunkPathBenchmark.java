// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.window.WindowLayout;
import java.nio.ByteBuffer;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** The cost of a chunk in many pieces, compared with one piece and with linearizing. */
public class ChunkPathBenchmark extends TimedBenchmark {

  @Param({"CRC32", "CRC32C", "SHA256", "MD5"})
  public String type;

  @Param({"512", "4096", "16384", "1048576"})
  public int bytesPerChecksum;

  @Param("4194304")
  public int chunkBytes;

  @Param({"262144", "333000", "4096"})
  public int pieceBytes;

  @Param({"HEAP", "DIRECT", "READ_ONLY_HEAP", "BYTE_STRING", "NETTY"})
  public Memory memory;

  private ChecksumCalculator calculator;
  private Linearized linearizer;
  private ChunkBuffer single;
  private ChunkBuffer multi;
  private List<ByteBuffer> pieces;
  private ByteBuffer packed;

  /** Lays out the same chunk both ways and checks that all three compute the same checksums. */
  @Setup
  public void prepare() throws InterruptedException {
    byte[] content = randomBytes(chunkBytes);
    pieces = memory.pieces(content, pieceBytes);
    multi = memory.chunk(content, pieceBytes);
    single = memory.chunk(content, chunkBytes);

    ChecksumAlgorithm algorithm = algorithm(type);
    calculator = ChunkChecksum.of(algorithm, bytesPerChecksum).newCalculator();
    linearizer = new Linearized(algorithm.type(), bytesPerChecksum);
    packed = Engines.room(WindowLayout.windowCount(chunkBytes, bytesPerChecksum), algorithm.type());

    awaitEngine(algorithm.type());
    checkSame(List.of(this::singleBuffer, this::multiBuffer, this::linearized));
    BytesProfiler.watch(
        chunkBytes, () -> calculator.bytesCopied().total() + linearizer.bytesCopied());
  }

  /** Fails the run if anything was copied that can be read in place. */
  @TearDown
  public void checkCopies() {
    CopiedBytes copied = calculator.bytesCopied();
    boolean digest = type.equals("SHA256") || type.equals("MD5");
    boolean inPlace =
        switch (memory) {
          case HEAP, BYTE_STRING -> true;
          case DIRECT, NETTY -> !digest;
          case READ_ONLY_HEAP -> false;
        };
    if (inPlace && copied.total() > 0) {
      throw new IllegalStateException("copied although it can be read in place: " + copied);
    }
  }

  /** The chunk in one piece. */
  @Benchmark
  public ByteBuffer singleBuffer() {
    calculator.compute(single, packed);
    return packed;
  }

  /** The chunk in pieces of {@code pieceBytes}. */
  @Benchmark
  public ByteBuffer multiBuffer() {
    calculator.compute(multi, packed);
    return packed;
  }

  /** The same pieces, with every straddling window copied into a fresh array first. */
  @Benchmark
  public ByteBuffer linearized() {
    linearizer.compute(pieces, packed);
    return packed;
  }
}
