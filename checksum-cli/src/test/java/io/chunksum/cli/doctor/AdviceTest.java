// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.compute.DigestLanes.Engine;
import io.chunksum.compute.DigestLanes.Status;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdviceTest {

  private static final String NOTHING = "Nothing to improve.";

  private static List<String> of(Jvm jvm) {
    return Advice.of(jvm, Map.of());
  }

  @Test
  void whereAllIsWellItSaysSo() {
    assertThat(of(Jvms.good())).containsExactly(NOTHING);
    assertThat(
            of(
                Jvms.good(
                    Jvms.chosen("UseCRC32CIntrinsics", "true"),
                    Jvms.byDefault("UseMD5Intrinsics", "false"),
                    Jvms.byDefault("UseSHA", "false"),
                    Jvms.byDefault("UseAVX", "1"),
                    Jvms.byDefault("DisableIntrinsic", ""))))
        .containsExactly(NOTHING);
  }

  @ParameterizedTest
  @CsvSource({
    "UseCRC32Intrinsics, CRC32",
    "UseCRC32CIntrinsics, CRC32C",
    "UseSHA256Intrinsics, SHA256",
    "UseMD5Intrinsics, MD5",
    "UseAdler32Intrinsics, ADLER32",
    "UseSHA, SHA256"
  })
  void intrinsicThatSomebodySwitchedOffIsNamedWithItsType(String option, String type) {
    assertThat(of(Jvms.good(Jvms.chosen(option, "false"))))
        .containsExactly(
            "Remove -XX:-"
                + option
                + ": because of it, "
                + type
                + " does not use the processor's instructions.");
  }

  @ParameterizedTest
  @CsvSource({"UseSSE, 2", "UseAVX, 1", "MaxVectorSize, 16", "UseSVE, 0"})
  void limitOfInstructionsIsNamed(String option, String value) {
    assertThat(of(Jvms.good(Jvms.chosen(option, value))))
        .singleElement()
        .asString()
        .startsWith("Remove -XX:" + option + "=" + value + " if");
  }

  @ParameterizedTest
  @CsvSource({"DisableIntrinsic, _updateBytesCRC32", "ControlIntrinsic, -_updateBytesCRC32"})
  void listOfDisabledIntrinsicsIsNamed(String option, String value) {
    assertThat(of(Jvms.good(Jvms.chosen(option, value))))
        .singleElement()
        .asString()
        .startsWith("Remove -XX:" + option + "=" + value + " if");
  }

  @Test
  void everyFaultHasItsAdvice() {
    assertThat(of(Jvms.good(Jvms.chosen("UseSHA", "false"), Jvms.chosen("UseAVX", "0"))))
        .hasSize(2);
  }

  @Test
  void interpreterIsNamedAndNoVectorsAskedFor() {
    assertThat(of(Jvms.ofMode("interpreted mode, sharing")))
        .singleElement()
        .asString()
        .startsWith("Remove -Xint:");
  }

  @ParameterizedTest
  @CsvSource({
    "TieredStopAtLevel, 0",
    "TieredStopAtLevel, 1",
    "TieredStopAtLevel, 3",
    "CompilationMode, quick-only"
  })
  void optionAgainstTheOptimizerIsNamedAndNoVectorsAskedFor(String option, String value) {
    assertThat(of(Jvms.withoutVectorModule(true, Jvms.chosen(option, value))))
        .singleElement()
        .asString()
        .startsWith("Remove -XX:" + option + "=" + value + ": it turns off the optimizing");
  }

  @Test
  void optionsThatLeaveTheOptimizerAreNotNamed() {
    assertThat(
            of(
                Jvms.good(
                    Jvms.chosen("TieredStopAtLevel", "4"),
                    Jvms.chosen("CompilationMode", "high-only"))))
        .containsExactly(NOTHING);
    assertThat(
            of(
                Jvms.good(
                    Jvms.chosen("TieredCompilation", "false"),
                    Jvms.chosen("TieredStopAtLevel", "1"))))
        .containsExactly(NOTHING);
    assertThat(of(Jvms.good(Jvms.chosen("NeverActAsServerClassMachine", "true"))))
        .containsExactly(NOTHING);
  }

  @Test
  void modeThatLacksTheOptimizerIsExplained() {
    String mode = "mixed mode, emulated-client, sharing";
    JvmOptions.Option client = Jvms.chosen("NeverActAsServerClassMachine", "true");
    assertThat(of(Jvms.ofMode(mode, client)))
        .singleElement()
        .asString()
        .startsWith("Remove -XX:+NeverActAsServerClassMachine: it turns off the optimizing");
    assertThat(of(Jvms.ofMode(mode, client, Jvms.chosen("TieredStopAtLevel", "1"))))
        .singleElement()
        .asString()
        .startsWith("Remove -XX:TieredStopAtLevel=1: it turns off the optimizing");
  }

  @Test
  void vectorModuleIsAskedForWhereThereIsOne() {
    assertThat(of(Jvms.withoutVectorModule(true)))
        .singleElement()
        .asString()
        .startsWith("Add --add-modules jdk.incubator.vector:");
    assertThat(of(Jvms.withoutVectorModule(false))).containsExactly(NOTHING);
  }

  @Test
  void vectorModuleIsAskedForWhereADigestCanHaveLanes() {
    assertThat(of(Jvms.withProviders(Map.of(ChecksumType.SHA256, "Front"))))
        .satisfiesExactly(
            provider ->
                assertThat(provider)
                    .startsWith("Prefer the JDK's own security provider to Front unless")
                    .endsWith("no lanes for what it computes, SHA256."),
            module ->
                assertThat(module)
                    .startsWith("Add --add-modules jdk.incubator.vector: MD5 of many windows"));
    assertThat(
            of(Jvms.withProviders(Map.of(ChecksumType.SHA256, "Front", ChecksumType.MD5, "Front"))))
        .singleElement()
        .asString()
        .endsWith("no lanes for what it computes, SHA256 and MD5.");
  }

  @Test
  void propertyThatTurnsLanesOffIsNamed() {
    assertThat(of(Jvms.withLanes("off")))
        .singleElement()
        .asString()
        .startsWith("Remove -Dchunksum.lanes=off unless");
  }

  @ParameterizedTest
  @ValueSource(ints = {22, 23, 24})
  void versionsThatRefuseSharedSegmentsAreNamed(int feature) {
    assertThat(of(Jvms.ofVersion(feature))).singleElement().asString().contains("JDK-8357145");
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 21, 25})
  void versionsThatReadSharedSegmentsAreNotNamed(int feature) {
    assertThat(of(Jvms.ofVersion(feature))).containsExactly(NOTHING);
  }

  @Test
  void optionThatLanesHangOnIsToBeKept() {
    Status vectors = new Status(Engine.VECTOR_LANES, 32, 5, 8.04, "");
    Status plain = new Status(Engine.PLAIN_LANES, 256, 90, 2.2, "");
    assertThat(
            Advice.of(Jvms.good(), Map.of(ChecksumType.SHA256, vectors, ChecksumType.MD5, vectors)))
        .containsExactly(
            NOTHING,
            "This JVM was started with --add-modules jdk.incubator.vector. Use it for your own JVM"
                + " too: it makes MD5 8.0 times, SHA256 8.0 times as fast as MessageDigest.");
    assertThat(Advice.of(Jvms.good(), Map.of(ChecksumType.MD5, plain))).containsExactly(NOTHING);
  }
}
