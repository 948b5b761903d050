// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.bench.peers.Contender;
import io.chunksum.bench.peers.PeerBenchmark;

/** Gives benchmarks parameters with which their set-up takes no time. */
final class Small {

  private static final String TYPE = "CRC32C";
  private static final int WINDOW = 512;
  private static final int CHUNK = 4096;

  private Small() {}

  static <T extends ChunkPathBenchmark> T small(T benchmark) {
    benchmark.type = TYPE;
    benchmark.bytesPerChecksum = WINDOW;
    benchmark.chunkBytes = CHUNK;
    benchmark.pieceBytes = 1000;
    benchmark.memory = Memory.HEAP;
    return benchmark;
  }

  static <T extends VerifyBenchmark> T small(T benchmark) {
    benchmark.type = TYPE;
    benchmark.bytesPerChecksum = WINDOW;
    benchmark.chunkBytes = CHUNK;
    benchmark.pieceBytes = 1000;
    benchmark.memory = Memory.HEAP;
    return benchmark;
  }

  static <T extends SmallWindowBenchmark> T small(T benchmark) {
    benchmark.type = TYPE;
    benchmark.bytesPerChecksum = WINDOW;
    benchmark.chunkBytes = CHUNK;
    benchmark.pieceBytes = 1024;
    benchmark.memory = Memory.HEAP;
    return benchmark;
  }

  static <T extends ParallelBenchmark> T small(T benchmark) {
    benchmark.type = TYPE;
    benchmark.bytesPerChecksum = WINDOW;
    benchmark.chunkBytes = CHUNK;
    benchmark.memory = Memory.HEAP;
    return benchmark;
  }

  static <T extends ScanBenchmark> T small(T benchmark) {
    benchmark.type = TYPE;
    benchmark.bytesPerChecksum = WINDOW;
    benchmark.fileBytes = CHUNK;
    benchmark.treeBytes = 3 * CHUNK;
    benchmark.threads = 1;
    return benchmark;
  }

  static <T extends WriteBenchmark> T small(T benchmark) {
    benchmark.type = TYPE;
    benchmark.bytesPerChecksum = WINDOW;
    benchmark.chunkBytes = CHUNK;
    benchmark.putBytes = 256;
    benchmark.flushes = 2;
    benchmark.chunks = 2;
    return benchmark;
  }

  static <T extends CombineBenchmark> T small(T benchmark) {
    benchmark.type = TYPE;
    benchmark.operation = CombineBenchmark.Operation.COMPOSITE;
    benchmark.bytesPerChecksum = WINDOW;
    benchmark.chunkBytes = CHUNK;
    return benchmark;
  }

  static <T extends DiagnosisBenchmark> T small(T benchmark) {
    benchmark.type = TYPE;
    benchmark.bytesPerChecksum = WINDOW;
    return benchmark;
  }

  static <T extends Crc64Benchmark> T small(T benchmark) {
    benchmark.bytesPerChecksum = WINDOW;
    benchmark.chunkBytes = CHUNK;
    return benchmark;
  }

  static <T extends FrameBenchmark> T small(T benchmark) {
    benchmark.chunkBytes = CHUNK;
    benchmark.frameBytes = 96;
    return benchmark;
  }

  static <T extends FirstCallsBenchmark> T small(T benchmark) {
    benchmark.type = TYPE;
    benchmark.bytesPerChecksum = WINDOW;
    benchmark.chunkBytes = CHUNK;
    benchmark.calls = 2;
    return benchmark;
  }

  static ObserveBenchmark small(ObserveBenchmark benchmark) {
    benchmark.bytesPerChecksum = WINDOW;
    benchmark.chunkBytes = WINDOW;
    return benchmark;
  }

  static PeerBenchmark small(PeerBenchmark benchmark) {
    benchmark.contender = Contender.CHUNKSUM;
    benchmark.type = TYPE;
    benchmark.bytesPerChecksum = WINDOW;
    benchmark.chunkBytes = CHUNK;
    benchmark.pieceBytes = 1000;
    benchmark.memory = Memory.HEAP;
    return benchmark;
  }
}
