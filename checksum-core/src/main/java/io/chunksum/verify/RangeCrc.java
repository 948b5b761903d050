// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumConsumer;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.compute.WholeChecksum;
import io.chunksum.internal.BigEndian;
import org.jspecify.annotations.Nullable;

/**
 * The CRC of a range whose ends are inside windows, computed from the checksums of the windows
 * without reading a byte twice. QFS's chunk server does the same with its Adler-32.
 *
 * <pre>
 * windows    |---------|---------|---------|
 * range           |-----------------|
 * known at        p    w         w  p        p midway, w at the end of a window
 * parts           |----|---------|--|
 * </pre>
 *
 * <p>If a range begins inside a window, the CRC of its first part is found by taking the bytes in
 * front of it off again: {@code crc(A‖B) == shift(crc(A), |B|) ^ crc(B)}, and so {@code crc(B)} is
 * {@code combine(crc(A), crc(A‖B), |B|)} just as well. The algorithm must therefore be able to
 * report its result midway.
 *
 * <p>Mutable, for one thread at a time; reused from range to range.
 */
final class RangeCrc implements ChecksumConsumer {

  /** Creating an operator for one length takes about as long as it saves over this many parts. */
  private static final int MANY_ALIKE = 50;

  private final ChecksumAlgorithm algorithm;
  private final CrcCombiner combiner;
  private final byte[] peeked;
  private long crc;
  private long rangeLength;

  /** CRC of the bytes of the open window that are in front of the range. */
  private long crcBefore;

  private int lengthBefore;

  /** How many parts in a row, without those the appender took, were as long as the last of them. */
  private int alike;

  private long lastLength;

  /**
   * Appends parts of one length, the last of which there were enough in a row to be worth creating
   * it. Kept from range to range, most of which begin and end with parts of other lengths.
   */
  private CrcCombiner.@Nullable FixedLength appender;

  private RangeCrc(ChecksumAlgorithm algorithm, byte[] peeked) {
    this.algorithm = algorithm;
    this.combiner = CrcCombiner.of(algorithm);
    this.peeked = peeked;
    this.crc = combiner.crcOfNothing();
  }

  /** Returns that of no bytes yet; null if the algorithm is no CRC, or cannot report midway. */
  static @Nullable RangeCrc of(ChecksumAlgorithm algorithm) {
    if (algorithm.combiner().isEmpty()) {
      return null; // To ask others midway costs a copy of their state, or fails.
    }
    byte[] peeked = new byte[algorithm.type().checksumLength()];
    return StreamingChecksum.of(algorithm).peek(peeked, 0) ? new RangeCrc(algorithm, peeked) : null;
  }

  boolean isOf(ChecksumType type) {
    return algorithm.type().equals(type);
  }

  /** Forgets the range, even one that was not ended; what was made for its parts is kept. */
  void restart() {
    crc = combiner.crcOfNothing();
    rangeLength = 0;
  }

  CrcValue value() {
    return CrcValue.of(algorithm, crc, rangeLength);
  }

  /** Begins the range: what the verifier takes from now on belongs to it. */
  void begin(RunVerifier verifier) {
    lengthBefore = verifier.openLength();
    crcBefore = peek(verifier);
    verifier.comparison().observe(this);
  }

  /** Ends the range: what the verifier takes from now on does not belong to it. */
  void end(RunVerifier verifier) {
    verifier.comparison().observe(null);
    add(peek(verifier), verifier.openLength());
  }

  /** Takes a window at its end. */
  @Override
  public void accept(long window, int length, byte[] checksum, int offset) {
    add(BigEndian.getUnsigned(checksum, offset, peeked.length), length);
  }

  /** Adds bytes of windows that no verifier takes; returns how many of them were copied. */
  CopiedBytes add(ChunkBuffer bytes, long offset, long length) {
    WholeChecksum part = new WholeChecksum(algorithm);
    part.update(bytes, offset, length);
    append(part.finishCrcValue().crc(), length);
    return part.bytesCopied();
  }

  private void add(long crcOfWindow, int windowLength) {
    int count = windowLength - lengthBefore;
    append(
        lengthBefore == 0 ? crcOfWindow : combiner.combine(crcBefore, crcOfWindow, count), count);
    lengthBefore = 0;
  }

  private void append(long part, long length) {
    if (length == 0) {
      return; // A range that ends between windows does not end what is alike.
    }
    if (length != lastLength) {
      lastLength = length;
      alike = 0;
    }
    if (appender != null && appender.length() == length) {
      crc = appender.combine(crc, part);
    } else {
      crc = combiner.combine(crc, part, length);
      if (++alike == MANY_ALIKE) {
        appender = combiner.forLength(length);
      }
    }
    rangeLength += length;
  }

  private long peek(RunVerifier verifier) {
    verifier.peek(peeked);
    return BigEndian.getUnsigned(peeked, 0, peeked.length);
  }
}
