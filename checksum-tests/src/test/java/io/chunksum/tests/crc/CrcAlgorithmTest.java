// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.crc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcAlgorithm;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.CrcModel;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.StreamingChecksumContract;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** CRCs of every kind: the values of the catalogue, and those of a shift register. */
class CrcAlgorithmTest {

  private static final byte[] CONTENT = TestBytes.random(20_51, 700);

  private static byte[] bigEndian(long value, int bytes) {
    byte[] all = ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    return Arrays.copyOfRange(all, Long.BYTES - bytes, Long.BYTES);
  }

  private static byte[] finish(StreamingChecksum checksum) {
    byte[] result = new byte[checksum.type().checksumLength()];
    checksum.finish(result, 0);
    return result;
  }

  @ParameterizedTest
  @EnumSource
  void checkValueIsThatOfTheCatalogue(CrcCatalogue crc) {
    byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
    StreamingChecksum checksum = crc.algorithm().newChecksum();
    checksum.update(digits, 0, digits.length);
    int bytes = (crc.model().width() + 7) / 8;
    assertThat(finish(checksum)).isEqualTo(bigEndian(crc.model().check(), bytes));
    assertThat(crc.reference(digits, 0, 9)).isEqualTo(crc.model().check());
  }

  @ParameterizedTest
  @EnumSource
  void everyLengthInEveryMemoryIsThatOfAShiftRegister(CrcCatalogue crc) {
    StreamingChecksum checksum = crc.algorithm().newChecksum();
    int bytes = checksum.type().checksumLength();
    for (int length = 0; length <= 200; length++) {
      int from = length % 9;
      byte[] part = Arrays.copyOfRange(CONTENT, from, from + length);
      byte[] expected = bigEndian(crc.reference(CONTENT, from, from + length), bytes);
      checksum.update(CONTENT, from, length);
      assertThat(finish(checksum)).as("%d bytes", length).isEqualTo(expected);
      checksum.update(BufferKind.DIRECT_POSITION.of(part));
      assertThat(finish(checksum)).as("%d bytes, direct", length).isEqualTo(expected);
      checksum.update(BufferKind.READ_ONLY_HEAP.of(part));
      assertThat(finish(checksum)).as("%d bytes, read-only", length).isEqualTo(expected);
    }
    checksum.update(CONTENT, 0, CONTENT.length);
    assertThat(finish(checksum))
        .isEqualTo(bigEndian(crc.reference(CONTENT, 0, CONTENT.length), bytes));
  }

  @Test
  void directMemoryIsReadInPlaceAndNoOtherBuffer() {
    for (ChecksumAlgorithm algorithm :
        new ChecksumAlgorithm[] {
          ChecksumAlgorithms.of(ChecksumType.CRC64NVME), CrcCatalogue.CRC_16_ARC.algorithm()
        }) {
      StreamingChecksum checksum = algorithm.newChecksum();
      assertThat(checksum.updateInPlace(BufferKind.DIRECT.of(CONTENT))).isTrue();
      assertThat(checksum.updateInPlace(BufferKind.READ_ONLY_DIRECT.of(CONTENT))).isTrue();
      assertThat(checksum.updateInPlace(BufferKind.READ_ONLY_HEAP.of(CONTENT))).isFalse();
    }
  }

  @Test
  void builtInOnesAreFoundByName() {
    assertThat(ChecksumAlgorithms.find("CRC64NVME").orElseThrow().type())
        .isSameAs(ChecksumType.CRC64NVME);
    assertThat(ChecksumAlgorithms.find("ADLER32").orElseThrow().type())
        .isSameAs(ChecksumType.ADLER32);
    assertThatThrownBy(() -> new CrcAlgorithm("CRC32", CrcModel.CRC32))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CrcAlgorithm("ADLER32", CrcModel.CRC32))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("another checksum has the name ADLER32");
    assertThatThrownBy(() -> new CrcAlgorithm("CRC64NVME", CrcCatalogue.CRC_64_XZ.model()))
        .isInstanceOf(IllegalArgumentException.class);
    CrcAlgorithm nvme = new CrcAlgorithm("CRC64NVME", CrcModel.CRC64_NVME);
    assertThat(nvme.type()).isEqualTo(ChecksumType.CRC64NVME);
    assertThat(nvme.model()).isEqualTo(CrcModel.CRC64_NVME);
  }

  @Test
  void aTypeOfAnotherLengthIsAnotherTypeThoughItHasTheName() {
    ChecksumType other = ChecksumType.of("CRC64NVME", 4);
    assertThatThrownBy(() -> ChecksumAlgorithms.of(other))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(CrcCombiner.find(other)).isEmpty();
    assertThat(CrcCombiner.find(ChecksumType.CRC64NVME)).isPresent();
  }

  @Test
  void theNarrowestAndTheWidestAreCrcsToo() {
    // One bit is the parity of the message: an odd number of bits is set in the nine digits.
    CrcModel parity = new CrcModel(1, 1, 0, false, 0, 1);
    assertThat(parity.width()).isEqualTo(1);
    assertThat(parity.fits(1)).isTrue();
    assertThat(parity.fits(2)).isFalse();
    assertThat(parity.fits(-1)).isFalse(); // Taken as unsigned, it has 64 bits.
    CrcModel ecma = new CrcModel(64, 0x42F0E1EBA9EA3693L, 0, false, 0, 0x6C40DF5F0B497347L);
    assertThat(ecma.width()).isEqualTo(64);
  }

  @Test
  void parametersThatContradictEachOtherAreRefused() {
    assertRefused(() -> new CrcModel(0, 1, 0, false, 0, 0), "width must be 1 to 64: 0");
    assertRefused(() -> new CrcModel(65, 1, 0, false, 0, 0), "width must be 1 to 64: 65");
    assertRefused(
        () -> new CrcModel(1, -1, 0, false, 0, 1),
        "polynomial 0xffffffffffffffff has more than 1 bits");
    assertRefused(
        () -> new CrcModel(32, 0x04C11DB7, -1, true, 0xFFFFFFFFL, 0xCBF43926L),
        "initial 0xffffffffffffffff has more than 32 bits");
    assertRefused(
        () -> new CrcModel(16, 0x11021, 0, true, 0, 0x2189),
        "polynomial 0x11021 has more than 16 bits");
    assertRefused(
        () -> new CrcModel(16, 0x1021, 0, true, 0x10000, 0x2189),
        "finalXor 0x10000 has more than 16 bits");
    assertRefused(
        () -> new CrcModel(16, 0x1021, 0, true, 0, 0x12189), "check 0x12189 has more than 16 bits");
    assertRefused(() -> new CrcModel(16, 0x1020, 0, true, 0, 0x2189), "lowest bit");
    assertRefused(() -> new CrcModel(16, 0x1021, 0, true, 0, 0x2188), "must be 0x2189, not 0x2188");
    assertRefused(() -> new CrcModel(16, 0x1021, 0, false, 0, 0x2189), "must be 0x31c3");
  }

  private static void assertRefused(Runnable model, String message) {
    assertThatThrownBy(model::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  abstract static class CrcContract extends StreamingChecksumContract {

    private final CrcCatalogue crc;
    private final ChecksumAlgorithm algorithm;

    CrcContract(CrcCatalogue crc, ChecksumAlgorithm algorithm) {
      this.crc = crc;
      this.algorithm = algorithm;
    }

    @Override
    protected ChecksumAlgorithm algorithm() {
      return algorithm;
    }

    @Override
    protected byte[] reference(byte[] content) {
      return bigEndian(
          crc.reference(content, 0, content.length), algorithm.type().checksumLength());
    }
  }

  @Nested
  class Crc64Nvme extends CrcContract {
    Crc64Nvme() {
      super(CrcCatalogue.CRC_64_NVME, ChecksumAlgorithms.of(ChecksumType.CRC64NVME));
    }
  }

  @Nested
  class Crc64We extends CrcContract {
    Crc64We() {
      super(CrcCatalogue.CRC_64_WE, CrcCatalogue.CRC_64_WE.algorithm());
    }
  }

  @Nested
  class Crc40 extends CrcContract {
    Crc40() {
      super(CrcCatalogue.CRC_40_GSM, CrcCatalogue.CRC_40_GSM.algorithm());
    }
  }

  @Nested
  class Crc32Bzip2 extends CrcContract {
    Crc32Bzip2() {
      super(CrcCatalogue.CRC_32_BZIP2, CrcCatalogue.CRC_32_BZIP2.algorithm());
    }
  }

  @Nested
  class Crc24 extends CrcContract {
    Crc24() {
      super(CrcCatalogue.CRC_24_BLE, CrcCatalogue.CRC_24_BLE.algorithm());
    }
  }

  @Nested
  class Crc12 extends CrcContract {
    Crc12() {
      super(CrcCatalogue.CRC_12_DECT, CrcCatalogue.CRC_12_DECT.algorithm());
    }
  }

  @Nested
  class Crc8 extends CrcContract {
    Crc8() {
      super(CrcCatalogue.CRC_8_MAXIM_DOW, CrcCatalogue.CRC_8_MAXIM_DOW.algorithm());
    }
  }
}
