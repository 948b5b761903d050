// SPDX-License-Identifier: Apache-2.0

package example;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.CrcCombiner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import scala.Tuple2;

/** Computes the CRC of every file below a folder, and those of its windows, from splits. */
public final class DataSetChecksums {

  private static final int WINDOW_BYTES = 16 * 1024;
  private static final long SPLIT_BYTES = 128L << 20;

  private final JavaSparkContext spark;
  private final String type;
  private final int bytesPerChecksum;
  private final CrcCombiner combiner;

  DataSetChecksums(JavaSparkContext spark, String type, int bytesPerChecksum) {
    this.spark = spark;
    this.type = type;
    this.bytesPerChecksum = bytesPerChecksum;
    this.combiner = combinerOf(type);
  }

  /**
   * Prints the CRC of every file, and stores those of the windows as text.
   *
   * @param args the folder, where the text is to go, and the type, by default CRC32C; folders may
   *     be in any file system that Hadoop knows
   */
  public static void main(String[] args) throws IOException {
    String type = args.length > 2 ? args[2] : "CRC32C";
    SparkConf settings = new SparkConf().setAppName("checksums of " + args[0]);
    settings.setIfMissing("spark.master", "local[*]");
    try (JavaSparkContext spark = new JavaSparkContext(settings)) {
      DataSetChecksums checksums = new DataSetChecksums(spark, type, WINDOW_BYTES);
      Map<String, Long> files = checksums.files(args[0]);
      JavaRDD<SplitSums> sums = checksums.sums(checksums.splits(files, SPLIT_BYTES)).cache();
      String line = "%0" + checksums.combiner.model().width() / 4 + "x  %d  %s%n"; // 4 bits a digit.
      checksums
          .composites(files, sums)
          .forEach((file, crc) -> System.out.printf(line, crc, files.get(file), file));
      checksums.windows(sums).saveAsTextFile(args[1]);
    }
  }

  /** The files and their lengths. */
  Map<String, Long> files(String folder) throws IOException {
    Path path = new Path(folder);
    FileSystem system = path.getFileSystem(spark.hadoopConfiguration());
    Map<String, Long> files = new TreeMap<>();
    RemoteIterator<LocatedFileStatus> found = system.listFiles(path, true);
    while (found.hasNext()) {
      LocatedFileStatus file = found.next();
      files.put(file.getPath().toString(), file.getLen());
    }
    return files;
  }

  /** Cuts all files; splits begin where windows do. */
  List<Split> splits(Map<String, Long> files, long bytes) {
    long step = Math.max(1, bytes / bytesPerChecksum) * bytesPerChecksum;
    List<Split> splits = new ArrayList<>();
    files.forEach(
        (file, length) -> {
          for (long at = 0; at < length; at += step) {
            splits.add(new Split(file, at, Math.min(step, length - at), length));
          }
        });
    return splits;
  }

  /** Reads and computes, one task a split. */
  JavaRDD<SplitSums> sums(List<Split> splits) {
    Broadcast<SerializableConfiguration> configuration =
        spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration()));
    String typeName = type; // What a task uses must be serializable, and this object is not.
    int window = bytesPerChecksum;
    return spark
        .parallelize(splits, Math.max(1, splits.size()))
        .mapPartitions(
            part -> {
              SplitReader reader =
                  new SplitReader(typeName, window, configuration.value().value());
              List<SplitSums> sums = new ArrayList<>();
              while (part.hasNext()) {
                sums.add(reader.read(part.next()));
              }
              return sums.iterator();
            });
  }

  /** The CRC of each file, from those of its splits, in whatever order they arrive. */
  Map<String, Long> composites(Map<String, Long> files, JavaRDD<SplitSums> sums) {
    String typeName = type;
    Map<String, FileCrc> added =
        sums.mapToPair(
                sum -> new Tuple2<>(sum.split().file(), sum.contribution(combinerOf(typeName))))
            .reduceByKey(FileCrc::plus)
            .collectAsMap();
    Map<String, Long> crcs = new TreeMap<>();
    files.forEach(
        (file, length) -> {
          FileCrc all = added.getOrDefault(file, FileCrc.NONE);
          all.checkCovers(file, length);
          crcs.put(file, all.crc(combiner));
        });
    return crcs;
  }

  /** A line for each window: file, offset and CRC, in that order. */
  JavaRDD<String> windows(JavaRDD<SplitSums> sums) {
    int window = bytesPerChecksum;
    int entry = combiner.model().width() / Byte.SIZE;
    return sums.sortBy(
            sum -> "%s\t%019d".formatted(sum.split().file(), sum.split().offset()),
            true,
            Math.max(1, sums.getNumPartitions()))
        .flatMap(sum -> lines(sum, window, entry));
  }

  private static Iterator<String> lines(SplitSums sums, int window, int entry) {
    Split split = sums.split();
    Stream<String> lines =
        IntStream.range(0, sums.windows().length / entry)
            .mapToObj(
                i ->
                    "%s\t%d\t%s"
                        .formatted(
                            split.file(),
                            split.offset() + (long) i * window,
                            HexFormat.of()
                                .formatHex(sums.windows(), i * entry, (i + 1) * entry)));
    return lines.iterator();
  }

  private static CrcCombiner combinerOf(String type) {
    return ChecksumAlgorithms.find(type)
        .flatMap(algorithm -> algorithm.combiner())
        .orElseThrow(() -> new IllegalArgumentException(type + " cannot be combined"));
  }
}
