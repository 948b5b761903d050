// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Imports go one way, as docs/architecture.md says. */
class ArchitectureTest {

  private static final String ROOT = "io.chunksum";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  /** What each package of the core may import, and nothing else of the core. */
  private static final Map<String, Set<String>> MAY_IMPORT =
      Map.ofEntries(
          entry("internal", Set.of()),
          entry("buffer", Set.of("internal")),
          entry("window", Set.of("buffer")),
          entry("algorithm", Set.of("internal")),
          entry("algorithm.lanes", Set.of("internal", "buffer", "algorithm")),
          entry("algorithm.vector", Set.of("internal", "algorithm", "algorithm.lanes")),
          entry("data", Set.of("internal", "algorithm")),
          entry("observe", Set.of("internal")),
          entry("observe.events", Set.of("observe")),
          entry(
              "compute",
              Set.of(
                  "internal",
                  "buffer",
                  "window",
                  "algorithm",
                  "algorithm.lanes",
                  "data",
                  "observe",
                  "observe.events")),
          entry("netty", Set.of("buffer")),
          entry(
              "verify",
              Set.of(
                  "internal",
                  "buffer",
                  "window",
                  "algorithm",
                  "data",
                  "observe",
                  "observe.events",
                  "compute")),
          entry(
              "verify.diagnosis",
              Set.of("internal", "buffer", "window", "algorithm", "data", "compute", "verify")),
          entry("append", Set.of("internal", "buffer", "algorithm", "data", "compute", "verify")),
          entry("file", Set.of("internal", "buffer")),
          entry("format", Set.of("algorithm", "data")),
          entry("format.compact", Set.of("internal", "window", "algorithm", "data")),
          entry(
              "format.hadoop",
              Set.of("internal", "window", "algorithm", "data", "compute", "file", "format")),
          entry(
              "format.aeron",
              Set.of(
                  "internal",
                  "buffer",
                  "algorithm",
                  "data",
                  "compute",
                  "verify",
                  "file",
                  "observe.events")),
          entry("format.list", Set.of("buffer", "algorithm", "compute")),
          entry("format.s3", Set.of("internal", "algorithm", "data")),
          entry(
              "scan",
              Set.of(
                  "internal",
                  "buffer",
                  "window",
                  "algorithm",
                  "data",
                  "compute",
                  "verify",
                  "verify.diagnosis",
                  "file",
                  "format",
                  "format.list",
                  "observe",
                  "observe.events")));

  /** What only one package may use. */
  private static final Map<String, String> LIBRARY_OF =
      Map.of(
          "netty", "io.netty..",
          "algorithm.vector", "jdk.incubator.vector",
          "observe.events", "jdk.jfr",
          "compute", "com.sun.management");

  @Test
  void everyPackageOfTheCoreHasItsRule() {
    Set<String> found =
        CLASSES.stream()
            .map(JavaClass::getPackageName)
            .filter(name -> name.startsWith(ROOT + "."))
            .map(name -> name.substring(ROOT.length() + 1))
            .filter(name -> !name.matches("(proto|cli|tests|bench)(\\..*)?"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(found).isEqualTo(new TreeSet<>(MAY_IMPORT.keySet()));
  }

  @Test
  void stagesImportOnlyStagesBeforeThem() {
    MAY_IMPORT.forEach((name, stages) -> {
      Stream<String> own = Stream.concat(Stream.of(name), stages.stream());
      Stream<String> libraries = Stream.of("java..", "org.jspecify.annotations");
      Stream<String> onlyHere = Stream.ofNullable(LIBRARY_OF.get(name));
      classes()
          .that()
          .resideInAPackage(ROOT + "." + name)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              Stream.of(own.map(stage -> ROOT + "." + stage), libraries, onlyHere)
                  .flatMap(names -> names)
                  .toArray(String[]::new))
          .check(CLASSES);
    });
  }

  @Test
  void nothingImportsTheEntryPackage() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".*..")
        .and()
        .resideOutsideOfPackages(ROOT + ".proto..", ROOT + ".cli..", ROOT + ".tests..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT)
        .check(CLASSES);
  }

  /** Some languages have digits of their own, and Turkish an i without a dot. */
  @Test
  void noTextDependsOnTheLanguageOfTheJvm() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + ".cli..", ROOT + ".tests..")
        .should()
        .callMethod(String.class, "formatted", Object[].class)
        .orShould()
        .callMethod(String.class, "format", String.class, Object[].class)
        .orShould()
        .callMethod(String.class, "toLowerCase")
        .orShould()
        .callMethod(String.class, "toUpperCase")
        .check(CLASSES);
  }

  /** What leaves unused classes out of a jar looks at names of classes, not at strings. */
  @Test
  void whatMakesTheClassOfACrcNamesItsTemplate() {
    assertThat(CLASSES.get(ROOT + ".algorithm.CrcLoop").getDirectDependenciesFromSelf())
        .extracting(dependency -> dependency.getTargetClass().getSimpleName())
        .contains("BraidedCrcLoop");
  }

  @Test
  void thereAreNoCycles() {
    slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLASSES);
  }
}
