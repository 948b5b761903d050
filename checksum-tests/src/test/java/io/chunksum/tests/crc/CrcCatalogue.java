// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.crc;

import io.chunksum.algorithm.CrcAlgorithm;
import io.chunksum.algorithm.CrcModel;
import java.util.List;
import java.util.Locale;

/**
 * CRCs of the catalogue of parametrised CRC algorithms (reveng.sourceforge.io/crc-catalogue), of
 * many widths, reflected and not, and a way to compute them that shares nothing with ours.
 */
@SuppressWarnings("ImmutableEnumChecker") // A model is a record of numbers.
public enum CrcCatalogue {
  CRC_3_GSM(3, 0x3, 0x0, false, 0x7, 0x4),
  CRC_3_ROHC(3, 0x3, 0x7, true, 0x0, 0x6),
  CRC_4_INTERLAKEN(4, 0x3, 0xF, false, 0xF, 0xB),
  CRC_5_EPC_C1G2(5, 0x09, 0x09, false, 0x00, 0x00),
  CRC_5_USB(5, 0x05, 0x1F, true, 0x1F, 0x19),
  CRC_6_DARC(6, 0x19, 0x00, true, 0x00, 0x26),
  CRC_7_MMC(7, 0x09, 0x00, false, 0x00, 0x75),
  CRC_7_ROHC(7, 0x4F, 0x7F, true, 0x00, 0x53),
  CRC_8_SMBUS(8, 0x07, 0x00, false, 0x00, 0xF4),
  CRC_8_MAXIM_DOW(8, 0x31, 0x00, true, 0x00, 0xA1),
  CRC_8_I_432_1(8, 0x07, 0x00, false, 0x55, 0xA1),
  CRC_8_ROHC(8, 0x07, 0xFF, true, 0x00, 0xD0),
  CRC_10_ATM(10, 0x233, 0x000, false, 0x000, 0x199),
  CRC_11_FLEXRAY(11, 0x385, 0x01A, false, 0x000, 0x5A3),
  CRC_12_DECT(12, 0x80F, 0x000, false, 0x000, 0xF5B),
  CRC_14_DARC(14, 0x0805, 0x0000, true, 0x0000, 0x082D),
  CRC_15_CAN(15, 0x4599, 0x0000, false, 0x0000, 0x059E),
  CRC_16_ARC(16, 0x8005, 0x0000, true, 0x0000, 0xBB3D),
  CRC_16_IBM_3740(16, 0x1021, 0xFFFF, false, 0x0000, 0x29B1),
  CRC_16_IBM_SDLC(16, 0x1021, 0xFFFF, true, 0xFFFF, 0x906E),
  CRC_16_KERMIT(16, 0x1021, 0x0000, true, 0x0000, 0x2189),
  CRC_16_XMODEM(16, 0x1021, 0x0000, false, 0x0000, 0x31C3),
  CRC_24_BLE(24, 0x00065B, 0x555555, true, 0x000000, 0xC25A56),
  CRC_24_OPENPGP(24, 0x864CFB, 0xB704CE, false, 0x000000, 0x21CF02),
  CRC_31_PHILIPS(31, 0x04C11DB7, 0x7FFFFFFF, false, 0x7FFFFFFF, 0x0CE9E46C),
  CRC_32_BZIP2(32, 0x04C11DB7, 0xFFFFFFFFL, false, 0xFFFFFFFFL, 0xFC891918L),
  CRC_32_CKSUM(32, 0x04C11DB7, 0x00000000, false, 0xFFFFFFFFL, 0x765E7680),
  CRC_32_ISCSI(32, 0x1EDC6F41, 0xFFFFFFFFL, true, 0xFFFFFFFFL, 0xE3069283L),
  CRC_32_ISO_HDLC(32, 0x04C11DB7, 0xFFFFFFFFL, true, 0xFFFFFFFFL, 0xCBF43926L),
  CRC_32_JAMCRC(32, 0x04C11DB7, 0xFFFFFFFFL, true, 0x00000000, 0x340BC6D9),
  CRC_40_GSM(40, 0x0004820009L, 0, false, 0xFFFFFFFFFFL, 0xD4164FC646L),
  CRC_64_ECMA_182(64, 0x42F0E1EBA9EA3693L, 0, false, 0, 0x6C40DF5F0B497347L),
  CRC_64_GO_ISO(64, 0x1B, -1, true, -1, 0xB90956C775A41001L),
  CRC_64_MS(64, 0x259C84CBA6426349L, -1, true, 0, 0x75D4B74F024ECEEAL),
  CRC_64_NVME(64, 0xAD93D23594C93659L, -1, true, -1, 0xAE8B14860A799888L),
  CRC_64_REDIS(64, 0xAD93D23594C935A9L, 0, true, 0, 0xE9C6D914C4B8D9CAL),
  CRC_64_WE(64, 0x42F0E1EBA9EA3693L, -1, false, -1, 0x62EC59E3F1A4F00AL),
  CRC_64_XZ(64, 0x42F0E1EBA9EA3693L, -1, true, -1, 0x995DC9BBDF1939FAL);

  private final CrcModel model;

  CrcCatalogue(
      int width, long polynomial, long initial, boolean reflected, long finalXor, long check) {
    this.model = new CrcModel(width, polynomial, initial, reflected, finalXor, check);
  }

  CrcModel model() {
    return model;
  }

  CrcAlgorithm algorithm() {
    return new CrcAlgorithm(name().toLowerCase(Locale.ROOT).replace('_', '-'), model);
  }

  /** The CRC by a shift register of bits, as a circuit would have it. */
  public long reference(byte[] content, int from, int to) {
    boolean[] register = bits(model.initial());
    boolean[] taps = bits(model.polynomial());
    int width = model.width();
    for (int i = from * Byte.SIZE; i < to * Byte.SIZE; i++) {
      int bit = model.reflected() ? i % Byte.SIZE : Byte.SIZE - 1 - i % Byte.SIZE;
      boolean out = register[width - 1] ^ (content[i / Byte.SIZE] >> bit & 1) != 0;
      for (int k = width - 1; k >= 0; k--) {
        register[k] = (k > 0 && register[k - 1]) ^ (out && taps[k]);
      }
    }
    long crc = 0;
    for (int k = 0; k < width; k++) {
      int to64 = model.reflected() ? width - 1 - k : k;
      crc |= register[k] ? 1L << to64 : 0;
    }
    return crc ^ model.finalXor();
  }

  private boolean[] bits(long value) {
    boolean[] bits = new boolean[model.width()];
    for (int k = 0; k < bits.length; k++) {
      bits[k] = (value >> k & 1) != 0;
    }
    return bits;
  }

  static List<CrcCatalogue> few() {
    return List.of(
        CRC_3_GSM,
        CRC_5_USB,
        CRC_8_ROHC,
        CRC_12_DECT,
        CRC_24_OPENPGP,
        CRC_32_BZIP2,
        CRC_40_GSM,
        CRC_64_NVME,
        CRC_64_WE);
  }
}
