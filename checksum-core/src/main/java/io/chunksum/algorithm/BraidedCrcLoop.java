// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import io.chunksum.internal.LittleEndian;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.nio.MappedByteBuffer;
import java.util.Objects;

/**
 * Takes 32 bytes per step. The template from which {@link CrcLoop#of} makes classes; on its own it
 * has no tables and cannot be used.
 */
final class BraidedCrcLoop extends CrcLoop {

  /*
   * A single chain of table look-ups, each of which needs the one before, leaves most of a
   * processor idle. So there are four states, each of which takes every fourth word as if the
   * others were zeros:
   *
   *   words   0  1  2  3  4  5  6  7  8 ...
   *   states  a  b  c  d  a  b  c  d  a
   *
   * Before the last four words, each state is what the CRC would be if the other words were zeros.
   * These four words are taken one after the other, as usual, and b, c and d join when their word
   * is reached. This is Mark Adler's braided CRC, in zlib since version 1.2.12.
   */

  /** Number of bytes that all states together take per step. */
  static final int STEP_BYTES = 4 * Long.BYTES;

  private static final long[] WORD;
  private static final long[] BRAID;

  static {
    try {
      long[][] tables =
          Objects.requireNonNull(
              MethodHandles.classData(
                  MethodHandles.lookup(), ConstantDescs.DEFAULT_NAME, long[][].class));
      WORD = tables[0];
      BRAID = tables[1];
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  BraidedCrcLoop() {}

  private static long lookUp(long[] table, long word) {
    int low = (int) word;
    int high = (int) (word >>> Integer.SIZE);
    return table[low & 0xFF]
        ^ table[BYTE_VALUES + (low >>> 8 & 0xFF)]
        ^ table[2 * BYTE_VALUES + (low >>> 16 & 0xFF)]
        ^ table[3 * BYTE_VALUES + (low >>> 24)]
        ^ table[4 * BYTE_VALUES + (high & 0xFF)]
        ^ table[5 * BYTE_VALUES + (high >>> 8 & 0xFF)]
        ^ table[6 * BYTE_VALUES + (high >>> 16 & 0xFF)]
        ^ table[7 * BYTE_VALUES + (high >>> 24)];
  }

  private static long afterByte(long state, byte next) {
    return (state >>> Byte.SIZE)
        ^ WORD[(Long.BYTES - 1) * BYTE_VALUES + (((int) state ^ next) & 0xFF)];
  }

  @Override
  long update(long state, byte[] source, int offset, int length) {
    int at = offset;
    int end = offset + length;
    long a = state;
    if (length >= 2 * STEP_BYTES) {
      long b = 0;
      long c = 0;
      long d = 0;
      for (int last = end - 2 * STEP_BYTES; at <= last; at += STEP_BYTES) {
        long forA = LittleEndian.getLong(source, at);
        long forB = LittleEndian.getLong(source, at + 8);
        long forC = LittleEndian.getLong(source, at + 16);
        long forD = LittleEndian.getLong(source, at + 24);
        a = lookUp(BRAID, a ^ forA);
        b = lookUp(BRAID, b ^ forB);
        c = lookUp(BRAID, c ^ forC);
        d = lookUp(BRAID, d ^ forD);
      }
      a = lookUp(WORD, a ^ LittleEndian.getLong(source, at));
      a = lookUp(WORD, a ^ b ^ LittleEndian.getLong(source, at + 8));
      a = lookUp(WORD, a ^ c ^ LittleEndian.getLong(source, at + 16));
      a = lookUp(WORD, a ^ d ^ LittleEndian.getLong(source, at + 24));
      at += STEP_BYTES;
    }
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      a = lookUp(WORD, a ^ LittleEndian.getLong(source, at));
    }
    for (; at < end; at++) {
      a = afterByte(a, source[at]);
    }
    return a;
  }

  /** The same, except for how bytes are read; an interface in between would cost a call. */
  @Override
  long update(long state, MappedByteBuffer source, int offset, int length) {
    int at = offset;
    int end = offset + length;
    long a = state;
    if (length >= 2 * STEP_BYTES) {
      long b = 0;
      long c = 0;
      long d = 0;
      for (int last = end - 2 * STEP_BYTES; at <= last; at += STEP_BYTES) {
        long forA = source.getLong(at);
        long forB = source.getLong(at + 8);
        long forC = source.getLong(at + 16);
        long forD = source.getLong(at + 24);
        a = lookUp(BRAID, a ^ forA);
        b = lookUp(BRAID, b ^ forB);
        c = lookUp(BRAID, c ^ forC);
        d = lookUp(BRAID, d ^ forD);
      }
      a = lookUp(WORD, a ^ source.getLong(at));
      a = lookUp(WORD, a ^ b ^ source.getLong(at + 8));
      a = lookUp(WORD, a ^ c ^ source.getLong(at + 16));
      a = lookUp(WORD, a ^ d ^ source.getLong(at + 24));
      at += STEP_BYTES;
    }
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      a = lookUp(WORD, a ^ source.getLong(at));
    }
    for (; at < end; at++) {
      a = afterByte(a, source.get(at));
    }
    return a;
  }
}
