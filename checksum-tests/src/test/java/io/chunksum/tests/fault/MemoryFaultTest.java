// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.tests.ChildJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults that may take the JVM with them, each in a JVM of its own. */
class MemoryFaultTest {

  @TempDir private Path folder;

  private ChildJvm run(Class<?> probe, List<String> options, String... args) throws Exception {
    List<String> all = new ArrayList<>(ChildJvm.classPath());
    all.add("-XX:-CreateCoredumpOnCrash");
    all.add("-XX:ErrorFile=" + folder.resolve("error.log"));
    all.addAll(options);
    return ChildJvm.run(all, probe, args);
  }

  /** Whether the fault hits the interpreter, compiled code or an intrinsic is up to the JVM. */
  @ParameterizedTest
  @ValueSource(strings = {"CRC32C", "MD5"})
  @EnabledOnOs(OS.LINUX)
  void aMappedFileThatIsTruncatedGivesAnErrorAndNoChecksum(String type) throws Exception {
    Path file = Files.write(folder.resolve("file"), new byte[1 << 20]);
    ChildJvm jvm = run(TruncatedMappingProbe.class, List.of(), file.toString(), type);
    assertThat(jvm.said()).contains("mapped").doesNotContain("computed");
    if (jvm.status() == 0) {
      assertThat(jvm.said()).contains("java.lang.InternalError");
    } else {
      assertThat(jvm.said()).contains("SIGBUS");
    }
  }

  @Test
  void withoutDirectMemoryAReaderSaysSoAndGoesOnWhenThereIsSome() throws Exception {
    Path file = Files.write(folder.resolve("file"), new byte[5 << 20]);
    ChildJvm jvm =
        run(
            DirectMemoryProbe.class,
            List.of("-XX:MaxDirectMemorySize=6m"),
            file.toString(),
            "5500000");
    assertThat(jvm.status()).as(jvm.said()).isZero();
    assertThat(jvm.said().lines())
        .containsExactly(
            "plain: no memory", "ahead: no memory", "plain: 5242880", "ahead: 5242880");
  }

  /** Nothing but garbage collection would free it, and small files make little garbage. */
  @Test
  void aScannerNeedsNoMoreDirectMemoryForManyCallsThanForOne() throws Exception {
    Path file = Files.write(folder.resolve("file"), new byte[5000]);
    ChildJvm jvm =
        run(
            ScanMemoryProbe.class,
            List.of("-XX:MaxDirectMemorySize=6m", "-XX:+DisableExplicitGC"),
            file.toString());
    assertThat(jvm.status()).as(jvm.said()).isZero();
    assertThat(jvm.said().lines()).containsExactly("verified: 90");
  }
}
