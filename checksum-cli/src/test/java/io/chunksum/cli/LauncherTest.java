// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.cli.Cli.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The script {@code bin/chunksum}, with a Java of its own that prints the arguments it is given.
 */
@EnabledOnOs(OS.LINUX)
class LauncherTest {

  private static final String LANES = "--add-modules jdk.incubator.vector";

  @TempDir private Path directory;
  private Launcher launcher;

  @BeforeEach
  void install() throws IOException {
    launcher = new Launcher(directory);
  }

  /** Returns what the JVM was started with. */
  private String launched(String... args) throws Exception {
    return launcher.launched(launcher.command(args));
  }

  private Path sidecar(String name, String type) {
    byte[] start = ("CHUNKSUM\0\0" + type).getBytes(StandardCharsets.US_ASCII);
    return Cli.write(directory.resolve(name), start);
  }

  @Test
  void vectorsAreAskedForWhereTheFirstSidecarHasDigests() throws Exception {
    sidecar("digests.chunksum", "SHA256");
    sidecar("crcs.chunksum", "CRC32C");
    assertThat(launched("verify", directory + "/digests")).contains(LANES);
    String digests = directory + "/digests.chunksum";
    assertThat(launched("verify", "--checksums", digests, directory + "/crcs")).contains(LANES);
    assertThat(launched("verify", directory + "/crcs", "--checksums=" + digests)).contains(LANES);
    assertThat(launched("verify", "--checksums", "-", directory + "/digests"))
        .doesNotContain(LANES);
    assertThat(launched("verify", "--from", "hadoop-crc", directory + "/digests"))
        .doesNotContain(LANES);
    assertThat(launched("verify", "--from=hdfs-meta", directory + "/digests"))
        .doesNotContain(LANES);
    assertThat(launched("verify", "--from", "chunksum", directory + "/digests")).contains(LANES);
    assertThat(launched("verify", directory + "/digests", "--from=chunksum")).contains(LANES);
    assertThat(launched("verify", directory + "/crcs", directory + "/digests"))
        .doesNotContain(LANES);
    assertThat(launched("verify", directory + "/missing")).doesNotContain(LANES);
  }

  @Test
  void vectorsAreAskedForWhereATreeHasDigestsEvenIfItIsALink() throws Exception {
    Path tree = Files.createDirectories(directory.resolve("tree/a b/c"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("tree"));
    assertThat(launched("scan", link.toString())).doesNotContain(LANES);
    Files.move(sidecar("digests.chunksum", "MD5"), tree.resolve("digests.chunksum"));
    assertThat(launched("scan", "-j", "2", link.toString())).contains(LANES);
    assertThat(launched("scan", directory.resolve("tree").toString())).contains(LANES);
    assertThat(launched("scan", "--from", "hdfs-meta", link.toString())).doesNotContain(LANES);
  }

  /** To find, such a name is an expression, which deletes what is in the working directory. */
  @ParameterizedTest
  @ValueSource(strings = {"-delete", "-exec", "-L", "-", "--", "!", "(", ")", ",", "-a b", "a\nb"})
  void foldersThatReadLikeExpressionsAreFolders(String name) throws Exception {
    Path work = Files.createDirectory(directory.resolve("work"));
    Path tree = Files.createDirectory(work.resolve(name));
    Path bystander = Cli.write(work.resolve("bystander"), new byte[1]);
    Path digests = tree.resolve("digests.chunksum");
    Files.move(sidecar("digests.chunksum", "SHA256"), digests);
    for (List<String> args :
        List.of(
            List.of("scan", name),
            List.of("scan", "--", name),
            List.of("scan", "--x", name, "."))) {
      ProcessBuilder builder = launcher.command(args.toArray(String[]::new));
      String options = launcher.launched(builder.directory(work.toFile()));
      assertThat(bystander).isRegularFile();
      assertThat(digests).isRegularFile();
      if (name.indexOf('\n') < 0) { // The names that find prints are lines.
        assertThat(options).as("%s", args).contains(LANES);
      }
    }
  }

  /** As services of systemd have it: nothing tells find then that nobody reads on. */
  @Test
  void aLargeTreeIsNotWalkedToItsEndEvenWhereSigpipeIsIgnored() throws Exception {
    Path end = directory.resolve("end");
    launcher.writeCommand(
        "find",
        """
        case $* in *-type*) ;; *) exit ;; esac
        i=0
        while [ $i -lt 60000 ]; do
          echo name || :
          i=$((i + 1))
        done
        : >'%s'
        """
            .formatted(end));
    ProcessBuilder builder =
        new ProcessBuilder(
            "sh", "-c", "trap '' PIPE; exec sh \"$0\" scan .", "" + launcher.script());
    launcher.inEnvironment(builder).directory(directory.toFile());
    Outcome outcome = launcher.start(builder).outcome();
    assertThat(outcome.out()).endsWith("Main scan .\n");
    assertThat(outcome.err()).isEmpty();
    assertThat(end).doesNotExist();
  }

  @Test
  void sidecarsWhoseNamesReadLikeOptionsAreRead() throws Exception {
    for (String name : List.of("-n", "-", "--help", "(", "!")) {
      sidecar(name + ".chunksum", "SHA256");
      for (String[] args :
          new String[][] {
            {"verify", "--", name},
            {"verify", "--checksums", name + ".chunksum", "file"},
            {"verify", "--checksums=" + name + ".chunksum", "file"}
          }) {
        ProcessBuilder builder = launcher.command(args).directory(directory.toFile());
        assertThat(launcher.launched(builder)).as(name).contains(LANES);
      }
    }
  }

  @Test
  void aNameOfItsOwnThatReadsLikeAnOptionIsAName() throws Exception {
    Path bin = launcher.module().resolve("bin");
    Files.copy(launcher.script(), bin.resolve("-e"));
    ProcessBuilder builder = launcher.inEnvironment(new ProcessBuilder("sh", "--", "-e", "doctor"));
    assertThat(launcher.launched(builder.directory(bin.toFile())))
        .contains("app/checksum-cli/target/chunksum.jar");
  }

  @Test
  void vectorsAreAskedForWhereATypeIsADigestHoweverItIsWritten() throws Exception {
    for (List<String> type : List.of(List.of("-t", "crc32,Md5"), List.of("-tSHA256"))) {
      List<String> args = new ArrayList<>(List.of("sum"));
      args.addAll(type);
      args.add("file");
      assertThat(launched(args.toArray(String[]::new))).contains(LANES);
    }
    assertThat(launched("sum", "-t", "CRC32C", "list.MD5")).doesNotContain(LANES);
    assertThat(launched("verify", "--from", "md5sum", "list.MD5")).doesNotContain(LANES);
  }

  /** The JVM would warn about them, to somebody who does not want them. */
  @Test
  void vectorsAreNotAskedForWhereLanesAreOff() throws Exception {
    ProcessBuilder builder = launcher.command("sum", "-t", "MD5", "file");
    builder.environment().put("JAVA_OPTS", "-Xmx1g -Dchunksum.lanes=off");
    assertThat(launcher.launched(builder)).doesNotContain(LANES);
    builder.environment().put("JAVA_OPTS", "-Dchunksum.lanes=off2");
    assertThat(launcher.launched(builder)).contains(LANES);
  }

  @Test
  void standardOutputThatIsNamedIsNotRead() throws Exception {
    for (String name : List.of("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")) {
      assertThat(launched("sum", "-o", name, "file")).endsWith("Main sum -o " + name + " file\n");
    }
  }

  /** Java would take what follows the colon for another jar. */
  @Test
  void aFolderWithAColonIsRefused() throws Exception {
    Launcher other = new Launcher(Files.createDirectory(directory.resolve("a:b")));
    Outcome outcome = other.start(other.command("doctor")).outcome();
    assertThat(outcome.status()).isEqualTo(3);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.errorLines())
        .singleElement()
        .asString()
        .startsWith("chunksum: it cannot run in " + other.module() + ": ");
  }

  /** Such as one passed on by ssh: the JVM then knows only ASCII names. */
  @Test
  void aLocaleThatIsNotInstalledIsReplaced() throws Exception {
    launcher.writeJava("echo \"locale $LC_ALL\"\ncase $* in *-Xshare:dump*) exit 1 ;; esac\n");
    for (String charmap : List.of("ANSI_X3.4-1968", "UTF-8")) {
      launcher.writeCommand("locale", "echo " + charmap + "\n");
      ProcessBuilder builder = launcher.command("doctor");
      builder.environment().put("LC_ALL", "xx_XX.UTF-8");
      assertThat(launcher.launched(builder))
          .endsWith(charmap.equals("UTF-8") ? "locale xx_XX.UTF-8\n" : "locale C.UTF-8\n");
    }
  }

  /** The files next to it may belong to anybody. */
  @Test
  void aCopyWithoutSourcesIsNotBuiltAnew() throws Exception {
    Path stranger = launcher.module().resolve("../checksum-core/src/main/x");
    Files.createDirectories(stranger.getParent());
    Cli.write(stranger, new byte[1]);
    Files.setLastModifiedTime(launcher.jar(), FileTime.fromMillis(0));
    assertThat(launched("doctor")).endsWith("Main doctor\n");
  }

  @Test
  void itsFolderIsNotLookedForElsewhere() throws Exception {
    Files.createDirectories(directory.resolve("other/checksum-cli/bin"));
    ProcessBuilder builder =
        launcher.inEnvironment(new ProcessBuilder("sh", "checksum-cli/bin/chunksum", "doctor"));
    builder.directory(directory.resolve("app").toFile());
    builder.environment().put("CDPATH", directory.resolve("other").toString());
    assertThat(launcher.launched(builder)).contains("app/checksum-cli/target/chunksum.jar");
  }

  /** Above a folder that is a link is not the folder that the link is in. */
  @Test
  void itsFolderIsFoundThroughLinksToFolders() throws Exception {
    Path tools = Files.createDirectory(directory.resolve("app/tools"));
    Path relative = Path.of("../checksum-cli/bin/chunksum");
    Files.createSymbolicLink(tools.resolve("chunksum"), relative);
    Path links = Files.createDirectory(directory.resolve("links"));
    Files.createSymbolicLink(links.resolve("tools"), tools);
    Files.createSymbolicLink(links.resolve("bin"), launcher.module().resolve("bin"));
    for (String link : List.of("links/bin/chunksum", "links/tools/chunksum")) {
      ProcessBuilder builder =
          new ProcessBuilder("sh", directory.resolve(link).toString(), "doctor");
      assertThat(launcher.launched(launcher.inEnvironment(builder)))
          .as(link)
          .contains("app/checksum-cli/target/chunksum.jar");
    }
  }

  @Test
  void jarsWithAlgorithmsAreAddedToTheClassPath() throws Exception {
    // One argument in each line. It makes no archive of classes.
    launcher.writeJava("case $* in *ClassList*) exit 1 ;; esac\nprintf '%s\\n' \"$@\"\n");
    ProcessBuilder builder = launcher.command("doctor");
    builder.environment().put("CHUNKSUM_CLASSPATH", "/of mine/a.jar:b.jar");
    assertThat(launcher.launched(builder))
        .endsWith(
            "\n-cp\n%s:/of mine/a.jar:b.jar\nio.chunksum.cli.Main\ndoctor\n"
                .formatted(launcher.jar()));
  }

  /** Even where a file has the name that stands for standard input. */
  @Test
  void standardInputIsLeftToTheCommand() throws Exception {
    // It makes no archive of classes.
    launcher.writeJava("case $* in *ClassList*) exit 1 ;; esac\ncat\n");
    Cli.write(directory.resolve("-"), "CHUNKSUM SHA256".getBytes(StandardCharsets.US_ASCII));
    for (String args : List.of("sum -o sums -", "verify - --checksums -", "verify -- -")) {
      ProcessBuilder builder =
          new ProcessBuilder(
              "sh", "-c", "echo all of it | sh \"$0\" " + args, launcher.script().toString());
      launcher.inEnvironment(builder);
      Process process = builder.directory(directory.toFile()).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(said).as(args).isEqualTo("all of it\n");
    }
  }

  /** A closed standard input is not an empty file: what the JVM is given instead cannot be read. */
  @Test
  void standardInputThatIsClosedCannotBeRead() throws Exception {
    launcher.writeJava("[ -d /proc/self/fd/0 ] && echo folder\nexit 0\n");
    ProcessBuilder builder =
        new ProcessBuilder(
            "sh", "-c", "exec sh \"$0\" sum -o sums - <&-", launcher.script().toString());
    launcher.inEnvironment(builder);
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(said).isEqualTo("folder\n");
  }

  /** A scan ends where it cannot write; who closes standard error wants nothing to be written. */
  @Test
  void standardErrorThatIsClosedTakesEverything() throws Exception {
    launcher.writeJava("case $* in *ClassList*) exit 1 ;; esac\necho failure >&2 && echo taken\n");
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", "exec sh \"$0\" scan . 2>&-", launcher.script().toString());
    launcher.inEnvironment(builder);
    assertThat(launcher.launched(builder)).isEqualTo("taken\n");

    builder.environment().put("JAVA_HOME", "/no/such");
    assertThat(launcher.start(builder).outcome().status()).isEqualTo(3);
  }
}
