// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.chunksum.format.hadoop.HdfsMetaFormat;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileTreeTest {

  @TempDir private Path root;
  private final MemoryFormat format = new MemoryFormat();

  private void make(String... paths) throws IOException {
    for (String path : paths) {
      Path file = root.resolve(path);
      Files.createDirectories(file.getParent());
      Files.write(file, new byte[path.length()]);
    }
  }

  private List<ScanTarget> targets(String after) {
    return targets(new FileTree(root, format, after));
  }

  private static List<ScanTarget> targets(FileTree tree) {
    List<ScanTarget> targets = new ArrayList<>();
    Optional<ScanTarget> target = tree.next();
    while (target.isPresent()) {
      targets.add(target.get());
      target = tree.next();
    }
    assertThat(tree.next()).isEmpty();
    return targets;
  }

  private List<String> recorded() {
    return targets("").stream().filter(t -> t.record() != null).map(ScanTarget::path).toList();
  }

  private List<String> unrecorded() {
    return targets("").stream().filter(t -> t.record() == null).map(ScanTarget::path).toList();
  }

  @Test
  void pathsAreInTheOrderOfStringsAcrossFolders() throws IOException {
    List<String> paths =
        List.of("a/x", "a/b/x", "a.b", "a-b", "ab/a", "b", "B", "a/b.c", "z/z/z/z", "a!/y", "a b");
    make(paths.toArray(String[]::new));
    assertThat(unrecorded()).isEqualTo(paths.stream().sorted().toList());
  }

  @Test
  void fileAndRecordAreOneTarget() throws IOException {
    make("f", "f.sums", "g", "d/h", "d/h.sums", "d/.sums");
    assertThat(recorded()).containsExactly("d/h", "f");
    assertThat(unrecorded()).containsExactly("d/.sums", "g");
    ScanTarget target = targets("").get(1);
    assertThat(target.file()).isEqualTo(root.resolve("d/h"));
    assertThat(target.length()).isEqualTo(3);
  }

  @Test
  void recordWithoutAFileIsATarget() throws IOException {
    make("gone.sums", "d.sums", "d/x");
    assertThat(recorded()).containsExactly("d", "gone");
    assertThat(unrecorded()).containsExactly("d/x");
  }

  /** Most likely, what was there is not mounted. */
  @Test
  void emptyRootIsATargetWithAProblemIfFilesInItHaveBeenSeen() throws IOException {
    assertThat(targets("")).isEmpty();
    List<ScanTarget> targets = targets("a/b");
    assertThat(targets).hasSize(1);
    assertThat(targets.get(0).path()).isEmpty();
    assertThat(targets.get(0).file()).isEqualTo(root);
    assertThat(targets.get(0).record()).isNull();
    assertThat(targets.get(0).problem())
        .hasMessage(root + ": is empty, but files in it have been scanned before");

    Files.createDirectory(root.resolve("a"));
    assertThat(targets("a/b")).isEmpty();
  }

  /** Its path has more than the 4,095 bytes that Linux takes, unlike that of its folder. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFileThatMayNotBeLookedAtIsATargetWithAProblem() throws IOException {
    String name = "f".repeat(250);
    while (root.toString().length() < 3890) {
      root = Files.createDirectory(root.resolve("d".repeat(200)));
    }
    try (DirectoryStream<Path> opened = Files.newDirectoryStream(root)) {
      SecureDirectoryStream<Path> deepest = (SecureDirectoryStream<Path>) opened;
      Path file = Path.of(name);
      deepest
          .newByteChannel(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))
          .close();
      try {
        List<ScanTarget> targets = targets("");
        assertThat(targets).extracting(ScanTarget::path).containsExactly(name);
        assertThat(targets.get(0).file()).isEqualTo(root.resolve(name));
        assertThat(targets.get(0).problem())
            .hasMessage(root.resolve(name) + ": File name too long");
      } finally {
        deepest.deleteFile(file);
      }
    }
  }

  @Test
  void recordsOfTheFolderItselfAndOfTheOneAboveAreNone() throws IOException {
    make("..sums", "...sums", "f", "f.sums");
    assertThat(recorded()).containsExactly("f");
    assertThat(unrecorded()).containsExactly("...sums", "..sums");
  }

  @Test
  void fileWithSeveralRecordsIsATargetWithAProblem() throws IOException {
    make("blk_1", "blk_1_1002.meta", "blk_1_1001.meta", "blk_2", "blk_2_7.meta", "blk_3_8.meta");
    make("blk_3_9.meta");
    List<ScanTarget> targets = targets(new FileTree(root, new HdfsMetaFormat()));
    assertThat(targets.stream().map(ScanTarget::path)).containsExactly("blk_1", "blk_2", "blk_3");
    assertThat(targets.get(0).record()).isNull();
    assertThat(targets.get(0).problem())
        .hasMessageEndingWith("has checksums in several files: blk_1_1001.meta, blk_1_1002.meta");
    assertThat(targets.get(1).record()).isNotNull();
    assertThat(targets.get(2).problem())
        .hasMessageEndingWith("has checksums in several files: blk_3_8.meta, blk_3_9.meta");
  }

  @Test
  void recordIsAFileLikeAnyOtherIfItHasARecord() throws IOException {
    make("f", "f.sums", "f.sums.sums");
    assertThat(recorded()).containsExactly("f", "f.sums");
    assertThat(unrecorded()).isEmpty();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
  void linksAreNotFollowedButTheRootMayBeOne() throws IOException {
    make("real/f", "real/f.sums", "real/linked.sums", "other");
    Files.createSymbolicLink(root.resolve("real/linked"), root.resolve("other"));
    Files.createSymbolicLink(root.resolve("real/f2"), root.resolve("real/f"));
    Files.createSymbolicLink(root.resolve("real/loop"), root.resolve("real"));
    Files.write(root.resolve("real/g"), new byte[1]);
    Files.createSymbolicLink(root.resolve("real/g.sums"), root.resolve("real/f.sums"));
    root = Files.createSymbolicLink(root.resolve("link"), root.resolve("real"));
    assertThat(recorded()).containsExactly("f", "linked");
    assertThat(unrecorded()).containsExactly("g");
    assertThat(targets("").get(1).problem())
        .hasMessageEndingWith(
            "g: checksums in "
                + root.resolve("g.sums")
                + " are a link, which a scan does not follow");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
  void recordThatIsNoRegularFileIsAProblemOfTheFileIfThatIsOne() throws Exception {
    make("f", "f.sums/x", "f.sums/x.sums", "p", "r", "r.sums", "gone.sums/x", "d/x");
    shell("mkfifo p.sums gone2.sums d.sums");
    Path f = root.resolve("f");
    Files.createSymbolicLink(root.resolve("link"), f);
    Files.createSymbolicLink(root.resolve("link.sums"), f);
    Files.createSymbolicLink(root.resolve("r.sums.sums"), root.resolve("missing"));
    assertThat(targets("").stream().filter(t -> t.problem() != null))
        .extracting(ScanTarget::path)
        .containsExactly("f", "p", "r.sums");
    ScanTarget first = targets("").get(1);
    assertThat(first.record()).isNull();
    assertThat(first.problem())
        .hasMessageEndingWith(
            "f: checksums in " + root.resolve("f.sums") + " are not a regular file");
    assertThat(recorded()).containsExactly("f.sums/x", "r");
    assertThat(unrecorded()).containsExactly("d/x", "f", "gone.sums/x", "p", "r.sums");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
  void aSecondRecordThatIsALinkIsOneOfSeveral() throws IOException {
    make("blk_1", "blk_1_1.meta");
    Files.createSymbolicLink(root.resolve("blk_1_2.meta"), root.resolve("blk_1_1.meta"));
    assertThat(targets(new FileTree(root, new HdfsMetaFormat())))
        .singleElement()
        .extracting(ScanTarget::problem)
        .asString()
        .endsWith("has checksums in several files: blk_1_1.meta, blk_1_2.meta");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void nameThatTheLocaleCannotRepresentIsATargetWithAProblem() throws Exception {
    make("a", "z");
    shell("touch \"$(printf 'n\\377')\"");
    List<ScanTarget> targets = targets("");
    assertThat(targets).hasSize(3);
    assertThat(targets.get(1).path()).startsWith("n");
    assertThat(targets.get(1).problem()).hasMessageContaining("this locale cannot represent");
  }

  private void shell(String script) throws Exception {
    String[] command = {"sh", "-c", script};
    Process process = new ProcessBuilder(command).directory(root.toFile()).inheritIO().start();
    assertThat(process.waitFor()).isZero();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void namesThatReadTheSameAreTargetsOfTheirOwn() throws Exception {
    String name = "n\ufffd";
    assumeThat(System.getProperty("sun.jnu.encoding")).isEqualTo("UTF-8");
    make(name, name + ".sums", name + ".x", "z");
    shell("touch \"$(printf 'n\\377')\" \"$(printf 'n\\376')\" \"$(printf 'n\\376.sums')\"");
    shell("mkdir \"$(printf 'n\\375')\" \"$(printf 'n\\374')\"");
    List<ScanTarget> targets = targets("");
    assertThat(targets.stream().map(ScanTarget::path))
        .containsExactly(
            name,
            name + "\0n%FC",
            name + "\0n%FD",
            name + "\0n%FE",
            name + "\0n%FF",
            name + ".sums\0n%FE.sums",
            name + ".x",
            "z");
    assertThat(targets.get(0).record()).isNotNull();
    assertThat(targets.get(0).problem()).isNull();
    assertThat(targets.subList(1, 6))
        .allSatisfy(target -> {
          String exact = target.path().substring(target.path().indexOf('\0') + 1);
          assertThat(target.problem()).hasMessageEndingWith("in a URI it is " + exact);
        });
    for (int i = 0; i < targets.size(); i++) {
      assertThat(targets(targets.get(i).path()).stream().map(ScanTarget::path))
          .containsExactlyElementsOf(
              targets.subList(i + 1, targets.size()).stream().map(ScanTarget::path).toList());
    }
  }

  @Test
  void rootThatIsMissingOrNoFolderIsATargetWithAProblem() throws IOException {
    make("file");
    Path folder = root;
    root = folder.resolve("missing");
    assertThat(targets("")).hasSize(1);
    assertThat(targets("").get(0).problem()).isInstanceOf(NoSuchFileException.class);
    root = folder.resolve("file");
    assertThat(targets("x")).hasSize(1);
    assertThat(targets("x").get(0).problem()).isInstanceOf(NotDirectoryException.class);
  }

  @Test
  void folderThatVanishesIsATargetWithAProblemAndTheOthersFollow() throws IOException {
    make("a/x", "b/x", "b/c/x", "d/x");
    FileTree tree = new FileTree(root, format);
    assertThat(tree.next().orElseThrow().path()).isEqualTo("a/x");
    Files.delete(root.resolve("b/c/x"));
    Files.delete(root.resolve("b/c"));
    Files.delete(root.resolve("b/x"));
    Files.delete(root.resolve("b"));
    ScanTarget gone = tree.next().orElseThrow();
    assertThat(gone.path()).isEqualTo("b/");
    assertThat(gone.problem()).isInstanceOf(NoSuchFileException.class);
    assertThat(tree.next().orElseThrow().path()).isEqualTo("d/x");
    assertThat(tree.next()).isEmpty();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "links need a privilege there")
  void folderThatALinkTookThePlaceOfIsNotEntered() throws IOException {
    make("a", "b/x", "c", "elsewhere/y");
    FileTree tree = new FileTree(root, format);
    assertThat(tree.next().orElseThrow().path()).isEqualTo("a");
    Files.delete(root.resolve("b/x"));
    Files.delete(root.resolve("b"));
    Files.createSymbolicLink(root.resolve("b"), root.resolve("elsewhere"));
    ScanTarget swapped = tree.next().orElseThrow();
    assertThat(swapped.path()).isEqualTo("b/");
    assertThat(swapped.problem()).hasMessageEndingWith("b: is a symbolic link");
    assertThat(tree.next().orElseThrow().path()).isEqualTo("c");
  }

  @Test
  void resumingGivesExactlyWhatComesAfterAnyPath() throws IOException {
    make("a/x", "a/b/x", "a.b", "a-b", "a!/y", "b", "b.sums", "c/d/e/f", "c/d.sums", "gone.sums");
    List<String> all = targets("").stream().map(ScanTarget::path).toList();
    List<String> places = new ArrayList<>(all);
    places.addAll(List.of("a", "a0", "c/d/e", "zzz", "0"));
    for (String after : places) {
      assertThat(targets(after).stream().map(ScanTarget::path))
          .as(after)
          .containsExactlyElementsOf(
              all.stream().filter(path -> path.compareTo(after) > 0).toList());
    }
  }

  @Test
  void aTreeIsNamedAfterItsFolder() {
    assertThat(new FileTree(root, format, "a/x")).hasToString(root.toString());
  }

  @Test
  void folderThatWasReportedIsNotReportedAgain() throws IOException {
    make("a/x", "b/x");
    assertThat(targets("a/").stream().map(ScanTarget::path)).containsExactly("b/x");
  }
}
