// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.crc;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import software.amazon.awssdk.crt.checksums.CRC64NVME;

/** CRC64NVME is that of the native library of the AWS SDK, which S3 accepts. */
class AwsOracleTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);

  @Test
  @EnabledOnOs(
      value = {OS.LINUX, OS.MAC, OS.WINDOWS},
      architectures = {"amd64", "x86_64", "aarch64"})
  void crc64OfManyLengthsIsThatOfTheAwsSdk() {
    Random random = new Random(SEED);
    byte[] content = TestBytes.random(SEED, 300_000);
    StreamingChecksum ours = ChecksumAlgorithms.of(ChecksumType.CRC64NVME).newChecksum();
    byte[] result = new byte[Long.BYTES];
    for (int i = 0; i < 200; i++) {
      int offset = random.nextInt(100_000);
      int length = i < 100 ? i : random.nextInt(200_000);
      CRC64NVME theirs = new CRC64NVME();
      theirs.update(content, offset, length);
      ours.update(content, offset, length);
      ours.finish(result, 0);
      assertThat(ByteBuffer.wrap(result).getLong())
          .as("%d bytes from %d, seed %d", length, offset, SEED)
          .isEqualTo(theirs.getValue());
    }
  }
}
