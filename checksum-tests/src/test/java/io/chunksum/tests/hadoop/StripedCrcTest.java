// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.hadoop;

import static io.chunksum.tests.hadoop.FileChecksumTest.crc;
import static io.chunksum.tests.hadoop.FileChecksumTest.sums;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.format.hadoop.StripedCrc;
import io.chunksum.tests.TestBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** CRCs of stripes from chunks that do not begin or end with them. */
class StripedCrcTest {

  private static final ChecksumAlgorithm CRC32C = ChecksumAlgorithms.of(ChecksumType.CRC32C);

  @Test
  void aStripeIsGivenOnceWhateverItsConsumerThrows() {
    byte[] data = TestBytes.random(4, 20);
    List<CrcValue> stripes = new ArrayList<>();
    StripedCrc striped =
        new StripedCrc(
            CRC32C,
            10,
            stripe -> {
              stripes.add(stripe);
              if (stripes.size() == 1) {
                throw new IllegalStateException("full");
              }
            });
    assertThatIllegalStateException().isThrownBy(() -> striped.add(crc(data, 0, 10)));
    striped.add(crc(data, 10, 20));
    assertThat(stripes).containsExactly(crc(data, 0, 10), crc(data, 10, 20));
  }

  @Test
  void aCrcDoesNotGoBeyondTheEndOfItsStripe() {
    byte[] data = TestBytes.random(5, 21);
    List<CrcValue> stripes = new ArrayList<>();
    StripedCrc striped = new StripedCrc(CRC32C, 10, stripes::add);
    striped.add(crc(data, 0, 4));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> striped.add(crc(data, 4, 11)))
        .withMessage("7 bytes go beyond the end of a stripe, which has 4 of 10");
    striped.add(crc(data, 4, 10));
    assertThatIllegalArgumentException().isThrownBy(() -> striped.add(crc(data, 10, 21)));
    striped.add(crc(data, 10, 20));
    assertThat(stripes).containsExactly(crc(data, 0, 10), crc(data, 10, 20));
  }

  /** Nobody else tells that stripes of the rest of the chunk are missing. */
  @Test
  void nothingIsTakenAfterAChunkThatWasTakenInPart() {
    byte[] data = TestBytes.random(6, 40);
    List<CrcValue> stripes = new ArrayList<>();
    StripedCrc striped =
        new StripedCrc(
            CRC32C,
            10,
            stripe -> {
              stripes.add(stripe);
              if (stripes.size() == 2) {
                throw new IllegalStateException("full");
              }
            });
    ChecksumData sums = ChunkChecksum.of(CRC32C, 5).compute(ChunkBuffer.wrap(data));
    assertThatIllegalStateException()
        .isThrownBy(() -> striped.add(sums, data.length))
        .withMessage("full");
    List<Runnable> refused =
        List.of(
            () -> striped.add(sums, data.length),
            () -> striped.add(sums, data.length + 1), // It is not the length that is wrong.
            () -> striped.add(crc(data, 20, 30)),
            striped::finish);
    for (Runnable call : refused) {
      assertThatIllegalStateException()
          .isThrownBy(call::run)
          .withMessage("a chunk was added in part: the stripes after that are lost");
    }
    assertThat(stripes).containsExactly(crc(data, 0, 10), crc(data, 10, 20));
  }

  /** As a flush leaves them, each with windows of its own. */
  @Test
  void stripesMayHaveShortChunks() {
    byte[] data = TestBytes.random(3, 3000);
    List<CrcValue> stripes = new ArrayList<>();
    StripedCrc striped = new StripedCrc(CRC32C, 1000, stripes::add);
    int at = 0;
    for (int length : new int[] {300, 0, 700, 999, 1, 600}) {
      ChecksumData sums =
          ChunkChecksum.of(CRC32C, 256)
              .compute(ChunkBuffer.wrap(Arrays.copyOfRange(data, at, at + length)));
      striped.add(sums, length);
      at += length;
    }
    assertThat(stripes).hasSize(2);
    striped.finish();
    striped.finish();
    assertThat(stripes)
        .containsExactly(crc(data, 0, 1000), crc(data, 1000, 2000), crc(data, 2000, 2600));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> striped.add(sums(ChecksumType.CRC32, 10, 10), 10));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> striped.add(sums(ChecksumType.CRC32C, 10, 10), 11));
    assertThatIllegalArgumentException().isThrownBy(() -> new StripedCrc(CRC32C, 0, stripes::add));
  }

  /** Whatever the lengths of stripes, windows and chunk, and of what is there before. */
  @Test
  void aChunkIsTakenAsAWholeOrNotAtAll() {
    for (int stripe = 1; stripe <= 9; stripe++) {
      for (int window = 1; window <= 5; window++) {
        for (int open = 0; open < stripe; open++) {
          for (int length = 0; length <= 30; length++) {
            takesAChunkOrNothing(stripe, window, open, length);
          }
        }
      }
    }
  }

  private static void takesAChunkOrNothing(int stripe, int window, int open, int length) {
    byte[] data = TestBytes.random(5, open + length);
    List<CrcValue> stripes = new ArrayList<>();
    StripedCrc striped = new StripedCrc(CRC32C, stripe, stripes::add);
    if (open > 0) {
      striped.add(crc(data, 0, open));
    }
    byte[] chunk = Arrays.copyOfRange(data, open, open + length);
    ChecksumData sums = ChunkChecksum.of(CRC32C, window).compute(ChunkBuffer.wrap(chunk));
    boolean fits = isCutByNoStripe(stripe, window, open, length);
    if (fits) {
      striped.add(sums, length);
    } else {
      assertThatIllegalArgumentException().isThrownBy(() -> striped.add(sums, length));
    }
    striped.finish();
    assertThat(stripes)
        .as("%d before %d bytes, windows of %d in stripes of %d", open, length, window, stripe)
        .isEqualTo(stripes(data, fits ? open + length : open, stripe));
  }

  private static boolean isCutByNoStripe(int stripe, int window, int open, int length) {
    for (int at = 0; at < length; at += window) {
      int last = Math.min(at + window, length) - 1;
      if ((open + at) / stripe != (open + last) / stripe) {
        return false;
      }
    }
    return true;
  }

  private static List<CrcValue> stripes(byte[] data, int end, int stripe) {
    List<CrcValue> stripes = new ArrayList<>();
    for (int at = 0; at < end; at += stripe) {
      stripes.add(crc(data, at, Math.min(at + stripe, end)));
    }
    return stripes;
  }
}
