// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.internal.BigEndian;
import java.util.ArrayList;
import java.util.List;

/**
 * The CRCs of all runs of one length in an array, each computed from the one before it.
 *
 * <p>To move on by a byte is to add the byte that comes in, as in any CRC, and to subtract the one
 * that goes out, which by then has been multiplied by x^(8·length). CRC-32 and CRC-32C add
 * constants at start and end, which depend on the length alone; they are in the table of the bytes
 * that go out.
 */
final class RollingCrc {

  private final ChecksumAlgorithm algorithm;
  private final int length;
  private final int[] in = new int[1 << Byte.SIZE];
  private final int[] out = new int[1 << Byte.SIZE];

  RollingCrc(ChecksumAlgorithm algorithm, CrcCombiner crc, int length) {
    this.algorithm = algorithm;
    this.length = length;
    for (int i = 0; i < in.length; i++) {
      in[i] = remainder(i, ReflectedCrc32.polynomial(crc));
    }
    byte[] zeros = new byte[length];
    int constant = crcOf(zeros, 0);
    int change = advance(constant, 0) ^ constant;
    for (int i = 0; i < out.length; i++) {
      out[i] = crc.combine(in[i], 0, length) ^ change;
    }
  }

  /** A byte, followed by 32 zero bits, modulo the generator. */
  private static int remainder(int value, int polynomial) {
    int remainder = value;
    for (int bit = 0; bit < Byte.SIZE; bit++) {
      remainder = (remainder >>> 1) ^ (polynomial & -(remainder & 1));
    }
    return remainder;
  }

  private int advance(int crc, int next) {
    return (crc >>> Byte.SIZE) ^ in[(crc ^ next) & 0xFF];
  }

  private int crcOf(byte[] bytes, int offset) {
    StreamingChecksum checksum = algorithm.newChecksum();
    checksum.update(bytes, offset, length);
    byte[] sum = new byte[Integer.BYTES];
    checksum.finish(sum, 0);
    return BigEndian.getInt(sum, 0);
  }

  /**
   * Finds the runs with a certain CRC, and gives the indices at which they begin, in ascending
   * order; no more than {@code limit}. The array holds at least one run.
   */
  List<Integer> runs(byte[] bytes, int wanted, int limit) {
    List<Integer> runs = new ArrayList<>();
    int crc = crcOf(bytes, 0);
    int last = bytes.length - length;
    for (int at = 0; runs.size() < limit; at++) {
      if (crc == wanted) {
        runs.add(at);
      }
      if (at == last) {
        break;
      }
      crc = advance(crc, bytes[at + length]) ^ out[bytes[at] & 0xFF];
    }
    return runs;
  }
}
