// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import java.lang.module.ModuleFinder;
import java.util.Optional;

/**
 * What it depends on in a JVM how checksums are computed.
 *
 * @param feature the version of Java, such as 17
 * @param mode how it runs code, as the property {@code java.vm.info} says it
 * @param lanes the property {@code chunksum.lanes}
 * @param vectorModule whether it was started with the Vector API
 * @param vectorModuleOffered whether it could be
 * @param options its options
 */
record Jvm(
    int feature,
    String mode,
    String lanes,
    boolean vectorModule,
    boolean vectorModuleOffered,
    JvmOptions options) {

  static final String LANES_PROPERTY = "chunksum.lanes";
  static final String LANES_ON = "auto";
  static final String VECTOR_MODULE = "jdk.incubator.vector";

  /** The last level of compilation, that of the optimizing compiler. */
  private static final String OPTIMIZED = "4";

  /** The mode of compilation without it. */
  private static final String QUICK = "quick-only";

  static Jvm current() {
    return new Jvm(
        Runtime.version().feature(),
        System.getProperty("java.vm.info", "unknown mode").lines().findFirst().orElse(""),
        System.getProperty(LANES_PROPERTY, LANES_ON),
        ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent(),
        ModuleFinder.ofSystem().find(VECTOR_MODULE).isPresent(),
        JvmOptions.ofThisJvm());
  }

  boolean interpretsOnly() {
    return mode.contains("interpreted mode");
  }

  boolean lacksOptimizer() {
    return interpretsOnly() || optionAgainstOptimizer().isPresent();
  }

  /** The option that keeps the optimizing compiler from this JVM, if one does. */
  Optional<JvmOptions.Option> optionAgainstOptimizer() {
    boolean tiered = options.find("TieredCompilation").filter(JvmOptions.Option::isOff).isEmpty();
    return options
        .chosen("TieredStopAtLevel")
        .filter(level -> tiered && !level.value().equals(OPTIMIZED))
        .or(() -> options.chosen("CompilationMode").filter(mode -> mode.value().equals(QUICK)));
  }
}
