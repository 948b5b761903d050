// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MachineTest {

  @Test
  void processorIsTheFirstThatLinuxNames() {
    assertThat(Machine.model(Stream.of("model\t: 7", "model name\t: One: X ", "model name\t: Two")))
        .isEqualTo("One: X");
    assertThat(Machine.model(Stream.of("CPU part : 0xd0c")))
        .isEqualTo(System.getProperty("os.arch"));
  }

  @Test
  void directMemoryIsThatOfTheHeapUnlessSet() {
    long heap = Runtime.getRuntime().maxMemory();
    assertThat(Machine.maxDirectMemory(Jvms.options())).isEqualTo(heap);
    assertThat(Machine.maxDirectMemory(Jvms.options(Jvms.byDefault("MaxDirectMemorySize", "0"))))
        .isEqualTo(heap);
    assertThat(Machine.maxDirectMemory(Jvms.options(Jvms.chosen("MaxDirectMemorySize", "4096"))))
        .isEqualTo(4096);
  }

  @Test
  void whatThisRunsOnIsDescribed() {
    assertThat(Machine.describe(Jvms.good(Jvms.byDefault("MaxVectorSize", "32"))))
        .hasSize(5)
        .anyMatch(line -> line.contains(System.getProperty("java.vm.version")))
        .anyMatch(line -> line.endsWith(" for this JVM, vectors of up to 256 bits"))
        .anyMatch(line -> line.startsWith("Memory     heap up to "));
  }
}
