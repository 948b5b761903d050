// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.report;

import io.chunksum.bench.BatchBenchmark;
import io.chunksum.bench.ChunkPathBenchmark;
import io.chunksum.bench.CodecBenchmark;
import io.chunksum.bench.CombineBenchmark;
import io.chunksum.bench.Crc64Benchmark;
import io.chunksum.bench.FirstCallsBenchmark;
import io.chunksum.bench.FrameBenchmark;
import io.chunksum.bench.LaneBenchmark;
import io.chunksum.bench.SmallWindowBenchmark;
import io.chunksum.bench.VerifyBenchmark;
import io.chunksum.bench.WriteBenchmark;
import io.chunksum.bench.peers.PeerBenchmark;
import io.chunksum.bench.report.Comparison.Contender;
import io.chunksum.bench.report.Comparison.Drawing;
import io.chunksum.bench.report.Comparison.Quotient;
import io.chunksum.bench.report.Comparison.Scale;
import java.util.List;
import java.util.Map;

/** The sections of the page, as data. Their text is in the template. */
final class Comparisons {
  private static final List<String> CHUNK = List.of("chunkBytes");

  private static final List<Contender> PATHS =
      List.of(
          new Contender("linearized", "linearized"),
          new Contender("many pieces", "multiBuffer"),
          new Contender("one piece", "singleBuffer"));

  private static final List<Quotient> PATH_QUOTIENTS =
      List.of(
          new Quotient("linearized / many", "linearized", "multiBuffer"),
          new Quotient("many / one", "multiBuffer", "singleBuffer"));

  private static final Map<String, String> CHUNKSUM = Map.of("contender", "CHUNKSUM");

  static final List<Comparison> ALL =
      List.of(
          new Comparison(
              "chunk-path",
              ChunkPathBenchmark.class.getName(),
              Map.of(
                  "bytesPerChecksum", List.of("1048576"),
                  "pieceBytes", List.of("262144"),
                  "memory", List.of("HEAP", "DIRECT")),
              PATHS,
              PATH_QUOTIENTS,
              CHUNK,
              new Drawing(
                  "A chunk of 16 pieces, windows of 1 MiB",
                  Scale.SPEED_UP,
                  Map.of("memory", List.of("DIRECT")))),
          new Comparison(
              "pieces",
              ChunkPathBenchmark.class.getName(),
              Map.of("pieceBytes", List.of("4096", "333000")),
              PATHS,
              PATH_QUOTIENTS,
              CHUNK,
              null),
          new Comparison(
              "peers",
              PeerBenchmark.class.getName(),
              Map.of(),
              List.of(new Contender("compute", "compute"), new Contender("verify", "verify")),
              List.of(
                  new Quotient("compute / Chunksum's", "compute", "compute", CHUNKSUM),
                  new Quotient("verify / Chunksum's", "verify", "verify", CHUNKSUM)),
              CHUNK,
              new Drawing(
                  "CRC32C compared with its peers",
                  Scale.THROUGHPUT,
                  Map.of(
                      "type",
                      List.of("CRC32C"),
                      "bytesPerChecksum",
                      List.of("1048576"),
                      "memory",
                      List.of("HEAP")))),
          new Comparison(
              "lanes",
              LaneBenchmark.class.getName(),
              Map.of(),
              List.of(
                  new Contender("MessageDigest", "messageDigest"),
                  new Contender("lanes", "lanes"),
                  new Contender("plain lanes", "plainLanes")),
              List.of(
                  new Quotient("MessageDigest / lanes", "messageDigest", "lanes"),
                  new Quotient("MessageDigest / plain lanes", "messageDigest", "plainLanes")),
              CHUNK,
              new Drawing(
                  "Digests of the windows of a chunk, in lanes",
                  Scale.THROUGHPUT,
                  Map.of("memory", List.of("DIRECT"), "pieceBytes", List.of("262144")))),
          new Comparison(
              "batch",
              BatchBenchmark.class.getName(),
              Map.of(),
              List.of(
                  new Contender("MessageDigest", "messageDigest"), new Contender("batch", "batch")),
              List.of(new Quotient("MessageDigest / batch", "messageDigest", "batch")),
              List.of("chunkBytes", "chunks"),
              null),
          new Comparison(
              "small-windows",
              SmallWindowBenchmark.class.getName(),
              Map.of(),
              List.of(new Contender("Chunksum", "chunksum"), new Contender("bare loop", "jdkLoop")),
              List.of(new Quotient("Chunksum / bare loop", "chunksum", "jdkLoop")),
              CHUNK,
              null),
          new Comparison(
              "verify",
              VerifyBenchmark.class.getName(),
              Map.of(),
              List.of(new Contender("compute", "compute"), new Contender("verify", "verify")),
              List.of(new Quotient("verify / compute", "verify", "compute")),
              CHUNK,
              null),
          new Comparison(
              "codec",
              CodecBenchmark.class.getName(),
              Map.of(),
              List.of(
                  new Contender("generated encode", "generatedEncode"),
                  new Contender("encode", "encode"),
                  new Contender("generated decode", "generatedDecode"),
                  new Contender("decode", "decode")),
              List.of(
                  new Quotient("generated / encode", "generatedEncode", "encode"),
                  new Quotient("generated / decode", "generatedDecode", "decode")),
              List.of(),
              null),
          new Comparison(
              "blocks",
              CodecBenchmark.class.getName(),
              Map.of(),
              List.of(
                  new Contender("generated list", "generatedBlock"),
                  new Contender("compact view", "compactBlock"),
                  new Contender("compact records", "compactBlockRecords"),
                  new Contender("generated, one chunk", "generatedChunk"),
                  new Contender("compact, one chunk", "compactChunk")),
              List.of(
                  new Quotient("list / view", "generatedBlock", "compactBlock"),
                  new Quotient("list / records", "generatedBlock", "compactBlockRecords"),
                  new Quotient("one chunk", "generatedChunk", "compactChunk")),
              List.of(),
              null),
          new Comparison(
              "combine",
              CombineBenchmark.class.getName(),
              Map.of(),
              List.of(new Contender("Hadoop", "hadoop"), new Contender("Chunksum", "chunksum")),
              List.of(new Quotient("Hadoop / Chunksum", "hadoop", "chunksum")),
              List.of(),
              null),
          new Comparison(
              "crc64",
              Crc64Benchmark.class.getName(),
              Map.of(),
              List.of(
                  new Contender("Chunksum", "chunksum"),
                  new Contender("Chunksum, direct", "chunksumDirect"),
                  new Contender("XZ for Java", "xz"),
                  new Contender("Circe", "circe")),
              List.of(
                  new Quotient("XZ / Chunksum", "xz", "chunksum"),
                  new Quotient("Circe / Chunksum", "circe", "chunksum")),
              CHUNK,
              null),
          new Comparison(
              "frames",
              FrameBenchmark.class.getName(),
              Map.of(),
              List.of(
                  new Contender("Chunksum", "chunksum"),
                  new Contender("loop of Aeron", "aeron"),
                  new Contender("loop, JDK", "jdkLoop")),
              List.of(
                  new Quotient("Chunksum / Aeron", "chunksum", "aeron"),
                  new Quotient("Chunksum / JDK", "chunksum", "jdkLoop")),
              CHUNK,
              null),
          new Comparison(
              "write",
              WriteBenchmark.class.getName(),
              Map.of(),
              List.of(
                  new Contender("put, then compute", "putThenCompute"),
                  new Contender("on write", "onWrite")),
              List.of(new Quotient("put, then compute / on write", "putThenCompute", "onWrite")),
              CHUNK,
              null),
          new Comparison(
              "first-calls",
              FirstCallsBenchmark.class.getName(),
              Map.of(),
              List.of(new Contender("Chunksum", "chunksum"), new Contender("bare loop", "jdkLoop")),
              List.of(new Quotient("Chunksum / bare loop", "chunksum", "jdkLoop")),
              List.of(),
              null));

  private Comparisons() {}
}
