// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
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

  private static boolean isLocked(Path file) throws IOException {
    String inode = ":" + Files.getAttribute(file, "unix:ino") + " ";
    return Files.readAllLines(Path.of("/proc/locks")).stream()
        .anyMatch(lock -> lock.contains("POSIX") && lock.contains(inode));
  }
}
