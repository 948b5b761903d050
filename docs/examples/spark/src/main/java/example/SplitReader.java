// SPDX-License-Identifier: Apache-2.0

package example;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.compute.ChecksumCollector;
import io.chunksum.compute.CrcComposer;
import io.chunksum.data.ChecksumData;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/** Reads splits and computes their CRCs. One for each task, since it holds reused buffers. */
final class SplitReader {

  private final Configuration configuration;
  private final CrcComposer composer;
  private final ChecksumCollector collector;
  private final byte[] buffer = new byte[1 << 20];

  SplitReader(String type, int bytesPerChecksum, Configuration configuration) {
    ChecksumAlgorithm algorithm =
        ChecksumAlgorithms.find(type).orElseThrow(() -> new IllegalArgumentException(type));
    this.configuration = configuration;
    this.composer = new CrcComposer(algorithm);
    this.collector = new ChecksumCollector(algorithm, bytesPerChecksum);
  }

  SplitSums read(Split split) throws IOException {
    collector.reset();
    Path file = new Path(split.file());
    try (FSDataInputStream in = file.getFileSystem(configuration).open(file)) {
      in.seek(split.offset());
      for (long rest = split.length(); rest > 0; ) {
        int count = (int) Math.min(buffer.length, rest);
        in.readFully(buffer, 0, count);
        collector.accept(buffer, 0, count);
        rest -= count;
      }
    }
    ChecksumData sums = collector.finish();
    return new SplitSums(split, sums.toByteArray(), composer.compose(sums, split.length()));
  }
}
