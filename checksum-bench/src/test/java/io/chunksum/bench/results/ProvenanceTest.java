// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

class ProvenanceTest {
  private static final Provenance SOME =
      new Provenance("0123abc-dirty", "2 x Some CPU (family 1, model 2)", 64, "Some -f 1");

  @Test
  void comesBackFromJvmArguments() {
    assertThat(Provenance.of(SOME.jvmArgs())).isEqualTo(SOME);
  }

  @Test
  void isUnknownWhereNothingIsSaid() {
    assertThat(Provenance.of(List.of("-Xmx1g")))
        .isEqualTo(new Provenance("unknown", "unknown", 0, "unknown"));
  }

  @Test
  void reachesTheForksThroughTheCommandLineOfJmh() throws CommandLineOptionException {
    CommandLineOptions options =
        new CommandLineOptions(SOME.addTo(new String[] {"Some", "-f", "1"}));
    assertThat(options.getJvmArgsPrepend().get()).containsExactlyElementsOf(SOME.jvmArgs());
    assertThat(options.getIncludes()).containsExactly("Some");
    assertThat(options.getForkCount().get()).isEqualTo(1);
  }

  @Test
  void keepsArgumentsThatAreAlreadyThere() throws CommandLineOptionException {
    String[] args = {"Some", "-jvmArgsPrepend", "-Da=b -Xint"};
    CommandLineOptions options = new CommandLineOptions(SOME.addTo(args));
    assertThat(options.getJvmArgsPrepend().get())
        .containsAll(SOME.jvmArgs())
        .endsWith("-Da=b", "-Xint");
  }

  @Test
  void saysWhatThisBuildIs() {
    Provenance here = Provenance.here(List.of("a", "-rff", "/b", "-f", "1", "-o", "/c"));
    assertThat(here.command()).isEqualTo("a -f 1");
    assertThat(here.commit()).matches("unknown|[0-9a-f]{7,}(-dirty)?");
    assertThat(here.cpu()).matches("\\d+ x .+");
    assertThat(here.vectorBytes()).isBetween(0, 256);
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
