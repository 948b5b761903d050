// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import java.lang.module.ModuleFinder;

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
    return interpretsOnly() || mode.contains("emulated-client");
  }
}
