// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.zip.Adler32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlicedAdler32Test {

  private static final int SLICE_BYTES = 64 << 10;

  private final StreamingChecksum checksum =
      ChecksumAlgorithms.of(ChecksumType.ADLER32).newChecksum();
  private final byte[] result = new byte[4];

  @ParameterizedTest
  @ValueSource(
      ints = {
        0,
        1,
        SLICE_BYTES - 1,
        SLICE_BYTES,
        SLICE_BYTES + 1,
        2 * SLICE_BYTES - 1,
        2 * SLICE_BYTES,
        2 * SLICE_BYTES + 1,
        1 << 20
      })
  void slicesOfAnyMemoryGiveWhatTheJdkGivesForTheWhole(int length) {
    byte[] bytes = new byte[3 + length + 2];
    new Random(length).nextBytes(bytes);
    Adler32 whole = new Adler32();
    whole.update(bytes, 3, length);
    int expected = (int) whole.getValue();

    checksum.update(bytes, 3, length);
    assertThat(finished()).isEqualTo(expected);

    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes).position(3);
    ByteBuffer view = direct.limit(3 + length);
    assertThat(checksum.updateInPlace(view)).isTrue();
    assertThat(view.limit()).isEqualTo(3 + length);
    assertThat(checksum.peek(result, 0)).isTrue();
    assertThat(ByteBuffer.wrap(result).getInt()).isEqualTo(expected);
    assertThat(finished()).isEqualTo(expected);
    assertThat(finished()).as("after finish").isEqualTo(1);
  }

  @Test
  void readOnlyHeapMemoryIsRefusedUntouched() {
    ByteBuffer view = ByteBuffer.allocate(200_000).asReadOnlyBuffer().position(7).limit(150_000);
    assertThat(checksum.updateInPlace(view)).isFalse();
    assertThat(view.position()).isEqualTo(7);
    assertThat(view.limit()).isEqualTo(150_000);
    assertThat(finished()).as("of no bytes").isEqualTo(1);
  }

  /** What {@link SlicedAdler32} says of speed: the class for CRCs has no third kind. */
  @Test
  void theJdksOtherChecksumsDoNotShareItsClass() {
    assertThat(checksum).isNotInstanceOf(ZipChecksum.class);
  }

  private int finished() {
    checksum.finish(result, 0);
    return ByteBuffer.wrap(result).getInt();
  }
}
