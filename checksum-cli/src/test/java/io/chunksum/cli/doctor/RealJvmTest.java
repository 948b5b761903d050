// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.cli.ChildJvm;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What real JVMs reveal of their options. */
@EnabledIfSystemProperty(named = "java.vm.name", matches = ".*HotSpot.*|OpenJDK.*")
class RealJvmTest {

  private static final String VECTOR = "--add-modules jdk.incubator.vector";

  /** The advice to a JVM that also has what doctor itself asks for. */
  private static List<String> advice(String... options) throws IOException, URISyntaxException {
    List<String> all =
        Stream.concat(Stream.of("-XX:+UnlockDiagnosticVMOptions"), Arrays.stream(options)).toList();
    Process process =
        new ProcessBuilder(ChildJvm.command(all, AdviceProbe.class))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.inputReader().lines().toList();
  }

  @ParameterizedTest
  @CsvSource({
    "-XX:-UseCRC32Intrinsics, Remove -XX:-UseCRC32Intrinsics:",
    "-XX:-UseCRC32CIntrinsics, Remove -XX:-UseCRC32CIntrinsics:",
    "-XX:-UseMD5Intrinsics, Remove -XX:-UseMD5Intrinsics:",
    "-XX:-UseSHA, Remove -XX:-UseSHA:",
    "-XX:DisableIntrinsic=_updateBytesCRC32, Remove -XX:DisableIntrinsic=_updateBytesCRC32",
    "-XX:ControlIntrinsic=-_updateBytesCRC32, Remove -XX:ControlIntrinsic=-_updateBytesCRC32",
    "-XX:MaxVectorSize=16, Remove -XX:MaxVectorSize=16",
    "-Xint, Remove -Xint:",
    "-XX:TieredStopAtLevel=1, Remove -XX:TieredStopAtLevel=1:",
    "-XX:TieredStopAtLevel=3, Remove -XX:TieredStopAtLevel=3:",
    "-XX:CompilationMode=quick-only, Remove -XX:CompilationMode=quick-only:",
    "-Dchunksum.lanes=off, Remove -Dchunksum.lanes=off"
  })
  void optionThatSlowsChecksumsIsFound(String option, String advice)
      throws IOException, URISyntaxException {
    assertThat(advice("--add-modules", "jdk.incubator.vector", option))
        .anyMatch(line -> line.startsWith(advice));
  }

  /** JDK 27 no longer has the option. */
  @Test
  @EnabledForJreRange(max = JRE.JAVA_26)
  void optionThatAsksForTheClientCompilerIsFound() throws IOException, URISyntaxException {
    optionThatSlowsChecksumsIsFound(
        "-XX:+NeverActAsServerClassMachine", "Remove -XX:+NeverActAsServerClassMachine:");
  }

  @Test
  void anotherProviderIsFound(@TempDir Path folder) throws IOException, URISyntaxException {
    Path properties = folder.resolve("properties");
    Files.writeString(
        properties,
        "security.provider.1=" + OtherProvider.class.getName() + "\nsecurity.provider.2=SUN\n");
    assertThat(advice("-Djava.security.properties=" + properties))
        .anyMatch(line -> line.startsWith("Prefer the JDK's own security provider to Other "))
        .anyMatch(line -> line.startsWith("Add " + VECTOR + ": MD5 of"));
  }

  @Test
  void missingModuleIsFound() throws IOException, URISyntaxException {
    assertThat(advice()).anyMatch(line -> line.startsWith("Add " + VECTOR));
    assertThat(advice("--add-modules", "jdk.incubator.vector"))
        .isNotEmpty()
        .noneMatch(line -> line.contains(VECTOR));
  }
}
