// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.hadoop;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.TestBytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** What real systems wrote; the READMEs beside the files say how. */
final class Fixtures {

  private static final int META_HEADER_BYTES = 7;

  private Fixtures() {}

  static byte[] read(String path) {
    try (InputStream in = Fixtures.class.getResourceAsStream("/fixtures/" + path)) {
      return Objects.requireNonNull(in, path).readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException(path, e);
    }
  }

  /** The lines of a table without comments, cut at blanks. */
  static List<String[]> table(String path) {
    return new String(read(path), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" ", -1))
        .toList();
  }

  /** The checksums of a block of HDFS, without the reader that is under test elsewhere. */
  static ChecksumData meta(String name, ChecksumType type, int bytesPerChecksum) {
    byte[] meta = read("hadoop/" + name + ".meta");
    return ChecksumData.of(
        type, bytesPerChecksum, meta, META_HEADER_BYTES, meta.length - META_HEADER_BYTES);
  }

  static byte[] payload(int length) {
    return TestBytes.random(1701L * 1_000_000_000 + length, length);
  }
}
