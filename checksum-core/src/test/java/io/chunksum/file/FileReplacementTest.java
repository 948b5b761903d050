// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import static java.nio.file.attribute.PosixFilePermission.GROUP_READ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileReplacementTest {

  @TempDir private Path folder;
  private Path target;

  @BeforeEach
  void writeOldFile() throws IOException {
    target = Files.writeString(folder.resolve("file"), "old");
  }

  private static void write(FileReplacement file, String text) throws IOException {
    file.channel().write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
  }

  @Test
  void takesThePlaceWhenItIsCommittedAndNotBefore() throws IOException {
    try (FileReplacement file = new FileReplacement(target)) {
      write(file, "new");
      assertThat(target).hasContent("old");
      assertThat(file.temporary()).hasParent(folder).hasContent("new");
      file.commit();
      assertThat(target).hasContent("new");
      assertThat(file.temporary()).doesNotExist();
    }
    assertThat(target).hasContent("new");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void isCommittedOnceAndNotAfterItWasClosed() throws IOException {
    try (FileReplacement file = new FileReplacement(target)) {
      write(file, "new");
      file.commit();
      assertThatThrownBy(file::commit).isInstanceOf(IOException.class);
    }
    FileReplacement closed = new FileReplacement(target);
    closed.close();
    assertThatThrownBy(closed::commit).isInstanceOf(IOException.class);
    assertThat(target).hasContent("new");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  /** A look for it could only fail, and what was committed would be taken for lost. */
  @Test
  void theTemporaryNameIsNotTouchedAfterTheCommit() throws IOException {
    try (FileReplacement file = new FileReplacement(target)) {
      file.commit();
      Files.createDirectories(file.temporary().resolve("not empty"));
    }
    assertThat(target).isEmptyFile();
  }

  /** A copy, however quick, could be seen when only some of it is there. */
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it gives files no key")
  void theFileThatWasWrittenTakesThePlaceItself() throws IOException {
    try (FileReplacement file = new FileReplacement(target)) {
      Object written = key(file.temporary());
      assertThat(key(target)).isNotEqualTo(written);
      file.commit();
      assertThat(key(target)).isEqualTo(written);
    }
  }

  private static Object key(Path path) throws IOException {
    return Objects.requireNonNull(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
  }

  @Test
  void leavesNothingBehindIfItIsNotCommitted() throws IOException {
    try (FileReplacement file = new FileReplacement(target)) {
      write(file, "new");
    }
    assertThat(target).hasContent("old");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void theChannelIsClosedWithAFileThatIsNotCommitted() throws IOException {
    FileReplacement file = new FileReplacement(target);
    file.close();
    assertThat(file.channel().isOpen()).isFalse();
    assertThat(OpenFiles.under(folder)).isZero();
  }

  @Test
  void commitThatFailsLeavesTheOldFile() throws IOException {
    try (FileReplacement file = new FileReplacement(target)) {
      write(file, "new");
      Files.delete(file.temporary());
      assertThatThrownBy(file::commit).isInstanceOf(NoSuchFileException.class);
      assertThat(target).hasContent("old");
    }
    assertThat(target).hasContent("old");
  }

  @Test
  void commitThatFailsLeavesWhatWasThere() throws IOException {
    Path occupied = Files.createDirectory(folder.resolve("folder"));
    Files.createFile(occupied.resolve("inside"));
    try (FileReplacement file = new FileReplacement(occupied)) {
      assertThatThrownBy(file::commit).isInstanceOf(IOException.class);
    }
    assertThat(occupied.resolve("inside")).exists();
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  /**
   * Some systems report only on closing that bytes were lost; the file must not be replaced then.
   */
  @Test
  void theChannelIsClosedBeforeTheFileTakesItsPlace() throws IOException {
    Path occupied = Files.createDirectory(folder.resolve("folder"));
    Files.createFile(occupied.resolve("inside"));
    try (FileReplacement file = new FileReplacement(occupied)) {
      assertThatThrownBy(file::commit).isInstanceOf(FileSystemException.class);
      assertThat(file.channel().isOpen()).isFalse();
    }
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "not everyone may make links there")
  void aLinkIsReplacedAndWhatItLedToStays() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), target);
    try (FileReplacement file = new FileReplacement(link)) {
      write(file, "new");
      file.commit();
    }
    assertThat(link).isRegularFile().hasContent("new");
    assertThat(Files.isSymbolicLink(link)).isFalse();
    assertThat(target).hasContent("old");
  }

  /** Not only the owner's, as temporary files have them. */
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has other access rights")
  void accessRightsAreThoseOfAnyNewFile() throws IOException {
    Set<PosixFilePermission> usual = Files.getPosixFilePermissions(target);
    assumeThat(usual).as("else they are those of temporary files").contains(GROUP_READ);
    Path created = folder.resolve("created");
    for (Path path : List.of(created, target)) {
      try (FileReplacement file = new FileReplacement(path)) {
        assertThat(Files.getPosixFilePermissions(file.temporary())).isEqualTo(usual);
        file.commit();
      }
      assertThat(Files.getPosixFilePermissions(path)).isEqualTo(usual);
    }
  }

  @Test
  void rootOfAFileSystemIsNoFile() {
    Path root = folder.toAbsolutePath().getRoot();
    assertThatThrownBy(() -> new FileReplacement(root).close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(root.toString());
  }

  @Test
  void severalAtOnceDoNotMeet() throws IOException {
    try (FileReplacement one = new FileReplacement(target);
        FileReplacement other = new FileReplacement(target)) {
      write(one, "one");
      write(other, "other");
      other.commit();
      one.commit();
    }
    assertThat(target).hasContent("one");
  }
}
