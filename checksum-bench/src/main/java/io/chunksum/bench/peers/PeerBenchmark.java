// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.bench.BytesProfiler;
import io.chunksum.bench.Memory;
import io.chunksum.bench.TimedBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * The checksums of a chunk, by us and by other libraries. What a library cannot do or gets wrong
 * fails in setup and is not measured; JMH continues with the next. A run that writes JSON then ends
 * with status 1: for other types than CRC32C, name the contenders that have them.
 */
public class PeerBenchmark extends TimedBenchmark {

  @Param public Contender contender;

  @Param("CRC32C")
  public String type;

  @Param({"16384", "1048576"})
  public int bytesPerChecksum;

  @Param("4194304")
  public int chunkBytes;

  @Param({"262144", "4096"})
  public int pieceBytes;

  @Param({"HEAP", "BYTE_STRING"})
  public Memory memory;

  private Peer<?> peer;
  private long bytesCopiedPerCall;
  private long calls;

  /** Lays out the chunk and checks that the contender is right. */
  @Setup
  public void prepare() throws InterruptedException {
    ChecksumType checksumType = algorithm(type).type();
    if (contender == Contender.CHUNKSUM) { // The others have no choice.
      awaitEngine(checksumType);
    }
    byte[] content = randomBytes(chunkBytes);
    peer =
        contender.checkedOver(
            PeerChunk.of(checksumType, bytesPerChecksum, content, pieceBytes, memory));
    bytesCopiedPerCall = peer.bytesCopiedPerCall();
    BytesProfiler.watch(chunkBytes, () -> calls * bytesCopiedPerCall);
  }

  /** Computes all checksums, in the form that the library returns. */
  @Benchmark
  public Object compute() {
    calls++;
    return peer.compute();
  }

  /** Compares all checksums with those expected, by the library's own means if it has any. */
  @Benchmark
  public boolean verify() {
    calls++;
    return peer.verify();
  }
}
