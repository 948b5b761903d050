// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProblemsTest {

  @Test
  void exceptionsThatHaveOnlyTheNameOfAFileSayWhatIsWrongWithIt() {
    Map<Exception, String> problems =
        Map.of(
            new NoSuchFileException("f"), "no such file",
            new AccessDeniedException("f"), "permission denied",
            new NotDirectoryException("f"), "is not a directory",
            new DirectoryNotEmptyException("f"), "is a directory that is not empty",
            new FileAlreadyExistsException("f"), "already exists",
            new FileSystemLoopException("f"), "is in a loop of links",
            new NotLinkException("f"), "NotLinkException",
            new InvalidPathException("f", "Malformed input"),
                "this system or locale cannot have a file of this name",
            new FileSystemException("f"), "FileSystemException");
    problems.forEach((e, problem) -> assertThat(Problems.of(e)).isEqualTo(problem));
  }

  @Test
  void reasonThatIsGivenIsTaken() {
    assertThat(Problems.of(new FileSystemException("f", null, "No space left on device")))
        .isEqualTo("No space left on device");
    assertThat(Problems.of(new FileAlreadyExistsException("f", null, "in use")))
        .isEqualTo("in use");
  }

  @Test
  void whereThreadsRunOutMoreMemoryIsNotAdvised() {
    assertThat(Problems.of(new OutOfMemoryError("unable to create native thread: possibly")))
        .startsWith("not enough threads (")
        .endsWith("): unable to create native thread: possibly");
    assertThat(Problems.of(new OutOfMemoryError("Java heap space")))
        .startsWith("not enough memory (");
    assertThat(Problems.of(new OutOfMemoryError())).startsWith("not enough memory (");
  }

  @Test
  void moreMemoryIsAdvisedWhereItIsLimited() {
    assertThat(Problems.of(new OutOfMemoryError("Java heap space")))
        .isEqualTo("not enough memory (raise -Xmx in JAVA_OPTS): Java heap space");
    String direct = "Cannot reserve 1 bytes of direct buffer memory (allocated: 0, limit: 0)";
    assertThat(Problems.of(new OutOfMemoryError(direct)))
        .isEqualTo(
            "not enough memory (raise -XX:MaxDirectMemorySize if it is set, or -Xmx, in JAVA_OPTS): "
                + direct);
  }

  /** Such as a class of protobuf where the JVM denies it Unsafe. */
  @Test
  void aClassThatCannotBeInitializedIsNotBlamedWithoutItsReason() {
    Throwable denied = new UnsupportedOperationException("Unsafe is denied");
    Throwable first = new ExceptionInInitializerError(denied);
    assertThat(Problems.of(first))
        .isEqualTo("ExceptionInInitializerError (UnsupportedOperationException: Unsafe is denied)");
    Throwable later = new NoClassDefFoundError("Could not initialize class C");
    later.initCause(first);
    assertThat(Problems.of(later))
        .isEqualTo(
            "NoClassDefFoundError: Could not initialize class C (" + Problems.of(first) + ")");
    Throwable missing = new NoClassDefFoundError("C");
    missing.initCause(new ClassNotFoundException("C"));
    assertThat(Problems.of(missing)).isEqualTo("NoClassDefFoundError: C");
  }

  /** Escaped in text; in JSON, escaped as JSON does it. */
  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "names there have no line breaks")
  void lineBreaksInTheNameOfAFileAreNotTakenForThoseOfAMessage(@TempDir Path directory) {
    String file = Cli.write(directory.resolve("new\nline"), new byte[1]).toString();
    String problem = "checksums in " + file + ".chunksum: no such file";
    assertThat(Cli.run("verify", "--format", "json", file).json())
        .containsExactly(Map.of("file", file, "ok", false, "error", problem));
    assertThat(Cli.run("verify", file).errorLines())
        .containsExactly(("chunksum: " + file + ": " + problem).replace("\n", "\\x0a"));
  }

  @Test
  void scanOfAFileSaysThatItIsNoFolder(@TempDir Path directory) {
    String file = Cli.write(directory.resolve("file"), new byte[1]).toString();
    Cli.Outcome text = Cli.run("scan", file);
    assertThat(text.status()).isEqualTo(3);
    assertThat(text.errorLines()).startsWith("chunksum: " + file + ": is not a directory");
    assertThat(Cli.run("scan", "--format", "json", file).json())
        .containsExactly(Map.of("file", file, "ok", false, "error", "is not a directory"));
  }
}
