// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.diagnosis.Cause.OtherWindow;
import io.chunksum.verify.diagnosis.Cause.Shifted;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The data of a window is elsewhere, and yet nothing was inserted or lost before it. */
class FalseShiftTest {

  private static BadChunk chunk(String type, int window, int length) {
    ChecksumType found = ChecksumAlgorithms.find(type).orElseThrow().type();
    return new BadChunk(found, window, length);
  }

  private static void flip(BadChunk chunk, int... places) {
    for (int place : places) {
      chunk.data[place] ^= 8;
    }
  }

  /** What was to be written to window 7 went to window 2. */
  @ParameterizedTest
  @CsvSource({"CRC32C, 512", "CRC32C, 4096", "CRC64NVME, 4096", "SHA256, 512"})
  void aWriteThatWentToAnotherWindowShiftsNothing(String type, int window) {
    BadChunk chunk = chunk(type, window, 40 * window);
    System.arraycopy(chunk.data, 7 * window, chunk.data, 2 * window, window);
    byte[] older = new byte[window];
    new Random(1).nextBytes(older);
    System.arraycopy(older, 0, chunk.data, 7 * window, window);
    assertThat(chunk.diagnose(2).cause()).isEqualTo(new OtherWindow(7));
    assertThat(chunk.diagnose(7)).hasToString("unknown");
  }

  @ParameterizedTest
  @ValueSource(strings = {"CRC32C", "CRC64NVME", "SHA256"})
  void dataThatOccursTwiceIsNotShiftedIfWhatLiesBetweenIsInPlace(String type) {
    BadChunk chunk = chunk(type, 512, 4096);
    System.arraycopy(chunk.data, 0, chunk.data, 2304, 512);
    chunk.storeAnew();
    flip(chunk, 100, 300, 2050, 2200, 2820, 3000);
    assertThat(chunk.diagnose(0)).hasToString("unknown");
  }

  /** Damage all over records that are all alike: copies of a window are where its data is not. */
  @ParameterizedTest
  @ValueSource(ints = {14, 40, 120})
  void damagedRecordsThatRepeatThemselvesAreNeverCertainlyShifted(int windows) {
    for (int seed = 1; seed <= 20; seed++) {
      BadChunk chunk = chunk("CRC64NVME", 512, windows * 512);
      for (int i = 1000; i < chunk.data.length; i++) {
        chunk.data[i] = chunk.data[i - 1000];
      }
      chunk.storeAnew();
      Random random = new Random(seed);
      for (int window = 2; window < windows - 1; window++) {
        flip(chunk, window * 512 + random.nextInt(512), window * 512 + random.nextInt(512));
      }
      Diagnostician diagnostician = chunk.diagnostician();
      List<Mismatch> mismatches = chunk.mismatches();
      // In a few windows, both flips are of the same bit.
      assertThat(mismatches).hasSizeBetween(windows - 3 - 3, windows - 3);
      for (Mismatch mismatch : mismatches) {
        Diagnosis diagnosis = diagnostician.diagnose(mismatch);
        assertThat(diagnosis.certain() && diagnosis.cause() instanceof Shifted)
            .as("seed %d, window %d: %s", seed, mismatch.window(), diagnosis)
            .isFalse();
      }
    }
  }

  /** The data is intact, and all later checksums are one place off. */
  @Test
  void checksumsThatHaveMovedSayNothingCertainOfTheData() {
    BadChunk chunk = chunk("CRC32C", 512, 40 * 512);
    byte[] packed = chunk.packed();
    System.arraycopy(packed, 11 * 4, packed, 10 * 4, packed.length - 11 * 4);
    chunk.sums = ChecksumData.of(chunk.sums.type(), 512, packed);
    for (int window = 10; window < 39; window++) {
      assertThat(chunk.diagnose(window).certain()).as("window %d", window).isFalse();
    }
  }

  /** No checksum confirms it: any other damage in front of what has moved looks the same. */
  @Test
  void theWindowWithTheBreakIsNotCertain() {
    BadChunk chunk = chunk("CRC32C", 512, 40 * 512);
    byte[] before = chunk.data.clone();
    System.arraycopy(before, 5000, chunk.data, 5003, before.length - 5003);
    assertThat(chunk.diagnose(9)).hasToString("probably: " + new Shifted(3));
    assertThat(chunk.diagnose(10)).hasToString("the data is shifted: it starts 3 bytes too late");
    flip(chunk, 4000, 4050, 4200, 4300);
    assertThat(chunk.diagnose(7)).hasToString("probably: " + new Shifted(3));
  }

  /**
   * Whatever is found there is found by chance, and up to each chance that is stated, no more often
   * than it says. The window after a good one may have a break, of which the windows after it tell.
   */
  @ParameterizedTest
  @CsvSource({"OPENPGP, 512, 200, 200", "ARC, 64, 20, 1000"})
  void otherDataIsTakenForShiftedNoMoreOftenThanItSays(
      AnyCrc crc, int window, int windows, int seeds) throws IOException {
    List<Double> stated = new ArrayList<>();
    for (int seed = 1; seed <= seeds; seed++) {
      Random random = new Random(seed);
      byte[] data = new byte[windows * window];
      random.nextBytes(data);
      ChecksumData sums = ChunkChecksum.of(crc.algorithm(), window).compute(ChunkBuffer.wrap(data));
      for (int at = 2 * window; at < data.length; at++) {
        data[at] = (byte) random.nextInt();
      }
      BadChunk.search(ShiftSearch::new, crc.algorithm(), sums, data).stream()
          .map(Finding::probability)
          .forEach(stated::add);
    }
    assertThat(stated).isNotEmpty();
    stated.sort(null);
    for (int i = 0; i < stated.size(); i++) {
      double often = (i + 1.0) / seeds;
      double chance = stated.get(i);
      assertThat(often)
          .as("share of chances up to %s", chance)
          .isLessThan(chance + 3 * Math.sqrt(chance / seeds));
    }
  }

  /** 23 bytes are lost, and a part of the data is also 192 bytes further on. */
  @Test
  void neighboursWhoseDataIsInTwoPlacesAreNoWitnesses() {
    BadChunk chunk = chunk("CRC32C", 16, 656);
    System.arraycopy(chunk.data, 299, chunk.data, 491, 90);
    chunk.storeAnew();
    System.arraycopy(chunk.data.clone(), 322, chunk.data, 299, 334);
    for (int window = 18; window <= 20; window++) {
      Diagnosis diagnosis = chunk.diagnose(window);
      assertThat(diagnosis.certain()).as("window %d: %s", window, diagnosis).isFalse();
    }
    assertThat(chunk.diagnose(24)).hasToString("the data is shifted: it starts 23 bytes too early");
  }
}
