// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.tests.ChildJvm;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which engine a JVM uses, and why, depending on its options and on what was asked of it; each in a
 * JVM of its own. None of these tests depends on lanes being faster: the machine may be busy.
 */
class EngineChoiceTest {

  private static final String ALL_PERMISSIONS = "permission java.security.AllPermission";
  private static final List<String> VECTOR = List.of("--add-modules", "jdk.incubator.vector");

  /** Runs a scenario of {@link EngineProbe}, which must hold; returns what the JVM has printed. */
  private static String assertHolds(List<String> options, String... scenario) throws Exception {
    List<String> all = new ArrayList<>(options);
    all.addAll(ChildJvm.classPath());
    ChildJvm child = ChildJvm.run(all, EngineProbe.class, scenario);
    assertThat(child.status()).as(child.said()).isZero();
    assertThat(child.said()).contains("held: " + scenario[0]).doesNotContain("Exception in");
    return child.said();
  }

  @Test
  void withoutTheVectorModuleThereAreLanesForMd5Only() throws Exception {
    assertHolds(List.of(), "withoutVectorModule");
  }

  @ParameterizedTest
  @ValueSource(strings = {"off", "vector"})
  void aSettingOtherThanAutoTurnsLanesOff(String setting) throws Exception {
    String property = "-Dchunksum.lanes=" + setting;
    List<String> options = new ArrayList<>(VECTOR);
    options.add(property);
    assertHolds(options, "excluded", property);
  }

  @Test
  void whatIsTurnedOffIsNotChecked() throws Exception {
    List<String> options = new ArrayList<>(VECTOR);
    options.add("-Dchunksum.lanes=off");
    assertHolds(options, "neverStartsWhereExcluded");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xint",
        "-XX:TieredStopAtLevel=1",
        "-XX:TieredStopAtLevel=3",
        "-XX:CompilationMode=quick-only"
      })
  void aJvmWithoutItsOptimizingCompilerHasNoLanes(String option) throws Exception {
    List<String> options = new ArrayList<>(VECTOR);
    options.add(option);
    assertHolds(options, "excluded", "without its optimizing compiler");
  }

  /** JDK 27 no longer has the option. */
  @Test
  @EnabledForJreRange(max = JRE.JAVA_26)
  void aJvmThatAsksForTheClientCompilerHasNoLanes() throws Exception {
    aJvmWithoutItsOptimizingCompilerHasNoLanes("-XX:+NeverActAsServerClassMachine");
  }

  /** An image for an application on the class path may have been made without it. */
  @Test
  void aJvmThatCannotCountGarbageHasNoLanes() throws Exception {
    List<String> options = new ArrayList<>(VECTOR);
    options.add("--limit-modules=java.base,jdk.incubator.vector");
    assertHolds(options, "excluded", "no module jdk.management");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "foreignProviderBefore",
        "foreignProviderAfter",
        "foreignProviderAfterCalculators",
        "bouncyCastle"
      })
  void aPreferredForeignProviderRulesLanesOut(String scenario) throws Exception {
    assertHolds(VECTOR, scenario);
  }

  @ParameterizedTest
  @ValueSource(strings = {"await", "awaitNotLongEnough", "checkTwice", "setWhileChecking"})
  void aCheckCanBeAwaitedForcedAndOverruled(String scenario) throws Exception {
    assertHolds(VECTOR, scenario);
  }

  @Test
  void aCheckWithoutMemoryIsRepeatedLater() throws Exception {
    assertHolds(List.of("-XX:MaxDirectMemorySize=1m"), "withoutMemory");
  }

  @Test
  void aJvmThatKeepsGarbageChecksNoVectorLanes() throws Exception {
    List<String> options = new ArrayList<>(VECTOR);
    options.addAll(List.of("-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC", "-Xmx256m"));
    assertHolds(options, "withoutCollector");
  }

  @Test
  void aJvmWithoutVectorsChecksNoVectorLanes() throws Exception {
    List<String> options = new ArrayList<>(VECTOR);
    options.add("-XX:MaxVectorSize=8");
    assertHolds(options, "withoutVectors");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "startsByItself",
        "startsByItselfInBatches",
        "startsLaterForSha256",
        "neverStartsOnceSet"
      })
  void aCheckBeginsByItselfWhenEnoughWasDigested(String scenario) throws Exception {
    List<String> options = new ArrayList<>(VECTOR);
    options.add("-Dchunksum.lanes=auto");
    assertHolds(options, scenario);
  }

  /** For that, the JVM makes code, which takes longer than a short program runs. */
  @Test
  void theFirstDigestsCompareNoRecords() throws Exception {
    assertThat(assertHolds(List.of("-Xlog:class+load"), "firstDigests"))
        .contains("io.chunksum.compute.LaneRunner ")
        .doesNotContain("java.lang.runtime.ObjectMethods ");
  }

  /** To ask for processor time takes as long as lanes do for a group of short windows. */
  @Test
  void anEngineThatWasSetIsNotTimed() throws Exception {
    assertThat(assertHolds(List.of("-Xlog:class+load"), "inUseOnceSet"))
        .contains("io.chunksum.compute.LaneWorkspace ")
        .doesNotContain("io.chunksum.compute.ProcessorTime ");
  }

  @Test
  void lanesInCompiledCodeMakeNoGarbageInCallsUnlikeTheFirst() throws Exception {
    assertHolds(VECTOR, "noGarbageOnceCompiled");
  }

  @Test
  void lanesThatPassedTheCheckMakeNoGarbageInACallThatLeavesSomeIdle() throws Exception {
    assertHolds(VECTOR, "noGarbageOnceChecked");
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_22)
  void lanesThatPassedTheCheckMakeNoGarbageInMemoryOfArenas() throws Exception {
    assertHolds(VECTOR, "noGarbageOverArenas");
  }

  /** With Flight Recorder, with which it may not register events either. */
  @ParameterizedTest
  @CsvSource({
    "another, chunksum.lanes",
    "chunksum.lanes, java.vm.info",
    "chunksum.lanes java.vm.info, no thread may be"
  })
  @EnabledForJreRange(max = JRE.JAVA_23)
  void aSecurityManagerCostsLanesAndNoDigest(String readable, String why, @TempDir Path directory)
      throws Exception {
    StringBuilder policy = new StringBuilder();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      URI place = Path.of(entry).toUri();
      if (!place.equals(core().toUri())) {
        policy.append("grant codeBase \"%s\" { %s; };\n".formatted(place, ALL_PERMISSIONS));
      }
    }
    for (String property : readable.split(" ", -1)) {
      policy
          .append("grant { permission java.util.PropertyPermission \"")
          .append(property)
          .append("\", \"read\"; };\n");
    }
    Path file = Files.writeString(directory.resolve("policy"), policy);
    assertHolds(
        List.of(
            "-XX:StartFlightRecording",
            "-Djava.security.manager",
            "-Djava.security.policy==" + file),
        "underSecurityManager",
        why);
  }

  /** The library's classes. */
  private static Path core() throws Exception {
    return Path.of(ChunkChecksum.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  @Test
  void theLanesWorkInANamedModule() throws Exception {
    assertHolds(
        List.of("-p", core().toString(), "--add-modules", "io.chunksum,jdk.incubator.vector"),
        "modulePath");
  }
}
