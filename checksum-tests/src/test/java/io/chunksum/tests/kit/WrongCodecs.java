// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.kit;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.tests.ChecksumDataCodecContract;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/** Codecs of a small format: one is right, the others are wrong in one way each. */
final class WrongCodecs {

  private WrongCodecs() {}

  /** Index of the type, bytesPerChecksum, number of checksums, the checksums. */
  @Tag("wrong")
  static class Right extends ChecksumDataCodecContract {

    static final int HEADER_BYTES = 9;

    @Override
    protected byte[] encode(ChecksumData sums) {
      ByteBuffer packed = sums.packed();
      return ByteBuffer.allocate(HEADER_BYTES + packed.remaining())
          .put((byte) types().indexOf(sums.type()))
          .putInt(sums.bytesPerChecksum())
          .putInt(sums.count())
          .put(packed)
          .array();
    }

    @Override
    protected ChecksumData decode(byte[] encoded) throws MalformedChecksumDataException {
      if (encoded.length < HEADER_BYTES) {
        throw new MalformedChecksumDataException("no header", encoded.length);
      }
      ByteBuffer input = ByteBuffer.wrap(encoded);
      int index = input.get();
      if (index < 0 || index >= types().size()) {
        throw new MalformedChecksumDataException("no type " + index, 0);
      }
      ChecksumType type = types().get(index);
      int windowSize = input.getInt();
      if (windowSize < (index == 0 ? 0 : 1)) {
        throw new MalformedChecksumDataException("window size " + windowSize, 1);
      }
      return ChecksumData.of(type, windowSize, packed(input, type, input.getInt()));
    }

    byte[] packed(ByteBuffer input, ChecksumType type, int count)
        throws MalformedChecksumDataException {
      boolean fits = (long) count * type.checksumLength() == input.remaining();
      if (count < 0 || !fits || (count > 0 && type.equals(ChecksumType.NONE))) {
        throw new MalformedChecksumDataException("count " + count, 5);
      }
      byte[] packed = new byte[input.remaining()];
      input.get(packed);
      return packed;
    }
  }

  /** Right: what a lambda or a class takes when it is first used is not taken by the input. */
  static final class TakesMuchAtFirst extends Right {
    private byte[] loaded = {};

    @Override
    protected ChecksumData decode(byte[] encoded) throws MalformedChecksumDataException {
      if (loaded.length == 0) {
        loaded = new byte[4 << 20];
      }
      return super.decode(encoded);
    }
  }

  static final class TrustsTheCount extends Right {
    @Override
    byte[] packed(ByteBuffer input, ChecksumType type, int count)
        throws MalformedChecksumDataException {
      byte[] room = new byte[(int) Math.min(Math.max(0L, count) * type.checksumLength(), 1L << 26)];
      return room.length == input.remaining() ? super.packed(input, type, count) : malformed(room);
    }

    private static byte[] malformed(byte[] room) throws MalformedChecksumDataException {
      throw new MalformedChecksumDataException("not " + room.length + " bytes", 5);
    }
  }

  /** Takes it once, and keeps it. */
  static final class KeepsRoomForTheCount extends Right {
    private byte[] room = {};

    @Override
    byte[] packed(ByteBuffer input, ChecksumType type, int count)
        throws MalformedChecksumDataException {
      if (Math.min(count, 1 << 26) > room.length) {
        room = new byte[Math.min(count, 1 << 26)];
      }
      return super.packed(input, type, count);
    }
  }

  static final class ThrowsWhatTheJdkThrows extends Right {
    @Override
    byte[] packed(ByteBuffer input, ChecksumType type, int count) {
      byte[] packed = new byte[input.remaining() / Math.max(1, count) * Math.max(0, count)];
      input.get(packed);
      return packed;
    }
  }

  static final class IgnoresABit extends Right {
    @Override
    protected ChecksumData decode(byte[] encoded) throws MalformedChecksumDataException {
      byte[] copy = encoded.clone();
      if (copy.length > 0) {
        copy[0] &= 0x7F;
      }
      return super.decode(copy);
    }
  }

  /** Or so its test says. */
  static final class KnowsNoType extends Right {
    @Override
    protected List<ChecksumType> types() {
      return List.of();
    }
  }

  static final class LosesTheLastChecksum extends Right {
    @Override
    protected byte[] encode(ChecksumData sums) {
      int entry = sums.type().checksumLength();
      byte[] packed = new byte[Math.max(0, sums.count() - 1) * entry];
      sums.packed().get(packed);
      return super.encode(ChecksumData.of(sums.type(), sums.bytesPerChecksum(), packed));
    }
  }

  static final class LosesTheWindowSize extends Right {
    @Override
    protected byte[] encode(ChecksumData sums) {
      byte[] packed = sums.toByteArray();
      return super.encode(ChecksumData.of(sums.type(), 512, packed));
    }
  }

  static final class PadsWhatIsMissing extends Right {
    @Override
    protected ChecksumData decode(byte[] encoded) throws MalformedChecksumDataException {
      byte[] padded = Arrays.copyOf(encoded, Math.max(encoded.length, HEADER_BYTES));
      int count = ByteBuffer.wrap(padded).getInt(5);
      int index = padded[0];
      if (index < 0 || index >= types().size() || count < 0 || count > 1000) {
        throw new MalformedChecksumDataException("header", 0);
      }
      int length = HEADER_BYTES + count * types().get(index).checksumLength();
      return super.decode(Arrays.copyOf(padded, length));
    }
  }

  static final class WritesToTheInput extends Right {
    @Override
    protected ChecksumData decode(byte[] encoded) throws MalformedChecksumDataException {
      ChecksumData decoded = super.decode(encoded);
      encoded[0] = 0;
      return decoded;
    }
  }

  static final class EncodesAnotherWayTheSecondTime extends Right {

    private final Set<ChecksumData> encoded = new HashSet<>();

    @Override
    protected byte[] encode(ChecksumData sums) {
      byte[] output = super.encode(sums);
      return encoded.add(sums) ? output : Arrays.copyOf(output, output.length + 1);
    }
  }

  static final class PointsBeyondTheInput extends Right {
    @Override
    protected ChecksumData decode(byte[] encoded) throws MalformedChecksumDataException {
      try {
        return super.decode(encoded);
      } catch (MalformedChecksumDataException e) {
        throw new MalformedChecksumDataException("malformed", encoded.length + 1L);
      }
    }
  }

  static final class CountsInTwoBytes extends Right {
    @Override
    protected byte[] encode(ChecksumData sums) {
      byte[] encoded = super.encode(sums);
      ByteBuffer.wrap(encoded).putInt(5, sums.count() & 0xFFFF);
      return encoded;
    }
  }

  static final class ReusesItsOutput extends Right {

    private final Map<Integer, byte[]> outputs = new HashMap<>();

    @Override
    protected byte[] encode(ChecksumData sums) {
      byte[] encoded = super.encode(sums);
      byte[] output = outputs.computeIfAbsent(encoded.length, byte[]::new);
      System.arraycopy(encoded, 0, output, 0, encoded.length);
      return output;
    }
  }
}
