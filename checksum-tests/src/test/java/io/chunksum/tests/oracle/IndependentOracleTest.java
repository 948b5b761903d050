// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.data.ChecksumData;
import io.chunksum.verify.Verdict;
import io.chunksum.verify.VerifyResult;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.Checksum;
import org.apache.commons.codec.digest.PureJavaCrc32;
import org.apache.commons.codec.digest.PureJavaCrc32C;
import org.bouncycastle.crypto.Digest;
import org.bouncycastle.crypto.digests.MD5Digest;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares every window's checksum with two implementations that have nothing in common with ours,
 * nor with the JDK's CRC loops that ours runs on.
 */
class IndependentOracleTest {

  private static final int CHUNKS = 300;

  /** Somebody else's way to the same checksum, over one array. */
  @SuppressWarnings("ImmutableEnumChecker") // The types of the fields bear no annotation.
  enum Oracle {
    CRC32_BITWISE(ChecksumType.CRC32) {
      @Override
      byte[] checksum(byte[] bytes) {
        return bigEndian(bitwiseCrc(0x04C11DB7, bytes));
      }
    },
    CRC32_COMMONS_CODEC(ChecksumType.CRC32) {
      @Override
      byte[] checksum(byte[] bytes) {
        return crc(new PureJavaCrc32(), bytes);
      }
    },
    CRC32C_BITWISE(ChecksumType.CRC32C) {
      @Override
      byte[] checksum(byte[] bytes) {
        return bigEndian(bitwiseCrc(0x1EDC6F41, bytes));
      }
    },
    CRC32C_COMMONS_CODEC(ChecksumType.CRC32C) {
      @Override
      byte[] checksum(byte[] bytes) {
        return crc(new PureJavaCrc32C(), bytes);
      }
    },
    MD5_BOUNCY_CASTLE(ChecksumType.MD5) {
      @Override
      byte[] checksum(byte[] bytes) {
        return digest(new MD5Digest(), bytes);
      }
    },
    MD5_JDK_ONE_SHOT(ChecksumType.MD5) {
      @Override
      byte[] checksum(byte[] bytes) {
        return digest("MD5", bytes);
      }
    },
    SHA256_BOUNCY_CASTLE(ChecksumType.SHA256) {
      @Override
      byte[] checksum(byte[] bytes) {
        return digest(new SHA256Digest(), bytes);
      }
    },
    SHA256_JDK_ONE_SHOT(ChecksumType.SHA256) {
      @Override
      byte[] checksum(byte[] bytes) {
        return digest("SHA-256", bytes);
      }
    };

    private final ChecksumType type;

    Oracle(ChecksumType type) {
      this.type = type;
    }

    abstract byte[] checksum(byte[] bytes);
  }

  /**
   * A CRC as the textbook has it: a register that is shifted left one bit at a time. Both CRCs take
   * each byte's least significant bit first, begin with all ones, and end reflected and inverted.
   */
  private static int bitwiseCrc(int polynomial, byte[] bytes) {
    int register = -1;
    for (byte b : bytes) {
      for (int bit = 0; bit < 8; bit++) {
        int in = b >> bit & 1;
        int out = register >>> 31;
        register = in == out ? register << 1 : register << 1 ^ polynomial;
      }
    }
    return ~Integer.reverse(register);
  }

  private static byte[] crc(Checksum crc, byte[] bytes) {
    crc.update(bytes, 0, bytes.length);
    return bigEndian((int) crc.getValue());
  }

  private static byte[] bigEndian(int crc) {
    return new byte[] {(byte) (crc >> 24), (byte) (crc >> 16), (byte) (crc >> 8), (byte) crc};
  }

  private static byte[] digest(Digest digest, byte[] bytes) {
    digest.update(bytes, 0, bytes.length);
    byte[] result = new byte[digest.getDigestSize()];
    digest.doFinal(result, 0);
    return result;
  }

  private static byte[] digest(String algorithm, byte[] bytes) {
    try {
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  /** An oracle that is wrong proves nothing. */
  @ParameterizedTest
  @EnumSource(Oracle.class)
  void oracleKnowsTheNineDigits(Oracle oracle) {
    String expected =
        switch (oracle.type.name()) {
          case "CRC32" -> "cbf43926";
          case "CRC32C" -> "e3069283";
          case "MD5" -> "25f9e794323b453885f5181f1b624d0b";
          default -> "15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225";
        };
    byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
    assertThat(HexFormat.of().formatHex(oracle.checksum(digits))).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(Oracle.class)
  void everyWindowHasTheOraclesChecksum(Oracle oracle) {
    RandomChunk.forEach(
        CHUNKS,
        random -> {
          ChunkChecksum checksum = ChunkChecksum.of(oracle.type, random.bytesPerChecksum());
          ChecksumData sums = checksum.compute(random.chunk());
          assertThat(sums.type()).isEqualTo(oracle.type);
          assertThat(sums.bytesPerChecksum()).isEqualTo(random.bytesPerChecksum());
          assertThat(sums.count()).isEqualTo(random.windows());
          for (int i = 0; i < random.windows(); i++) {
            assertThat(bytes(sums.checksum(i)))
                .as("window %d", i)
                .isEqualTo(oracle.checksum(random.window(i)));
          }
        });
  }

  @ParameterizedTest
  @EnumSource(Oracle.class)
  void everyWindowOfAStreamHasTheOraclesChecksum(Oracle oracle) {
    RandomChunk.forEach(
        CHUNKS,
        random -> {
          ByteArrayOutputStream actual = new ByteArrayOutputStream();
          ChecksumStream stream =
              ChunkChecksum.of(oracle.type, random.bytesPerChecksum())
                  .newStream((window, length, checksum, offset) -> {
                    assertThat(length).isEqualTo(random.window((int) window).length);
                    actual.write(checksum, offset, oracle.type.checksumLength());
                  });
          random.buffers().forEach(buffer -> stream.update(ChunkBuffer.wrap(buffer)));
          stream.finish();
          assertThat(actual.toByteArray()).isEqualTo(packed(oracle, random));
        });
  }

  @ParameterizedTest
  @EnumSource(Oracle.class)
  void checksumsOfTheOracleAreVerified(Oracle oracle) {
    RandomChunk.forEach(
        CHUNKS,
        random -> {
          ChecksumData stored =
              ChecksumData.of(oracle.type, random.bytesPerChecksum(), packed(oracle, random));
          ChunkChecksum checksum = ChunkChecksum.like(stored);
          VerifyResult clean = checksum.verify(random.chunk(), stored);
          assertThat(clean.verdict()).isEqualTo(Verdict.MATCH);
          assertThat(clean.windows()).isEqualTo(random.windows());
          if (random.length() > 0) {
            byte[] damaged = random.content();
            int at = damaged.length / 3;
            damaged[at] ^= 0x10;
            VerifyResult dirty = checksum.verify(ChunkBuffer.wrap(damaged), stored);
            assertThat(dirty.mismatches())
                .singleElement()
                .satisfies(
                    bad -> assertThat(bad.window()).isEqualTo(at / random.bytesPerChecksum()));
          }
        });
  }

  private static byte[] packed(Oracle oracle, RandomChunk random) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    for (int i = 0; i < random.windows(); i++) {
      packed.writeBytes(oracle.checksum(random.window(i)));
    }
    return packed.toByteArray();
  }
}
