// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.crc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.Adler32Combiner;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.StreamingChecksumContract;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Adler32Test extends StreamingChecksumContract {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);

  @Override
  protected ChecksumAlgorithm algorithm() {
    return ChecksumAlgorithms.of(ChecksumType.ADLER32);
  }

  @Override
  protected byte[] reference(byte[] content) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(adler(content, 0, content.length)).array();
  }

  /** The definition of RFC 1950, byte by byte. */
  private static int adler(byte[] content, int from, int to) {
    int low = 1;
    int high = 0;
    for (int i = from; i < to; i++) {
      low = (low + Byte.toUnsignedInt(content[i])) % 65521;
      high = (high + low) % 65521;
    }
    return high << 16 | low;
  }

  /** Lengths around those of the slices that long updates are cut into. */
  @ParameterizedTest
  @ValueSource(ints = {65535, 65536, 65537, 131_072, 131_073, 200_001})
  void longUpdatesGiveTheSame(int length) {
    byte[] content = TestBytes.random(20_52, length);
    StreamingChecksum checksum = algorithm().newChecksum();
    byte[] result = new byte[Integer.BYTES];
    checksum.update(content, 0, length);
    checksum.finish(result, 0);
    assertThat(result).isEqualTo(reference(content));
    ByteBuffer direct = BufferKind.DIRECT_POSITION.of(content);
    int end = direct.limit();
    assertThat(checksum.updateInPlace(direct)).isTrue();
    checksum.finish(result, 0);
    assertThat(result).isEqualTo(reference(content));
    assertThat(direct.limit()).isEqualTo(end);
  }

  @Test
  void everySplitCombinesToTheChecksumOfTheWhole() {
    byte[] content = new byte[300];
    Arrays.fill(content, (byte) 0xFF);
    System.arraycopy(TestBytes.random(20_53, 150), 0, content, 0, 150);
    for (int length = 0; length <= content.length; length++) {
      int whole = adler(content, 0, length);
      for (int split = 0; split <= length; split++) {
        int a = adler(content, 0, split);
        int b = adler(content, split, length);
        assertThat(Adler32Combiner.combine(a, b, length - split)).isEqualTo(whole);
      }
    }
  }

  @Test
  void combiningIsAssociativeAndHasAnIdentity() {
    Random random = new Random(SEED);
    for (int i = 0; i < 1000; i++) {
      int a = value(random);
      int b = value(random);
      int c = value(random);
      long lengthB = random.nextLong() >>> 2;
      long lengthC = random.nextLong() >>> 2;
      int left = Adler32Combiner.combine(Adler32Combiner.combine(a, b, lengthB), c, lengthC);
      int right =
          Adler32Combiner.combine(a, Adler32Combiner.combine(b, c, lengthC), lengthB + lengthC);
      assertThat(left).as("seed %d", SEED).isEqualTo(right);
      assertThat(Adler32Combiner.combine(a, 1, 0)).isEqualTo(a);
      assertThat(Adler32Combiner.combine(1, a, lengthB)).isEqualTo(a);
    }
    assertThatThrownBy(() -> Adler32Combiner.combine(1, 1, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static int value(Random random) {
    return random.nextInt(65521) << 16 | random.nextInt(65521);
  }
}
