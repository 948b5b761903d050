// SPDX-License-Identifier: Apache-2.0

package example;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CrcComposer;
import io.chunksum.data.ChecksumData;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/** Creates files, sums them in splits that arrive in any order, and again in one pass over each. */
final class Demonstration {

  private static final int WINDOW_BYTES = 16 * 1024;
  private static final List<Integer> LENGTHS = List.of(0, 1, 16_384, 16_385, 5_000_003, 50_331_655);

  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory("data-set");
    for (int length : LENGTHS) {
      byte[] content = new byte[length];
      new Random(length).nextBytes(content);
      Files.write(folder.resolve("part-" + length), content);
    }
    SparkConf settings =
        new SparkConf()
            .setAppName("demonstration")
            .setMaster("local[2]")
            .set("spark.driver.bindAddress", "127.0.0.1")
            .set("spark.driver.host", "127.0.0.1")
            .set("spark.ui.enabled", "false")
            .set("spark.log.level", "WARN");
    try (JavaSparkContext spark = new JavaSparkContext(settings)) {
      for (String type : List.of("CRC32C", "CRC32", "CRC64NVME")) {
        check(spark, folder, type);
      }
    }
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  private static void check(JavaSparkContext spark, Path folder, String type) throws IOException {
    DataSetChecksums checksums = new DataSetChecksums(spark, type, WINDOW_BYTES);
    Map<String, Long> files = checksums.files(folder.toUri().toString());
    List<Split> splits = checksums.splits(files, 1 << 20);
    Collections.shuffle(splits);
    JavaRDD<SplitSums> sums = checksums.sums(splits).cache();
    Map<String, Long> composites = checksums.composites(files, sums);
    List<String> windows = checksums.windows(sums).collect();

    List<String> expected = new ArrayList<>();
    for (String file : files.keySet()) {
      onePass(file, type, composites.get(file), expected);
    }
    if (!windows.equals(expected)) {
      throw new IllegalStateException("the CRCs of windows differ");
    }
    System.out.printf(
        "%s: %d files in %d splits, %d windows: as in one pass over each%n",
        type, files.size(), splits.size(), windows.size());
  }

  private static void onePass(String file, String type, long composite, List<String> lines)
      throws IOException {
    ChecksumAlgorithm algorithm = ChecksumAlgorithms.find(type).orElseThrow();
    ChunkBuffer content = ChunkBuffer.wrap(Files.readAllBytes(Path.of(URI.create(file))));
    ChecksumData whole =
        ChunkChecksum.of(algorithm, Math.max(1, (int) content.length())).compute(content);
    long crc = new CrcComposer(algorithm).compose(whole, content.length());
    if (crc != composite) {
      throw new IllegalStateException(file + ": " + composite + " is not " + crc);
    }
    ChecksumData sums = ChunkChecksum.of(algorithm, WINDOW_BYTES).compute(content);
    byte[] sum = new byte[sums.type().checksumLength()];
    for (int i = 0; i < sums.count(); i++) {
      sums.checksum(i).get(sum);
      lines.add("%s\t%d\t%s".formatted(file, (long) i * WINDOW_BYTES, HexFormat.of().formatHex(sum)));
    }
  }
}
