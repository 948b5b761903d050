// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.CrcAlgorithm;
import io.chunksum.algorithm.CrcModel;

/** CRCs of several widths, reflected and not, as the catalogue of parametrised CRCs lists them. */
@SuppressWarnings("ImmutableEnumChecker") // Model and algorithm are.
enum AnyCrc {
  SMBUS(new CrcModel(8, 0x07, 0, false, 0, 0xF4)),
  ARC(new CrcModel(16, 0x8005, 0, true, 0, 0xBB3D)),
  XMODEM(new CrcModel(16, 0x1021, 0, false, 0, 0x31C3)),
  OPENPGP(new CrcModel(24, 0x864CFB, 0xB704CE, false, 0, 0x21CF02)),
  JAMCRC(new CrcModel(32, 0x04C11DB7, 0xFFFFFFFFL, true, 0, 0x340BC6D9)),
  BZIP2(new CrcModel(32, 0x04C11DB7, 0xFFFFFFFFL, false, 0xFFFFFFFFL, 0xFC891918L)),
  GSM(new CrcModel(40, 0x0004820009L, 0, false, 0xFFFFFFFFFFL, 0xD4164FC646L)),
  ECMA(new CrcModel(64, 0x42F0E1EBA9EA3693L, 0, false, 0, 0x6C40DF5F0B497347L)),
  XZ(new CrcModel(64, 0x42F0E1EBA9EA3693L, -1, true, -1, 0x995DC9BBDF1939FAL));

  private final CrcModel model;
  private final ChecksumAlgorithm algorithm;

  AnyCrc(CrcModel model) {
    this.model = model;
    this.algorithm = new CrcAlgorithm(name(), model);
  }

  /** Not one of the values: under its generator x^64 + x^4 + x^3 + x + 1, errors look alike. */
  static CrcAlgorithm goIso() {
    return new CrcAlgorithm("GO-ISO", new CrcModel(64, 0x1B, -1, true, -1, 0xB90956C775A41001L));
  }

  CrcModel model() {
    return model;
  }

  ChecksumAlgorithm algorithm() {
    return algorithm;
  }

  byte[] sum(byte[] data, int offset, int length) {
    return Evidence.checksum(algorithm, data, offset, length);
  }

  /** Which bit of its byte is the one that is taken so many bits after the first of the data. */
  int bit(int taken) {
    return model.reflected() ? taken % 8 : 7 - taken % 8;
  }

  void flip(byte[] data, int taken) {
    data[taken / 8] ^= (byte) (1 << bit(taken));
  }
}
