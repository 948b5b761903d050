// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChecksumConsumerTest {

  @Test
  void windowsThatWereCompletedTogetherAreTakenOneByOne() {
    List<String> taken = new ArrayList<>();
    ChecksumConsumer consumer =
        (window, length, checksum, offset) ->
            taken.add(
                window + ": " + length + " bytes, " + checksum[offset] + checksum[offset + 1]);
    byte[] reused = {1, 2, 3, 4, 5, 6, 7, 8};
    consumer.acceptAll(1L << 40, 512, 3, reused, 2);
    assertThat(taken)
        .containsExactly(
            "1099511627776: 512 bytes, 12",
            "1099511627777: 512 bytes, 34",
            "1099511627778: 512 bytes, 56");
  }
}
