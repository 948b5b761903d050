// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithm;
import java.util.ArrayList;
import java.util.List;

/**
 * The CRCs of all runs of one length in an array, each computed from the one before it.
 *
 * <p>Moving on by a byte means adding the byte that comes in, as in any CRC, and subtracting the
 * one that goes out, which by then has been multiplied by x^(8·length). CRCs add constants at the
 * start and end, which depend only on the length; they are in the table of the bytes that go out.
 */
final class RollingCrc {

  private final ChecksumAlgorithm algorithm;
  private final CrcArithmetic crc;
  private final int length;
  private final long[] in = new long[1 << Byte.SIZE];
  private final long[] out = new long[1 << Byte.SIZE];

  RollingCrc(ChecksumAlgorithm algorithm, CrcArithmetic crc, int length) {
    this.algorithm = algorithm;
    this.crc = crc;
    this.length = length;
    for (int i = 0; i < in.length; i++) {
      in[i] = crc.timesX8(i);
    }
    byte[] zeros = new byte[length];
    long constant = crcOf(zeros, 0);
    long change = advance(constant, 0) ^ constant;
    for (int i = 0; i < out.length; i++) {
      out[i] = crc.shift(in[i], length) ^ change;
    }
  }

  private long advance(long remainder, int taken) {
    return (remainder >>> Byte.SIZE) ^ in[((int) remainder ^ taken) & 0xFF];
  }

  private long crcOf(byte[] bytes, int offset) {
    return crc.polynomial(Evidence.checksum(algorithm, bytes, offset, length));
  }

  /**
   * Finds the runs with a given checksum, and returns the indices at which they begin, in ascending
   * order, at most {@code limit}. The array holds at least one run.
   */
  List<Integer> runs(byte[] bytes, byte[] wanted, int limit) {
    List<Integer> runs = new ArrayList<>();
    long polynomial = crc.polynomial(wanted);
    long remainder = crcOf(bytes, 0);
    int last = bytes.length - length;
    for (int at = 0; runs.size() < limit; at++) {
      if (remainder == polynomial) {
        runs.add(at);
      }
      if (at == last) {
        break;
      }
      long next = advance(remainder, crc.taken(bytes[at + length]));
      remainder = next ^ out[crc.taken(bytes[at])];
    }
    return runs;
  }
}
