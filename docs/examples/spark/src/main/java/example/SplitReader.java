// SPDX-License-Identifier: Apache-2.0

package example;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.compute.CrcComposer;
import io.chunksum.data.ChecksumData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/** Reads splits and computes their CRCs. One for each task, since it holds reused buffers. */
final class SplitReader {

  private final ChecksumType type;
  private final int bytesPerChecksum;
  private final Configuration configuration;
  private final CrcComposer composer;
  private final ChecksumStream stream;
  private final ByteArrayOutputStream packed = new ByteArrayOutputStream();
  private final byte[] buffer = new byte[1 << 20];

  SplitReader(String type, int bytesPerChecksum, Configuration configuration) {
    ChecksumAlgorithm algorithm =
        ChecksumAlgorithms.find(type).orElseThrow(() -> new IllegalArgumentException(type));
    this.type = algorithm.type();
    this.bytesPerChecksum = bytesPerChecksum;
    this.configuration = configuration;
    this.composer = new CrcComposer(algorithm);
    this.stream =
        new ChecksumStream(
            algorithm,
            bytesPerChecksum,
            (window, length, sum, at) -> packed.write(sum, at, this.type.checksumLength()));
  }

  SplitSums read(Split split) throws IOException {
    packed.reset();
    Path file = new Path(split.file());
    try (FSDataInputStream in = file.getFileSystem(configuration).open(file)) {
      in.seek(split.offset());
      for (long rest = split.length(); rest > 0; ) {
        int count = (int) Math.min(buffer.length, rest);
        in.readFully(buffer, 0, count);
        stream.accept(buffer, 0, count);
        rest -= count;
      }
    }
    stream.finish();
    byte[] sums = packed.toByteArray();
    ChecksumData data = ChecksumData.of(type, bytesPerChecksum, sums);
    return new SplitSums(split, sums, composer.compose(data, split.length()));
  }
}
