// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumAlgorithm;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command with an added algorithm that was compiled for a later Java. */
class BrokenServiceTest {

  @TempDir private Path services;
  @TempDir private Path folder;
  private Path good;

  @BeforeEach
  void addTheAlgorithmAndAFile() throws Exception {
    byte[] later = ByteBuffer.allocate(16).putInt(0xCAFEBABE).putInt(Short.MAX_VALUE).array();
    Files.write(services.resolve("Later.class"), later);
    Path named = Files.createDirectories(services.resolve("META-INF/services"));
    Files.writeString(named.resolve(ChecksumAlgorithm.class.getName()), "Later\n");
    good = Cli.summed(folder.resolve("good"), Oracle.random(1, 100), "CRC32C", 64);
  }

  private Cli.Outcome run(String... args) throws Exception {
    List<String> command = new ArrayList<>(ChildJvm.command(ChildJvm.QUIET, Main.class, args));
    int path = command.indexOf("-cp") + 1;
    command.set(path, services + File.pathSeparator + command.get(path));
    Path out = services.resolve("out");
    ChildJvm.Ended ended = ChildJvm.run(command, out);
    return new Cli.Outcome(ended.status(), Files.readString(out), ended.err());
  }

  @Test
  void aFileWhoseTypeIsNotBuiltInIsAllThatAScanCannotVerify() throws Exception {
    Path added = Cli.summed(folder.resolve("added"), new byte[100], "byte-Sum/24", 64);
    Cli.Outcome outcome = run("scan", folder.toString());
    assertThat(outcome.lines()).containsExactly(good + ": OK (CRC32C, 2 windows)");
    assertThat(outcome.errorLines().get(0))
        .startsWith("chunksum: " + added + ": an algorithm cannot be loaded: Later has been");
    assertThat(outcome.status()).isEqualTo(3);
  }

  @Test
  void aDiagnosisThatCannotBeMadeLeavesTheMismatch() throws Exception {
    Cli.write(good, Oracle.random(2, 100));
    Cli.Outcome outcome = run("verify", "--diagnose", good.toString());
    assertThat(outcome.out()).contains(good + ": FAILED (CRC32C, 2 windows, 2 mismatched)");
    assertThat(outcome.errorLines())
        .singleElement()
        .asString()
        .startsWith("chunksum: " + good + ": no diagnosis: an algorithm cannot be loaded: ");
    assertThat(outcome.status()).isEqualTo(1);
  }
}
