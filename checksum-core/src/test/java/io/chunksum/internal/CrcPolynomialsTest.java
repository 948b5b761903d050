// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CrcPolynomialsTest {

  private static final CrcPolynomials CRC32 = new CrcPolynomials(32, 0x04C11DB7, true);
  private static final CrcPolynomials CRC12 = new CrcPolynomials(12, 0x80F, false);
  private static final CrcPolynomials CRC64 = new CrcPolynomials(64, 0x42F0E1EBA9EA3693L, false);

  @Test
  void polynomialsBeginWithTheCoefficientOfOne() {
    assertThat(CRC32.one()).isEqualTo(0x80000000L);
    assertThat(CRC32.generator()).isEqualTo(0xEDB88320L);
    assertThat(CRC12.one()).isEqualTo(0x800);
    assertThat(CRC12.generator()).isEqualTo(0xF01);
    assertThat(CRC64.one()).isEqualTo(Long.MIN_VALUE);
    assertThat(CRC64.generator()).isEqualTo(Long.reverse(0x42F0E1EBA9EA3693L));
  }

  @Test
  void onlyCrcsThatAreNotReflectedAreTurned() {
    assertThat(CRC32.turned(0x12345678)).isEqualTo(0x12345678);
    assertThat(CRC12.turned(0x80F)).isEqualTo(0xF01);
    assertThat(CRC64.turned(1)).isEqualTo(Long.MIN_VALUE);
  }

  /**
   * What is carried out at the low end, where the highest power is, comes back as its remainder.
   */
  @Test
  void theHighestPowerIsReduced() {
    assertThat(CRC12.timesX(0x800)).isEqualTo(0x400);
    assertThat(CRC12.timesX(1)).isEqualTo(0xF01);
    assertThat(CRC12.timesX(3)).isEqualTo(0xF00);
  }

  @Test
  void shiftingByBytesIsMultiplyingByXEightTimesForEach() {
    for (CrcPolynomials crc : List.of(CRC32, CRC12, CRC64)) {
      long bitByBit = crc.generator();
      long byteByByte = crc.generator();
      for (int bytes = 0; bytes < 300; bytes++) {
        assertThat(crc.shift(crc.generator(), bytes)).as("%d bytes", bytes).isEqualTo(bitByBit);
        assertThat(byteByByte).isEqualTo(bitByBit);
        for (int bit = 0; bit < 8; bit++) {
          bitByBit = crc.timesX(bitByBit);
        }
        byteByByte = crc.timesX8(byteByByte);
      }
    }
  }
}
