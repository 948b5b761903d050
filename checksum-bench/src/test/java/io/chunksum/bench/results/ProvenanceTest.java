// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

class ProvenanceTest {
  @Test
  void saysWhatThisBuildIs() throws CommandLineOptionException {
    Provenance here = here("a", "-rff", "/b", "-f", "1", "-o", "/c");
    assertThat(here.command()).isEqualTo("a -f 1");
    assertThat(here.commit()).matches("unknown|[0-9a-f]{7,}(-dirty)?");
    assertThat(here.cpu()).matches("\\d+ x .+");
    assertThat(here.vectorBytes()).isBetween(0, 256);
  }

  @Test
  void doesNotTakeItsOwnVectorsForThoseOfOtherForks() throws CommandLineOptionException {
    assumeThat(here("a").vectorBytes()).isPositive();
    for (String option : List.of("-jvm", "-jvmArgs", "-jvmArgsPrepend", "-jvmArgsAppend")) {
      assertThat(here("a", option, "java").vectorBytes()).as(option).isZero();
    }
  }

  private static Provenance here(String... command) throws CommandLineOptionException {
    return Provenance.here(List.of(command), new CommandLineOptions(command));
  }

  @Test
  void namesProcessorsAsLinuxDoes() {
    List<String> cpuInfo =
        List.of(
            "processor\t: 0",
            "cpu family\t: 25",
            "model\t\t: 17",
            "model name\t: AMD EPYC",
            "",
            "processor\t: 1",
            "model name\t: Other");
    assertThat(Processors.model(cpuInfo)).isEqualTo("AMD EPYC (family 25, model 17)");
    assertThat(Processors.model(List.of("processor\t: 0", "CPU part\t: 0xd40")))
        .isEqualTo(System.getProperty("os.arch"));
  }
}
