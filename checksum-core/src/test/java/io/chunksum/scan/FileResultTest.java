// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.verify.Mismatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a log shows of a result: one line. */
class FileResultTest {

  private static final Mismatch BAD =
      Mismatch.of(
          0, 0, 512, ByteBuffer.wrap(new byte[4]), ByteBuffer.wrap(new byte[] {1, 2, 3, 4}));

  private static FileResult of(
      ChecksumType type,
      long length,
      int windows,
      List<Mismatch> found,
      @Nullable IOException failure) {
    OptionalInt window = OptionalInt.of(512);
    return new FileResult(
        "a\nb", length, 1024, type, window, windows, found.size(), found, failure);
  }

  @Test
  void aResultIsOneLine() {
    ChecksumType crc = ChecksumType.CRC32C;
    assertThat(of(crc, 1024, 2, List.of(), null))
        .hasToString("a?b: CRC32C: no mismatch in 2 windows");
    assertThat(of(crc, 1024, 1, List.of(), null))
        .hasToString("a?b: CRC32C: no mismatch in 1 window");
    assertThat(of(ChecksumType.NONE, 7, 0, List.of(), null)).hasToString("a?b: NONE: not checked");
    String bad = "window 0, bytes 0 to 511: expected 00000000, found 01020304";
    assertThat(of(crc, 1024, 2, List.of(BAD), null)).hasToString("a?b: CRC32C mismatch: " + bad);
    assertThat(of(crc, 1000, 2, Collections.nCopies(1000, BAD), new IOException("x\ny")))
        .hasToString(
            "a?b: CRC32C mismatch: "
                + bad
                + " (the first of 1000 mismatches); length 1000 instead of 1024"
                + "; not checked to the end: java.io.IOException: x?y");
  }

  @Test
  void aResultMayKeepNoMismatch() {
    FileResult result =
        new FileResult("a", 1, 1, ChecksumType.CRC32C, OptionalInt.empty(), 1, 1, List.of(), null);
    assertThat(result).hasToString("a: CRC32C mismatch");
  }
}
