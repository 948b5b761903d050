// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import io.chunksum.algorithm.ChecksumType;
import java.util.Arrays;
import java.util.Map;

/** JVMs to draw conclusions from. */
final class Jvms {

  static final String LINUX_MODE = "mixed mode, sharing";

  private Jvms() {}

  /** One that has everything. */
  static Jvm good(JvmOptions.Option... options) {
    return new Jvm(25, LINUX_MODE, Jvm.LANES_ON, true, true, Map.of(), options(options));
  }

  static Jvm ofVersion(int feature) {
    return new Jvm(feature, LINUX_MODE, Jvm.LANES_ON, true, true, Map.of(), options());
  }

  static Jvm ofMode(String mode, JvmOptions.Option... options) {
    return new Jvm(25, mode, Jvm.LANES_ON, false, true, Map.of(), options(options));
  }

  /** One without the Vector API where providers that are not the JDK's come first. */
  static Jvm withProviders(Map<ChecksumType, String> providers, JvmOptions.Option... options) {
    return new Jvm(25, LINUX_MODE, Jvm.LANES_ON, false, true, providers, options(options));
  }

  static Jvm withLanes(String lanes) {
    return new Jvm(25, LINUX_MODE, lanes, false, true, Map.of(), options());
  }

  static Jvm withoutVectorModule(boolean offered, JvmOptions.Option... options) {
    return new Jvm(25, LINUX_MODE, Jvm.LANES_ON, false, offered, Map.of(), options(options));
  }

  static JvmOptions options(JvmOptions.Option... options) {
    return name -> Arrays.stream(options).filter(option -> option.name().equals(name)).findFirst();
  }

  static JvmOptions.Option chosen(String name, String value) {
    return new JvmOptions.Option(name, value, true);
  }

  static JvmOptions.Option byDefault(String name, String value) {
    return new JvmOptions.Option(name, value, false);
  }
}
