// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.diagnosis.Cause.BitFlip;
import io.chunksum.verify.diagnosis.Cause.Unknown;
import io.chunksum.verify.diagnosis.Cause.ZeroFilled;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZeroSearchTest {

  /** Windows of 4096 bytes, a trailing one of 1000, and sectors at multiples of 512. */
  private final BadChunk chunk = new BadChunk(ChecksumType.SHA256, 4096, 9192);

  @ParameterizedTest
  @CsvSource({
    "4096, 512",
    "4608, 512",
    "7680, 512",
    "4096, 4096",
    "0, 512",
    "0, 4096",
    "3584, 512",
    "8192, 1000",
    "8704, 488"
  })
  void regionsOfSectorsAreFound(int offset, int length) {
    Arrays.fill(chunk.data, offset, offset + length, (byte) 0);
    if (length < 512) { // Less than a sector, but the rest of the data.
      assertThat(chunk.diagnose().cause()).isEqualTo(new Unknown());
    } else {
      assertThat(chunk.diagnose().cause()).isEqualTo(new ZeroFilled(offset, length));
    }
  }

  @Test
  void zerosBesideTheRegionThatFillNoSectorDoNotCount() {
    Arrays.fill(chunk.data, 4096 + 500, 4096 + 1600, (byte) 0);
    assertThat(chunk.diagnose().cause()).isEqualTo(new ZeroFilled(4096 + 512, 1024));
  }

  /** Wherever the windows that are at hand begin. */
  @Test
  void sectorsAreThoseOfTheWhole() {
    BadChunk odd = new BadChunk(ChecksumType.CRC32C, 1000, 10_000);
    Arrays.fill(odd.data, 3072, 3584, (byte) 0);
    assertThat(odd.diagnose().cause()).isEqualTo(new ZeroFilled(3072, 512));
    ChunkBuffer run = ChunkBuffer.wrap(odd.data, 1000, 6000);
    Mismatch mismatch =
        ChunkChecksum.like(odd.sums).verifyWindows(run, odd.sums, 1, 6).mismatches().get(0);
    assertThat(Diagnostician.ofWindows(run, odd.sums, 1).diagnose(mismatch).cause())
        .isEqualTo(new ZeroFilled(3072, 512));
    DataReader rest =
        (offset, target, at, length) ->
            System.arraycopy(odd.data, 3000 + (int) offset, target, at, length);
    Diagnostician ofRest =
        new Diagnostician(odd.sums.range(3, 7), 0, 7000, rest).within(3, 3000, 0);
    assertThat(ofRest.diagnose(mismatch).cause()).isEqualTo(new ZeroFilled(3072, 512));
  }

  @Test
  void theLongestRegionIsReported() {
    Arrays.fill(chunk.data, 4096, 4096 + 512, (byte) 0);
    Arrays.fill(chunk.data, 6144, 6144 + 1024, (byte) 0);
    assertThat(chunk.diagnose().cause()).isEqualTo(new ZeroFilled(6144, 1024));
  }

  @Test
  void aWindowThatIsAllZeroIsProbableBecauseItWasNotSoBefore() {
    Arrays.fill(chunk.data, 0, 4096, (byte) 0);
    Diagnosis diagnosis = chunk.diagnose();
    assertThat(diagnosis.probability()).as("none of 9 others").isEqualTo(0.01 * (1.0 / 11));
    assertThat(diagnosis).hasToString("probably: 4096 bytes starting at byte 0 are zero");
  }

  /** 17 sectors and a part of one, of which 2 are lost: none of the 15 others is zero. */
  @Test
  void aPartOfAWindowIsAsLikelyAsTheSectorsNearbySay() {
    Arrays.fill(chunk.data, 512, 1536, (byte) 0);
    Diagnosis diagnosis = chunk.diagnose();
    assertThat(diagnosis.probability()).isEqualTo(1.0 / 17, within(1e-12));
    assertThat(diagnosis.certain()).isFalse();
    assertThat(diagnosis).hasToString("possibly: 1024 bytes starting at byte 512 are zero");
  }

  @Test
  void aRegionThatContinuesInTheNextWindowsIsNoSignThatZerosAreUsual() {
    BadChunk large = new BadChunk(ChecksumType.CRC32C, 4096, 128 * 1024);
    Arrays.fill(large.data, 16_384 + 2048, 65_536, (byte) 0);
    Diagnosis first = large.diagnose();
    assertThat(first.cause()).isEqualTo(new ZeroFilled(16_384 + 2048, 2048));
    // Of the 168 sectors within reach, 92 are of the region.
    assertThat(first.probability()).isEqualTo(1.0 / (168 - 92 + 2), within(1e-12));
  }

  @Test
  void aRegionThatBeganInTheWindowsBeforeIsNoSignThatZerosAreUsual() {
    BadChunk large = new BadChunk(ChecksumType.CRC32C, 4096, 128 * 1024);
    Arrays.fill(large.data, 16_384 + 2048, 65_536 + 1024, (byte) 0);
    Diagnosis last = large.diagnose(16);
    assertThat(last.cause()).isEqualTo(new ZeroFilled(65_536, 1024));
    // Of the 256 sectors within reach, 94 are of the region.
    assertThat(last.probability()).isEqualTo(1.0 / (256 - 94 + 2), within(1e-12));
  }

  @Test
  void windowsNeedNotBeginWhereSectorsDo() {
    BadChunk odd = new BadChunk(ChecksumType.CRC32C, 1000, 10_000);
    Arrays.fill(odd.data, 3000, 4000, (byte) 0);
    assertThat(odd.diagnose().cause()).isEqualTo(new ZeroFilled(3000, 1000));
    Arrays.fill(odd.data, 7000, 8000 - 320, (byte) 0);
    assertThat(odd.diagnose(7).cause()).isEqualTo(new ZeroFilled(7000, 680));
  }

  /** Far from the start, where not all bytes before the window are looked at. */
  @Test
  void sectorsAreThoseOfTheFile() {
    BadChunk odd = new BadChunk(ChecksumType.CRC32C, 1000, 300_000);
    Arrays.fill(odd.data, 391 * 512, 392 * 512, (byte) 0);
    assertThat(odd.diagnose(200).cause()).isEqualTo(new ZeroFilled(391 * 512, 512));
  }

  /** The one sector of 131,072 that is zero has always been so; a bit elsewhere is flipped. */
  @Test
  void aPartOfAWindowIsNeverCertainHoweverRareZerosAre() {
    int window = Diagnostician.MAX_WINDOW_BYTES;
    BadChunk large = new BadChunk(ChecksumType.CRC32C, window, window);
    Arrays.fill(large.data, 512, 1024, (byte) 0);
    large.storeAnew();
    large.data[40_000_000] ^= 1;
    Diagnosis diagnosis = large.diagnose();
    assertThat(diagnosis.cause()).isEqualTo(new ZeroFilled(512, 512));
    assertThat(diagnosis.probability()).isEqualTo(1e-4);
    assertThat(diagnosis.alternatives())
        .extracting(Finding::cause)
        .containsExactly(new BitFlip(40_000_000, 0));
    assertThat(diagnosis.certain()).isFalse();
  }

  @Test
  void whereZerosAreUsualTheyExplainNothing() {
    for (int at = 0; at < chunk.data.length - 512; at += 1024) {
      Arrays.fill(chunk.data, at, at + 512, (byte) 0);
    }
    chunk.storeAnew();
    Arrays.fill(chunk.data, 700, 900, (byte) 'x');
    Diagnosis diagnosis = chunk.diagnose();
    assertThat(diagnosis.cause()).isEqualTo(new Unknown());
    assertThat(diagnosis.alternatives())
        .extracting(Finding::cause)
        .containsExactly(new ZeroFilled(0, 512));
    assertThat(diagnosis.toString()).startsWith("unknown; or: 512 bytes");
  }
}
