// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import java.util.Map;

/** Prints the advice for the JVM that it is started in. */
public final class AdviceProbe {

  private AdviceProbe() {}

  public static void main(String[] args) {
    Advice.of(Jvm.current(), Map.of()).forEach(System.out::println);
  }
}
