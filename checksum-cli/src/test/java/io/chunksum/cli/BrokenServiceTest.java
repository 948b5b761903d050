// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.cli.sidecar.SidecarWriter;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.FileReplacement;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command with an added algorithm that does not work. */
class BrokenServiceTest {

  /** Of no algorithm. */
  private static final ChecksumType GONE = ChecksumType.of("GONE", 4);

  private static final String ONE_OF_TWO =
      "chunksum: of 2 files, 0 mismatched, 1 could not be checked";

  @TempDir private Path services;
  @TempDir private Path folder;
  private Path good;

  /** One that was compiled for a later Java. */
  @BeforeEach
  void addTheAlgorithmAndAFile() throws Exception {
    byte[] later = ByteBuffer.allocate(16).putInt(0xCAFEBABE).putInt(Short.MAX_VALUE).array();
    Files.write(services.resolve("Later.class"), later);
    add("Later");
    good = Cli.summed(folder.resolve("good"), Oracle.random(1, 100), "CRC32C", 64);
  }

  private void add(String service) throws IOException {
    Path named = Files.createDirectories(services.resolve("META-INF/services"));
    Files.writeString(named.resolve(ChecksumAlgorithm.class.getName()), service + "\n");
  }

  /** One that can be loaded, but whose checksums need a class that is missing. */
  private void addAnAlgorithmThatLacksAClass() throws IOException {
    compileAndAdd(
        "Lacking",
        """
        import io.chunksum.algorithm.*;

        public class Lacking implements ChecksumAlgorithm {
          public ChecksumType type() {
            return ChecksumType.of("LACKING", 4);
          }

          public StreamingChecksum newChecksum() {
            return Missing.make();
          }
        }

        class Missing {
          static StreamingChecksum make() {
            return null;
          }
        }
        """);
    Files.delete(services.resolve("Missing.class"));
  }

  /** One whose running checksums are those of another. */
  private void addAMislabelledAlgorithm() throws IOException {
    compileAndAdd(
        "Mislabelled",
        """
        import io.chunksum.algorithm.*;

        public class Mislabelled implements ChecksumAlgorithm {
          public ChecksumType type() {
            return ChecksumType.of("HALF", 16);
          }

          public StreamingChecksum newChecksum() {
            return ChecksumAlgorithms.of(ChecksumType.SHA256).newChecksum();
          }
        }
        """);
  }

  /** One that may well run elsewhere. */
  private void addAnAlgorithmThatCannotBeRunHere() throws IOException {
    compileAndAdd(
        "Native",
        """
        import io.chunksum.algorithm.*;

        public class Native implements ChecksumAlgorithm {
          public ChecksumType type() {
            return ChecksumType.of("NATIVE", 4);
          }

          public StreamingChecksum newChecksum() {
            throw new IllegalStateException("not on this processor");
          }
        }
        """);
  }

  private void compileAndAdd(String name, String code) throws IOException {
    Path source = Files.writeString(services.resolve(name + ".java"), code);
    String path = System.getProperty("java.class.path");
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-cp", path, "-d", services.toString(), source.toString());
    assertThat(status).isZero();
    add(name);
  }

  private Cli.Outcome run(String... args) throws Exception {
    List<String> command = new ArrayList<>(ChildJvm.command(ChildJvm.QUIET, Main.class, args));
    int path = command.indexOf("-cp") + 1;
    command.set(path, services + File.pathSeparator + command.get(path));
    Path out = services.resolve("out");
    ChildJvm.Ended ended = ChildJvm.run(command, out);
    return new Cli.Outcome(ended.status(), Files.readString(out), ended.err());
  }

  /** The type of the other file is registered as well, and can be loaded. */
  @Test
  void aFileWhoseTypeIsNotFoundIsAllThatAScanCannotVerify() throws Exception {
    Path added = Cli.summed(folder.resolve("added"), new byte[100], "byte-Sum/24", 64);
    Path gone = Cli.write(folder.resolve("gone"), new byte[100]);
    writeSidecar(gone, GONE);
    Cli.Outcome outcome = run("scan", folder.toString());
    assertThat(outcome.lines())
        .containsExactly(
            added + ": OK (byte-Sum/24, 2 windows)", good + ": OK (CRC32C, 2 windows)");
    // What follows is the JVM's to word: from JDK 27 on, it first says what it did not find.
    assertThat(outcome.errorLines().get(0))
        .startsWith("chunksum: " + gone + ": an algorithm cannot be loaded: ")
        .contains(" Later ", "class file version", "32767.0");
    assertThat(outcome.status()).isEqualTo(3);
  }

  /** In lower case, too. */
  @Test
  void builtInTypesNeedNoOthers() throws Exception {
    for (String type : List.of("CRC32C", "sha256")) {
      assertThat(run("sum", "-t", type, good.toString()).err()).isEmpty();
    }
  }

  @Test
  void aTypeThatMayBeACrcCostsTheOthersNothing() throws Exception {
    Path both = Cli.write(folder.resolve("both"), new byte[100]);
    writeSidecar(both, GONE, ChecksumType.CRC32C);
    Cli.Outcome text = run("composite", both.toString());
    assertThat(text.lines()).containsExactly(both + ": CRC32C 0x00000000 of 100 bytes");
    assertThat(text.errorLines())
        .singleElement()
        .asString()
        .startsWith("chunksum: " + both + ": no CRC of GONE: an algorithm cannot be loaded");
    assertThat(text.status()).isEqualTo(3);
    assertThat(run("composite", "--format", "json", both.toString()).json())
        .extracting(object -> object.containsKey("crc"), object -> object.containsKey("error"))
        .containsExactly(tuple(true, false), tuple(false, true));
  }

  @Test
  void theDoctorMeasuresTheOthers() throws Exception {
    Cli.Outcome outcome = run("doctor");
    assertThat(outcome.out()).contains("\nCRC32C: ", "\nSHA256: ", "\nADLER32: ");
    assertThat(outcome.errorLines())
        .singleElement()
        .asString()
        .startsWith("chunksum: only built-in algorithms are measured: an algorithm cannot be");
    assertThat(outcome.status()).isZero();
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

  @Test
  void aTypeThatMayBeOneThatCannotBeLoadedIsRefusedWithTheReason() throws Exception {
    Cli.Outcome outcome = run("sum", "-t", "LATER", good.toString());
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.errorLines())
        .singleElement()
        .asString()
        .startsWith("chunksum: Invalid value for option '-t': an algorithm cannot be loaded: ")
        .contains("Later")
        .endsWith(" (try 'chunksum sum --help')");
  }

  @Test
  void anAlgorithmThatLacksAClassSparesOtherFilesAndTheMismatch() throws Exception {
    addAnAlgorithmThatLacksAClass();
    Path lacking = Cli.write(folder.resolve("lacking"), new byte[100]);
    writeSidecar(lacking, ChecksumType.of("LACKING", 4));
    Cli.Outcome scan = run("scan", folder.toString());
    assertThat(scan.lines()).containsExactly(good + ": OK (CRC32C, 2 windows)");
    assertThat(scan.errorLines()).hasSize(2).endsWith(ONE_OF_TWO);
    assertThat(scan.errorLines().get(0))
        .startsWith("chunksum: " + lacking + ": the algorithm of LACKING cannot be run: ")
        .endsWith("Missing");
    assertThat(scan.status()).isEqualTo(3);

    String ofLacking = "chunksum: " + lacking + ": NoClassDefFoundError: Missing";
    String ofGood = "chunksum: " + good + ": NoClassDefFoundError: Missing";
    List<Path> both = List.of(lacking, good);
    Cli.Outcome sum = run(Cli.args(both, "sum", "-t", "LACKING"));
    assertThat(sum.errorLines()).containsExactly(ofLacking, ofGood);
    assertThat(sum.status()).isEqualTo(3);
    Cli.Outcome segments = run(Cli.args(both, "verify", "--from", "aeron", "-t", "lacking"));
    assertThat(segments.errorLines())
        .containsExactly(
            ofLacking, ofGood, "chunksum: of 2 files, 0 mismatched, 2 could not be checked");
    assertThat(segments.status()).isEqualTo(3);

    Cli.write(good, Oracle.random(2, 100));
    Cli.Outcome verify = run("verify", "--diagnose", good.toString());
    assertThat(verify.out()).contains(good + ": FAILED (CRC32C, 2 windows, 2 mismatched)");
    assertThat(verify.errorLines())
        .containsExactly("chunksum: " + good + ": no diagnosis: NoClassDefFoundError: Missing");
    assertThat(verify.status()).isEqualTo(1);
  }

  /** Other algorithms of the same length are tried, if they can be. */
  @Test
  void anAlgorithmThatCannotBeRunHereIsNotTriedInADiagnosis() throws Exception {
    addAnAlgorithmThatCannotBeRunHere();
    byte[] flipped = Oracle.random(1, 100);
    flipped[50] ^= 4;
    Cli.write(good, flipped);
    Cli.Outcome outcome = run("verify", "--diagnose", good.toString());
    assertThat(outcome.out()).contains(": bit 2 of byte 50 is flipped");
    assertThat(outcome.errorLines()).isEmpty();
    assertThat(outcome.status()).isEqualTo(1);
  }

  @Test
  void noFileIsVerifiedWithChecksumsOfAnotherType() throws Exception {
    addAMislabelledAlgorithm();
    Path half = Cli.write(folder.resolve("half"), new byte[100]);
    writeSidecar(half, ChecksumType.of("HALF", 16));
    String problem =
        "chunksum: "
            + half
            + ": the algorithm of type HALF (length 16) makes checksums of type SHA256 (length 32)";
    Cli.Outcome scan = run("scan", folder.toString());
    assertThat(scan.lines()).containsExactly(good + ": OK (CRC32C, 2 windows)");
    assertThat(scan.errorLines()).containsExactly(problem, ONE_OF_TWO);
    assertThat(scan.status()).isEqualTo(3);
    Cli.Outcome sum = run("sum", "-t", "HALF", half.toString());
    assertThat(sum.errorLines()).containsExactly(problem);
    assertThat(sum.status()).isEqualTo(3);
  }

  /** For a file of 100 bytes: one checksum of zeros for each type. */
  private static void writeSidecar(Path file, ChecksumType... types) throws IOException {
    FileReplacement sidecar = new FileReplacement(Cli.sidecar(file));
    try (SidecarWriter writer = new SidecarWriter(sidecar, List.of(types), 100)) {
      for (ChecksumType type : types) {
        ChecksumData sums = ChecksumData.of(type, 100, new byte[type.checksumLength()]);
        writer.write(new ChunkInfo("chunk_1", 0, 100, sums));
      }
      writer.commit(100);
    }
  }
}
