// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A checksum program of GNU coreutils, where the machine has it. */
record GnuTool(String name) {

  /** What a run gave. */
  record Outcome(int status, String out, String err) {}

  /** Skips the test where there is no such program of version 9; fails where CI is set. */
  GnuTool assumeInstalled(Path folder) throws Exception {
    String version;
    try {
      version = run(folder, List.of("--version")).out().lines().findFirst().orElse("");
    } catch (IOException e) {
      version = "this machine has none";
    }
    boolean installed = version.matches(".*GNU coreutils\\) (9|[1-9][0-9])\\..*");
    String problem = name + " is not of GNU coreutils 9 or later: " + version;
    if (System.getenv("CI") == null) {
      assumeTrue(installed, problem);
    }
    assertThat(installed).as(problem).isTrue();
    return this;
  }

  Outcome run(Path folder, List<String> args) throws Exception {
    List<String> command = new ArrayList<>(List.of(name));
    command.addAll(args);
    Path out = Files.createTempFile("gnu", ".out");
    Path err = Files.createTempFile("gnu", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("LC_ALL", "C");
    try {
      Process process = builder.start();
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }
}
