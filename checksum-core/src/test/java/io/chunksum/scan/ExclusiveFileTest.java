// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ExclusiveFileTest {

  @TempDir private Path directory;

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "files have no keys there")
  void isWhereNothingElseIs() throws IOException {
    Path file = directory.resolve("file");
    Path moved = directory.resolve("moved");
    try (ExclusiveFile held = Objects.requireNonNull(ExclusiveFile.open(file))) {
      assertThat(held.isAt(file)).isTrue();
      Path link = Files.createSymbolicLink(directory.resolve("link"), file);
      assertThat(held.isAt(link)).isFalse();
      assertThat(held.isAt(directory)).isFalse();
      Files.move(file, moved);
      Files.createFile(file);
      assertThat(held.isAt(file)).isFalse();
      assertThat(held.isAt(moved)).isTrue();
    }
  }

  /** A process that opens a file once more loses its lock on it when it closes that. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void oneThatWasReplacedWhileItWasOpenedDoesNotLetGoOfTheOther() throws IOException {
    Path file = directory.resolve("file");
    FileChannel late = FileChannel.open(file, CREATE, READ, WRITE);
    Files.delete(file);
    try (ExclusiveFile other = Objects.requireNonNull(ExclusiveFile.open(file))) {
      assertThat(other.channel().isOpen()).isTrue();
      assertThat(isLocked(file)).isTrue();
      Objects.requireNonNull(ExclusiveFile.hold(file, late)).close();
      assertThat(ExclusiveFile.open(file)).isNull();
      assertThat(isLocked(file)).isTrue();
    }
    assertThat(isLocked(file)).isFalse();
  }

  @Test
  void oneThatAnUnknownChannelOfThisProcessHasLockedIsHeld() throws IOException {
    Path file = directory.resolve("file");
    try (FileChannel unknown = FileChannel.open(file, CREATE, READ, WRITE);
        FileLock lock = unknown.lock();
        FileChannel late = FileChannel.open(file, READ, WRITE)) {
      assertThat(lock.isValid()).isTrue();
      assertThat(ExclusiveFile.hold(file, late)).isNull();
      assertThat(late.isOpen()).isFalse();
    }
    Objects.requireNonNull(ExclusiveFile.open(file)).close();
  }

  /** As where a server's applications have a library each. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aCopyOfTheClassDoesNotLetGoOfAnothers() throws Exception {
    URL[] classes = {ScanCheckpoint.class.getProtectionDomain().getCodeSource().getLocation()};
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    Path file = directory.resolve("file");
    try (URLClassLoader one = new URLClassLoader(classes, platform);
        URLClassLoader other = new URLClassLoader(classes, platform)) {
      try (Closeable held = checkpoint(one, file)) {
        assertThat(held).doesNotHaveSameClassAs(ScanCheckpoint.class);
        assertThatThrownBy(() -> checkpoint(other, file)).cause().hasMessageContaining("is in use");
        assertThat(isLocked(file)).isTrue();
        assertThat(System.getProperties().stringPropertyNames())
            .as("the same for copies that are relocated, which a name of a package is not")
            .anyMatch(name -> name.startsWith("chunksum.scan.held."));
      }
      checkpoint(other, file).close();
    }
    assertThat(System.getProperties().stringPropertyNames())
        .noneMatch(name -> name.contains("scan.held"));
  }

  /** Opens a checkpoint with the classes of a loader. */
  private static Closeable checkpoint(ClassLoader loader, Path file)
      throws ReflectiveOperationException {
    Class<?> type = loader.loadClass(ScanCheckpoint.class.getName());
    return (Closeable) type.getMethod("open", Path.class, String.class).invoke(null, file, "scope");
  }

  private static boolean isLocked(Path file) throws IOException {
    String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
    return Files.readAllLines(Path.of("/proc/locks")).stream()
        .anyMatch(lock -> lock.contains("POSIX") && lock.contains(inode));
  }
}
