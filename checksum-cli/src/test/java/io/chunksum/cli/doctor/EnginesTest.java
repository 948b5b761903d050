// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.cli.ByteSumAlgorithm;
import io.chunksum.compute.DigestLanes.Engine;
import io.chunksum.compute.DigestLanes.Status;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EnginesTest {

  private static String describe(
      ChecksumType type, Optional<Status> lanes, JvmOptions.Option... options) {
    return Engines.describe(ChecksumAlgorithms.of(type), lanes, Jvms.good(options));
  }

  private static String crc32c(JvmOptions.Option... options) {
    return describe(ChecksumType.CRC32C, Optional.empty(), options);
  }

  @Test
  void intrinsicIsInUseUnlessItsOwnOptionIsOff() {
    assertThat(crc32c(Jvms.byDefault("UseCRC32CIntrinsics", "true")))
        .isEqualTo("by an intrinsic of the JVM");
    assertThat(crc32c(Jvms.chosen("UseCRC32CIntrinsics", "false")))
        .isEqualTo("in Java, because of -XX:-UseCRC32CIntrinsics");
    assertThat(crc32c(Jvms.byDefault("UseCRC32CIntrinsics", "false")))
        .startsWith("in Java, because the JVM has no intrinsic");
    assertThat(crc32c(Jvms.chosen("UseCRC32Intrinsics", "false")))
        .isEqualTo("by an intrinsic of the JVM, if it has one for this processor");
  }

  @Test
  void digestSaysWhyItHasLanesOrNot() {
    JvmOptions.Option md5 = Jvms.byDefault("UseMD5Intrinsics", "true");
    Status lanes = new Status(Engine.VECTOR_LANES, 32, 5, 8, "8.00 times as fast");
    Status none = new Status(Engine.MESSAGE_DIGEST, 1, 1, 1, "too slow");
    assertThat(describe(ChecksumType.MD5, Optional.of(lanes), md5))
        .isEqualTo("VECTOR_LANES, 32 windows together if a call has 5 or more: 8.00 times as fast");
    assertThat(describe(ChecksumType.MD5, Optional.of(none), md5))
        .isEqualTo("MessageDigest, by an intrinsic of the JVM; no lanes: too slow");
    Status pairs = new Status(Engine.MESSAGE_DIGEST, 2, 2, 1, "too slow");
    JvmOptions.Option sha256 = Jvms.byDefault("UseSHA256Intrinsics", "true");
    assertThat(describe(ChecksumType.SHA256, Optional.of(pairs), sha256))
        .isEqualTo(
            "MessageDigest, by an intrinsic of the JVM, two windows at a time; no lanes: too slow");
    assertThat(Engines.inLanes(lanes)).isTrue();
    assertThat(Engines.inLanes(none)).isFalse();
    assertThat(Engines.inLanes(pairs)).isFalse();
  }

  @Test
  void digestHasNoIntrinsicWithoutTheOptimizer() {
    Status none = new Status(Engine.MESSAGE_DIGEST, 1, 1, 1, "no compiler");
    Jvm jvm = Jvms.ofMode("interpreted mode");
    assertThat(Engines.describe(ChecksumAlgorithms.of(ChecksumType.MD5), Optional.of(none), jvm))
        .isEqualTo(
            "MessageDigest, in Java, because its intrinsic needs the optimizing compiler;"
                + " no lanes: no compiler");
  }

  @Test
  void ofTheOthersOnlyAdler32HasNone() {
    Jvm jvm = Jvms.ofMode("interpreted mode", Jvms.byDefault("UseAdler32Intrinsics", "true"));
    assertThat(Engines.describe(ChecksumAlgorithms.of(ChecksumType.ADLER32), Optional.empty(), jvm))
        .isEqualTo("by the JDK's native zlib, because its intrinsic needs the optimizing compiler");
    assertThat(Engines.describe(ChecksumAlgorithms.of(ChecksumType.CRC32), Optional.empty(), jvm))
        .startsWith("by an intrinsic");
    assertThat(Engines.describe(ChecksumAlgorithms.of(ChecksumType.CRC32C), Optional.empty(), jvm))
        .startsWith("by an intrinsic");
  }

  @Test
  void whereZlibComputesItSaysSo() {
    assertThat(
            describe(
                ChecksumType.CRC32, Optional.empty(), Jvms.chosen("UseCRC32Intrinsics", "false")))
        .isEqualTo("by the JDK's native zlib, because of -XX:-UseCRC32Intrinsics");
    assertThat(
            describe(
                ChecksumType.ADLER32,
                Optional.empty(),
                Jvms.byDefault("UseAdler32Intrinsics", "false")))
        .startsWith("by the JDK's native zlib, because the JVM has no intrinsic");
  }

  @Test
  void intrinsicMayBeInAListOfDisabledOnes() {
    JvmOptions.Option on = Jvms.byDefault("UseCRC32CIntrinsics", "true");
    assertThat(crc32c(on, Jvms.byDefault("DisableIntrinsic", "")))
        .isEqualTo("by an intrinsic of the JVM");
    assertThat(
            crc32c(
                on,
                Jvms.chosen("DisableIntrinsic", "_a\n_b,_c"),
                Jvms.chosen("ControlIntrinsic", "-_d")))
        .isEqualTo(
            "by an intrinsic of the JVM, unless -XX:DisableIntrinsic=_a,_b,_c or"
                + " -XX:ControlIntrinsic=-_d disables it");
  }

  @Test
  void anotherProviderOfADigestIsNamed() {
    Status none = new Status(Engine.MESSAGE_DIGEST, 1, 1, 1, "another provider");
    Jvm jvm =
        Jvms.withProviders(
            Map.of(ChecksumType.MD5, "Front"),
            Jvms.byDefault("UseMD5Intrinsics", "true"),
            Jvms.byDefault("UseSHA256Intrinsics", "true"));
    assertThat(Engines.describe(ChecksumAlgorithms.of(ChecksumType.MD5), Optional.of(none), jvm))
        .isEqualTo("MessageDigest of provider Front; no lanes: another provider");
    assertThat(Engines.describe(ChecksumAlgorithms.of(ChecksumType.SHA256), Optional.of(none), jvm))
        .startsWith("MessageDigest, by an intrinsic of the JVM;");
  }

  @Test
  void checksumsThatTheJdkLacksAreInJava() {
    assertThat(describe(ChecksumType.CRC64NVME, Optional.empty()))
        .isEqualTo("in Java, by table lookups");
  }

  @Test
  void algorithmOfAServiceIsNamedByItsClass() {
    assertThat(Engines.describe(new ByteSumAlgorithm(), Optional.empty(), Jvms.good()))
        .isEqualTo("io.chunksum.cli.ByteSumAlgorithm, which is not part of the JDK");
  }
}
