// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.CrcAlgorithm;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.CrcModel;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CrcComposer;
import io.chunksum.tests.TestBytes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compiles and runs the example of docs/at-scale.md, and of the one on Spark, which is run when
 * releasing, what refuses splits that do not cover a file.
 */
class AtScalePageTest {

  private static final String FILE_CRC = "example.FileCrc";

  @TempDir private static Path folder;

  /** The last is a CRC that is not 0 for no bytes. */
  static Stream<ChecksumAlgorithm> algorithms() {
    return Stream.of(
        ChecksumAlgorithms.find("CRC32C").orElseThrow(),
        ChecksumAlgorithms.find("CRC64NVME").orElseThrow(),
        new CrcAlgorithm(
            "CRC-32/JAMCRC", new CrcModel(32, 0x04C11DB7L, 0xFFFFFFFFL, true, 0, 0x340BC6D9L)));
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void contributionsAddUpInAnyOrder(ChecksumAlgorithm algorithm) throws Exception {
    String source = Examples.in(Path.of("docs", "at-scale.md")).get(0);
    byte[] file = TestBytes.random(20_63, 1_000_003);
    CrcCombiner combiner = algorithm.combiner().orElseThrow();
    try (Compiled compiled = Examples.compile(folder, Map.of("Contribution", source))) {
      List<Long> contributions = new ArrayList<>();
      for (int at = 0; at < file.length; at += 100_000) {
        int length = Math.min(100_000, file.length - at);
        long after = (long) file.length - at - length;
        long crc = crc(algorithm, file, at, length);
        contributions.add((long) compiled.call("Contribution", "of", combiner, crc, after));
      }
      Collections.shuffle(contributions, new Random(1));
      long sum = contributions.stream().reduce(0L, (a, b) -> a ^ b);
      assertThat(compiled.call("Contribution", "file", combiner, sum))
          .isEqualTo(crc(algorithm, file, 0, file.length));
      assertThat(compiled.call("Contribution", "file", combiner, 0L))
          .isEqualTo(crc(algorithm, file, 0, 0));
    }
  }

  /** Splits of 100 bytes, added up; what they are of the CRC does not matter here. */
  private static Object sumOf(Compiled spark, long... offsets) throws Exception {
    Object sum = spark.call(FILE_CRC, "of", 0L, offsets[0], 100L);
    for (int i = 1; i < offsets.length; i++) {
      Object next = spark.call(FILE_CRC, "of", 0L, offsets[i], 100L);
      sum = Compiled.callOn(sum, "plus", next);
    }
    return sum;
  }

  @Test
  void splitsThatDoNotCoverAFileOnceAreRefused() throws Exception {
    Path source = Path.of("..", "docs", "examples", "spark", "src", "main", "java", "example");
    String code = Files.readString(source.resolve("FileCrc.java"));
    try (Compiled spark = Examples.compile(folder, Map.of(FILE_CRC, code))) {
      Compiled.callOn(sumOf(spark, 200, 0, 300, 100), "checkCovers", "f", 400L);
      for (long[] offsets : new long[][] {{0, 100, 200}, {0, 100, 200, 200, 300}}) {
        assertThatThrownBy(() -> Compiled.callOn(sumOf(spark, offsets), "checkCovers", "f", 400L))
            .hasRootCauseMessage("f: %d bytes of 400".formatted(offsets.length * 100));
      }
      for (long[] offsets : new long[][] {{0, 0, 200, 300}, {0, 100, 100, 300}, {1, 1, 2, 2}}) {
        assertThatThrownBy(() -> Compiled.callOn(sumOf(spark, offsets), "checkCovers", "f", 400L))
            .hasRootCauseMessage("f: a split is missing, and another was counted twice");
      }
    }
  }

  private static long crc(ChecksumAlgorithm algorithm, byte[] bytes, int offset, int length) {
    ChunkBuffer chunk = ChunkBuffer.wrap(bytes, offset, length);
    int window = Math.max(1, length);
    return new CrcComposer(algorithm)
        .compose(ChunkChecksum.of(algorithm, window).compute(chunk), length);
  }
}
