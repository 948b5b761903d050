// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import java.lang.module.ModuleFinder;
import java.util.Optional;

/**
 * The properties of a JVM that decide how checksums are computed.
 *
 * @param feature the Java version, such as 17
 * @param mode how it runs code, from the property {@code java.vm.info}
 * @param lanes the property {@code chunksum.lanes}
 * @param vectorModule whether it was started with the Vector API
 * @param vectorModuleOffered whether it could have been
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

  /** The last compilation level, that of the optimizing compiler. */
  private static final String OPTIMIZED = "4";

  /** The compilation mode without it. */
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

  /** Returns the option that turns off the optimizing compiler in this JVM, if there is one. */
  Optional<JvmOptions.Option> optionAgainstOptimizer() {
    boolean tiered = options.find("TieredCompilation").filter(JvmOptions.Option::isOff).isEmpty();
    return options
        .chosen("TieredStopAtLevel")
        .filter(level -> tiered && !level.value().equals(OPTIMIZED))
        .or(() -> options.chosen("CompilationMode").filter(mode -> mode.value().equals(QUICK)));
  }
}
