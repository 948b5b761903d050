// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.format.aeron.SegmentResult;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AeronSegmentInspectorTest {

  private static SegmentResult found(long badCount, @Nullable IOException failure) {
    return new SegmentResult(65536, 65536, 0, 65536, 20, badCount, List.of(), failure);
  }

  private static Summary summary(SegmentResult crc32c, SegmentResult crc32) throws IOException {
    Map<ChecksumType, SegmentResult> found = new LinkedHashMap<>();
    found.put(ChecksumType.CRC32C, crc32c);
    found.put(ChecksumType.CRC32, crc32);
    return AeronSegmentInspector.summary(found);
  }

  @Test
  void aSegmentThatCouldNotBeReadToItsEndHasNoSummary() {
    IOException failure = new IOException("Input/output error");
    SegmentResult cut = found(1, failure);
    assertThatThrownBy(() -> summary(cut, found(20, null))).isSameAs(failure);
    assertThatThrownBy(() -> summary(found(1, null), cut)).isSameAs(failure);
  }

  @Test
  void theTypeIsTheOneWithMoreGoodFrames() throws IOException {
    assertThat(summary(found(1, null), found(20, null)).type()).contains(ChecksumType.CRC32C);
    assertThat(summary(found(20, null), found(0, null)).type()).contains(ChecksumType.CRC32);
    assertThat(summary(found(20, null), found(20, null)).type()).isEmpty();
  }
}
