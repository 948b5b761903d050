// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.compute.ChecksumConsumer;
import io.chunksum.internal.BigEndian;
import org.jspecify.annotations.Nullable;

/**
 * The CRC of a range whose ends lie inside windows, from the checksums of the windows and without
 * reading a byte twice. QFS's chunk server does the same with its Adler-32.
 *
 * <pre>
 * windows    |---------|---------|---------|
 * range           |-----------------|
 * known at        p    w         w  p        p asked midway, w at the end of a window
 * parts           |----|---------|--|
 * </pre>
 *
 * <p>A range that begins inside a window gives its first part by taking the bytes in front of it
 * off again: {@code crc(A‖B) == shift(crc(A), |B|) ^ crc(B)}, and so {@code crc(B)} is {@code
 * combine(crc(A), crc(A‖B), |B|)} just as well. So the algorithm has to be one that can be asked
 * midway.
 */
final class RangeCrc implements ChecksumConsumer {

  /** An operator for one length takes about as long to make as it saves over this many parts. */
  private static final int MANY_ALIKE = 50;

  private final ChecksumAlgorithm algorithm;
  private final CrcCombiner combiner;
  private final byte[] asked;
  private long crc;
  private long rangeLength;

  /** Of the bytes of the open window that lie in front of the range. */
  private long crcBefore;

  private int lengthBefore;

  /** How many parts were as long as the last, itself included. */
  private int alike;

  private int lastLength;

  /** Appends parts as long as the last, once there were so many that making it pays. */
  private CrcCombiner.@Nullable FixedLength appender;

  RangeCrc(ChecksumAlgorithm algorithm, CrcCombiner combiner) {
    this.algorithm = algorithm;
    this.combiner = combiner;
    this.asked = new byte[algorithm.type().checksumLength()];
    this.crc = combiner.crcOfNothing();
  }

  CrcValue value() {
    return CrcValue.of(algorithm, crc, rangeLength);
  }

  /** What the verifier takes from now on belongs to the range. */
  void begin(RunVerifier verifier) {
    lengthBefore = verifier.openLength();
    crcBefore = ask(verifier);
    verifier.observe(this);
  }

  /** What the verifier takes from now on does not belong to the range. */
  void end(RunVerifier verifier) {
    verifier.observe(null);
    add(ask(verifier), verifier.openLength());
  }

  /** Takes a window at its end. */
  @Override
  public void accept(long window, int length, byte[] checksum, int offset) {
    add(BigEndian.getUnsigned(checksum, offset, asked.length), length);
  }

  private void add(long crcOfWindow, int windowLength) {
    int count = windowLength - lengthBefore;
    long part = lengthBefore == 0 ? crcOfWindow : combiner.combine(crcBefore, crcOfWindow, count);
    crc = append(part, count);
    rangeLength += count;
    lengthBefore = 0;
  }

  private long append(long part, int count) {
    if (count != lastLength) {
      lastLength = count;
      alike = 0;
      appender = null;
    }
    if (++alike == MANY_ALIKE) {
      appender = combiner.forLength(count);
    }
    return appender == null ? combiner.combine(crc, part, count) : appender.combine(crc, part);
  }

  private long ask(RunVerifier verifier) {
    verifier.peek(asked);
    return BigEndian.getUnsigned(asked, 0, asked.length);
  }
}
