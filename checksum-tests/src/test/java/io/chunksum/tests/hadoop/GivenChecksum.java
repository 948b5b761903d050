// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.format.hadoop.FileChecksum;
import java.util.HexFormat;
import java.util.stream.Stream;

/**
 * A checksum that HDFS gave of the first bytes of a file; the name says how the file was stored.
 */
record GivenChecksum(
    String name, int fileLength, int length, int blockLength, String text, String hex) {

  /** Reads a table of the fixtures. */
  static Stream<GivenChecksum> of(String table) {
    return Fixtures.table(table).stream()
        .map(row ->
            new GivenChecksum(
                row[0],
                Integer.parseInt(row[1]),
                Integer.parseInt(row[2]),
                Integer.parseInt(row[3]),
                row[4],
                row[5]));
  }

  boolean isComposite() {
    return text.startsWith("COMPOSITE");
  }

  byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }

  void assertIs(FileChecksum checksum) {
    assertThat(checksum).hasToString(text);
    assertThat(checksum.paddedBytes()).isEqualTo(bytes());
  }
}
