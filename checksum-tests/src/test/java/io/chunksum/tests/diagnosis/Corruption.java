// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.diagnosis;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.verify.diagnosis.Cause;
import io.chunksum.verify.diagnosis.CauseKind;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Ways to damage a chunk or its checksums, each in a random place of a random window. */
enum Corruption {
  BIT_FLIP {
    @Override
    Damaged apply(Healthy chunk, SplittableRandom random) {
      int window = random.nextInt(chunk.windows());
      int at = chunk.inWindow(window, random);
      int bit = random.nextInt(8);
      byte[] data = chunk.copy();
      data[at] ^= (byte) (1 << bit);
      return new Damaged(data, chunk.sums(), window, new Cause.BitFlip(at, bit));
    }
  },
  CHECKSUM_BIT_FLIP {
    @Override
    Damaged apply(Healthy chunk, SplittableRandom random) {
      int window = random.nextInt(chunk.windows());
      int at = random.nextInt(chunk.type().checksumLength());
      int bit = random.nextInt(8);
      byte[] packed = chunk.sums().toByteArray();
      packed[window * chunk.type().checksumLength() + at] ^= (byte) (1 << bit);
      Cause cause = new Cause.ChecksumBitFlip(at, bit);
      return new Damaged(chunk.data(), chunk.with(packed), window, cause);
    }
  },
  ZERO_FILLED {
    @Override
    Damaged apply(Healthy chunk, SplittableRandom random) {
      int window = random.nextInt(chunk.windows());
      int start = window * chunk.bytesPerChecksum();
      int sectors = chunk.bytesPerChecksum() / SECTOR_BYTES;
      int first = random.nextInt(sectors);
      int count = 1 + random.nextInt(sectors - first);
      int from = start + first * SECTOR_BYTES;
      byte[] data = chunk.copy();
      Arrays.fill(data, from, from + count * SECTOR_BYTES, (byte) 0);
      Cause cause = new Cause.ZeroFilled(from, (long) count * SECTOR_BYTES);
      return new Damaged(data, chunk.sums(), window, cause);
    }
  },
  OTHER_WINDOW {
    @Override
    Damaged apply(Healthy chunk, SplittableRandom random) {
      int window = random.nextInt(chunk.windows());
      int other = (window + 1 + random.nextInt(chunk.windows() - 1)) % chunk.windows();
      int length = chunk.bytesPerChecksum();
      byte[] data = chunk.copy();
      System.arraycopy(chunk.data(), other * length, data, window * length, length);
      if (random.nextBoolean()) {
        System.arraycopy(chunk.data(), window * length, data, other * length, length);
      }
      return new Damaged(data, chunk.sums(), window, new Cause.OtherWindow(other));
    }
  },
  SHIFTED {
    // Inserts or takes out some bytes; looks at the window where that was, or the one after it.
    @Override
    Damaged apply(Healthy chunk, SplittableRandom random) {
      int length = chunk.bytesPerChecksum();
      int window = random.nextInt(chunk.windows() - 3);
      int by = 1 + random.nextInt(length - 1);
      boolean inserted = random.nextBoolean();
      int at = window * length + random.nextInt(inserted ? length : length - by + 1);
      byte[] junk = new byte[by];
      random.nextBytes(junk);
      byte[] data = chunk.copy();
      int end = data.length;
      if (inserted) {
        System.arraycopy(chunk.data(), at, data, at + by, end - at - by);
        System.arraycopy(junk, 0, data, at, by);
      } else {
        System.arraycopy(chunk.data(), at + by, data, at, end - at - by);
        System.arraycopy(junk, 0, data, end - by, by);
      }
      Cause cause = new Cause.Shifted(inserted ? by : -by);
      return new Damaged(data, chunk.sums(), window + random.nextInt(2), cause);
    }
  },
  WRONG_ALGORITHM {
    @Override
    Damaged apply(Healthy chunk, SplittableRandom random) {
      ChecksumType other =
          chunk.type().equals(ChecksumType.CRC32) ? ChecksumType.CRC32C : ChecksumType.CRC32;
      ChecksumData sums =
          ChunkChecksum.of(other, chunk.bytesPerChecksum()).compute(ChunkBuffer.wrap(chunk.data()));
      int window = random.nextInt(chunk.windows());
      Cause cause = new Cause.WrongAlgorithm(other);
      return new Damaged(chunk.data(), chunk.with(sums.toByteArray()), window, cause);
    }

    @Override
    boolean goesWith(ChecksumType type) {
      return type.checksumLength() == Integer.BYTES;
    }
  },
  WRONG_BYTE_ORDER {
    @Override
    Damaged apply(Healthy chunk, SplittableRandom random) {
      byte[] packed = chunk.sums().toByteArray();
      int length = chunk.type().checksumLength();
      for (int at = 0; at < packed.length; at += length) {
        for (int i = 0; i < length / 2; i++) {
          byte first = packed[at + i];
          packed[at + i] = packed[at + length - 1 - i];
          packed[at + length - 1 - i] = first;
        }
      }
      int window = random.nextInt(chunk.windows());
      return new Damaged(chunk.data(), chunk.with(packed), window, new Cause.WrongByteOrder());
    }
  },
  WRONG_WINDOW_SIZE {
    // The checksums are as many as there were with the other size. If that is a usual one, they may
    // also be as many as are expected.
    @Override
    Damaged apply(Healthy chunk, SplittableRandom random) {
      int right = chunk.bytesPerChecksum();
      boolean usual = random.nextBoolean();
      int size =
          usual
              ? (random.nextBoolean() ? right * 2 : right / 2)
              : right + random.nextInt(1, right / 2) * (random.nextBoolean() ? 1 : -1);
      byte[] packed =
          ChunkChecksum.of(chunk.type(), size)
              .compute(ChunkBuffer.wrap(chunk.data()))
              .toByteArray();
      int windows = Math.min(packed.length / chunk.type().checksumLength(), chunk.windows());
      if (usual && random.nextBoolean()) {
        packed = Arrays.copyOf(packed, windows * chunk.type().checksumLength());
      }
      int window = random.nextInt(windows);
      return new Damaged(chunk.data(), chunk.with(packed), window, new Cause.WrongWindowSize(size));
    }
  },
  BURST {
    @Override
    Damaged apply(Healthy chunk, SplittableRandom random) {
      int window = random.nextInt(chunk.windows());
      int bits = chunk.bytesPerChecksum() * 8;
      int length = 2 + random.nextInt(longestBurst(chunk.type(), chunk.bytesPerChecksum()) - 1);
      int first = random.nextInt(bits - length + 1);
      byte[] data = chunk.copy();
      for (int i = 0; i < length; i++) {
        if (i == 0 || i == length - 1 || random.nextBoolean()) {
          int bit = first + i;
          data[window * chunk.bytesPerChecksum() + bit / 8] ^= (byte) (1 << bit % 8);
        }
      }
      long offset = (long) window * chunk.bytesPerChecksum() + first / 8;
      return new Damaged(data, chunk.sums(), window, new Cause.Burst(offset, first % 8, length));
    }

    @Override
    boolean goesWith(ChecksumType type) {
      return isCrc(type);
    }

    @Override
    boolean goesWith(ChecksumType type, int bytesPerChecksum) {
      return longestBurst(type, bytesPerChecksum) > 1;
    }
  },
  UNKNOWN {
    @Override
    Damaged apply(Healthy chunk, SplittableRandom random) {
      int window = random.nextInt(chunk.windows());
      int length = 9 + random.nextInt(chunk.bytesPerChecksum() - 8);
      int at =
          window * chunk.bytesPerChecksum() + random.nextInt(chunk.bytesPerChecksum() - length + 1);
      byte[] junk = new byte[length];
      random.nextBytes(junk);
      byte[] data = chunk.copy();
      System.arraycopy(junk, 0, data, at, length);
      return new Damaged(data, chunk.sums(), window, new Cause.Unknown());
    }
  };

  private static final int SECTOR_BYTES = 512;

  /** A chunk as it was written: full windows only. */
  static final class Healthy {

    private final byte[] data;
    private final ChecksumData sums;

    private Healthy(byte[] data, ChecksumData sums) {
      this.data = data;
      this.sums = sums;
    }

    byte[] data() {
      return data;
    }

    ChecksumData sums() {
      return sums;
    }

    static Healthy of(byte[] data, ChecksumType type, int bytesPerChecksum) {
      ChecksumData sums = ChunkChecksum.of(type, bytesPerChecksum).compute(ChunkBuffer.wrap(data));
      return new Healthy(data, sums);
    }

    ChecksumType type() {
      return sums.type();
    }

    int bytesPerChecksum() {
      return sums.bytesPerChecksum();
    }

    int windows() {
      return sums.count();
    }

    byte[] copy() {
      return data.clone();
    }

    ChecksumData with(byte[] packed) {
      return ChecksumData.of(type(), bytesPerChecksum(), packed);
    }

    int inWindow(int window, SplittableRandom random) {
      return window * bytesPerChecksum() + random.nextInt(bytesPerChecksum());
    }
  }

  /**
   * A chunk as it was found.
   *
   * @param chunk its bytes
   * @param sums its checksums
   * @param window one of its bad windows
   * @param cause what is wrong with that window
   */
  record Damaged(ChunkBuffer chunk, ChecksumData sums, int window, Cause cause) {

    Damaged(byte[] data, ChecksumData sums, int window, Cause cause) {
      this(ChunkBuffer.wrap(data), sums, window, cause);
    }
  }

  abstract Damaged apply(Healthy chunk, SplittableRandom random);

  /** Whether it can be diagnosed with checksums of a type. */
  boolean goesWith(ChecksumType type) {
    return this != BIT_FLIP || isCrc(type);
  }

  /** Whether it can be diagnosed in windows of a size as well. */
  boolean goesWith(ChecksumType type, int bytesPerChecksum) {
    return true;
  }

  CauseKind kind() {
    return CauseKind.valueOf(name());
  }

  /** Whether a checksum is linear. */
  static boolean isCrc(ChecksumType type) {
    return CrcCombiner.find(type).isPresent();
  }

  /** By the rule that windowBits × 2^(b−1) / 2^sumBits is at most 1 %, or 1 in 100,000. */
  static int longestBurst(ChecksumType type, int bytesPerChecksum) {
    int sumBits = type.checksumLength() * 8;
    double most = sumBits == 32 ? 1e-2 : 1e-5;
    int longest = 1;
    while (Math.scalb(bytesPerChecksum * 8.0, longest - sumBits) <= most) {
      longest++;
    }
    return longest;
  }
}
