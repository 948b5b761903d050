// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.DigestAlgorithm;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.StreamingChecksumContract;
import io.chunksum.tests.TestBytes;
import java.security.MessageDigest;
import java.security.MessageDigestSpi;
import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import org.bouncycastle.crypto.digests.SHA1Digest;
import org.bouncycastle.crypto.digests.SHA512Digest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Digests of the JVM's providers under names of one's own. */
class DigestAlgorithmTest {

  private static final ChecksumAlgorithm SHA1 = new DigestAlgorithm("SHA1", "SHA-1");
  private static final ChecksumAlgorithm SHA512 = new DigestAlgorithm("SHA512", "SHA-512");

  @Nested
  class Sha1 extends StreamingChecksumContract {
    @Override
    protected ChecksumAlgorithm algorithm() {
      return SHA1;
    }

    @Override
    protected byte[] reference(byte[] content) {
      return BuiltInChecksumsTest.digest(new SHA1Digest(), content);
    }
  }

  @Nested
  class Sha512 extends StreamingChecksumContract {
    @Override
    protected ChecksumAlgorithm algorithm() {
      return SHA512;
    }

    @Override
    protected byte[] reference(byte[] content) {
      return BuiltInChecksumsTest.digest(new SHA512Digest(), content);
    }
  }

  @Test
  void theLengthIsThatOfTheDigest() {
    assertThat(SHA1.type()).isEqualTo(ChecksumType.of("SHA1", 20));
    assertThat(SHA512.type()).isEqualTo(ChecksumType.of("SHA512", 64));
    assertThat(new DigestAlgorithm("SHA512/224", "SHA-512/224").type().checksumLength())
        .isEqualTo(28);
    assertThat(SHA1.combiner()).isEmpty();
  }

  @Test
  void chunksAreComputedAndVerifiedAndWhatIsCopiedIsCounted() throws Exception {
    byte[] content = TestBytes.random(20_13, 2_500);
    ChecksumCalculator calculator = ChunkChecksum.of(SHA1, 1_000).newCalculator();
    ChecksumData sums = calculator.compute(ChunkBuffer.wrap(content));
    byte[] last =
        MessageDigest.getInstance("SHA-1").digest(Arrays.copyOfRange(content, 2_000, 2_500));
    assertThat(sums.matches(2, last, 0)).isTrue();
    assertThat(calculator.bytesCopied()).isEqualTo(CopiedBytes.NONE);
    ChunkBuffer direct = ChunkBuffer.wrap(BufferKind.DIRECT.of(content));
    assertThat(calculator.compute(direct)).isEqualTo(sums);
    assertThat(calculator.bytesCopied()).isEqualTo(new CopiedBytes(2_500, 0));
    ChunkChecksum.of(SHA1, 1_000).verify(direct, sums).orThrow();
  }

  @Test
  void namesThatAreTakenOrUnknownAreRefused() {
    for (String taken : new String[] {"SHA256", "MD5", "CRC64NVME", "ADLER32", "NONE"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new DigestAlgorithm(taken, "SHA-1"))
          .withMessage("another checksum has the name " + taken);
    }
    assertThatIllegalArgumentException().isThrownBy(() -> new DigestAlgorithm("SHA 1", "SHA-1"));
    assertThatIllegalStateException()
        .isThrownBy(() -> new DigestAlgorithm("SHA0", "SHA-0"))
        .withMessage("no security provider of this JVM has SHA-0");
  }

  @Test
  void aDigestWhoseProviderDoesNotSayHowLongItIsIsRefused() {
    Provider silent = new SilentProvider();
    Security.addProvider(silent);
    try {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new DigestAlgorithm("OWN", SilentProvider.DIGEST))
          .withMessage(silent + " does not say how long a digest of SILENT-DIGEST is");
    } finally {
      Security.removeProvider(silent.getName());
    }
  }

  private static final class SilentProvider extends Provider {

    static final String DIGEST = "SILENT-DIGEST";

    private static final long serialVersionUID = 1;

    SilentProvider() {
      super("ChunksumSilent", "1", "has a digest of unknown length");
      put("MessageDigest." + DIGEST, SilentDigest.class.getName());
    }
  }

  /** One that does not override what tells its length. */
  public static final class SilentDigest extends MessageDigestSpi {

    @Override
    protected void engineUpdate(byte input) {}

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {}

    @Override
    protected byte[] engineDigest() {
      return new byte[1];
    }

    @Override
    protected void engineReset() {}
  }
}
