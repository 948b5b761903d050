// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import io.chunksum.algorithm.ChecksumType;
import java.lang.module.ModuleFinder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The properties of a JVM that decide how checksums are computed.
 *
 * @param feature the Java version, such as 17
 * @param mode how it runs code, from the property {@code java.vm.info}
 * @param lanes the property {@code chunksum.lanes}
 * @param vectorModule whether it was started with the Vector API
 * @param vectorModuleOffered whether it could have been
 * @param foreignProviders the name of the preferred security provider of each digest for which that
 *     is not the JDK's own, so that there are no lanes
 * @param options its options
 */
record Jvm(
    int feature,
    String mode,
    String lanes,
    boolean vectorModule,
    boolean vectorModuleOffered,
    Map<ChecksumType, String> foreignProviders,
    JvmOptions options) {

  static final String LANES_PROPERTY = "chunksum.lanes";
  static final String LANES_ON = "auto";
  static final String VECTOR_MODULE = "jdk.incubator.vector";

  /** The digests that can have lanes. */
  static final List<ChecksumType> DIGESTS = List.of(ChecksumType.SHA256, ChecksumType.MD5);

  /** The last compilation level, that of the optimizing compiler. */
  private static final String OPTIMIZED = "4";

  /** The compilation mode without it. */
  private static final String QUICK = "quick-only";

  /** What a JVM without it says of its mode, unless it has only been told where to stop. */
  private static final String CLIENT = "emulated-client";

  static Jvm current() {
    return new Jvm(
        Runtime.version().feature(),
        System.getProperty("java.vm.info", "unknown mode").lines().findFirst().orElse(""),
        System.getProperty(LANES_PROPERTY, LANES_ON),
        ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent(),
        ModuleFinder.ofSystem().find(VECTOR_MODULE).isPresent(),
        findForeignProviders(),
        JvmOptions.ofThisJvm());
  }

  private static Map<ChecksumType, String> findForeignProviders() {
    Map<ChecksumType, String> found = new HashMap<>();
    foreignProvider("SHA-256").ifPresent(name -> found.put(ChecksumType.SHA256, name));
    foreignProvider("MD5").ifPresent(name -> found.put(ChecksumType.MD5, name));
    return found;
  }

  private static Optional<String> foreignProvider(String digest) {
    try {
      Provider provider = MessageDigest.getInstance(digest).getProvider();
      boolean own = Object.class.getModule().equals(provider.getClass().getModule());
      return own ? Optional.empty() : Optional.of(provider.getName());
    } catch (NoSuchAlgorithmException e) {
      return Optional.empty(); // No provider has it.
    }
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
        .or(() -> options.chosen("CompilationMode").filter(mode -> mode.value().equals(QUICK)))
        .or(() ->
            options
                .chosen("NeverActAsServerClassMachine") // Before JDK 27; yields to such as these.
                .filter(option -> mode.contains(CLIENT)));
  }
}
