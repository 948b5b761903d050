// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class Md5Md5CrcBuilderTest {

  private static final ChecksumData ONE =
      ChecksumData.of(ChecksumType.CRC32C, 512, new byte[] {1, 2, 3, 4});

  /** Chunks of that length have more CRCs than a test has time for, so it is only claimed. */
  @Test
  void lengthsBeyond63BitsAreRefusedAndLeaveWhatWasAdded() {
    List<Supplier<Md5Md5CrcBuilder>> builders =
        List.of(Md5Md5CrcBuilder::hdfs, Md5Md5CrcBuilder::ozone);
    for (Supplier<Md5Md5CrcBuilder> each : builders) {
      Md5Md5CrcBuilder small = each.get();
      small.add(ONE, 512);
      small.endBlock();
      Md5Md5CrcBuilder large = each.get();
      large.addChunk(ONE, Long.MAX_VALUE - 511);
      assertThatThrownBy(() -> large.add(ONE, 512)).isInstanceOf(ArithmeticException.class);
      large.endBlock();
      assertThat(large.build()).isEqualTo(small.build());
    }
  }
}
