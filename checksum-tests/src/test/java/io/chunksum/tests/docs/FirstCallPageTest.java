// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.tests.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/first-call.md keep the classes of Chunksum, as it says. */
class FirstCallPageTest {

  private static final Path PAGE = Path.of("..", "docs", "first-call.md");
  private static final String APPLICATION = " -cp app.jar:checksum-core.jar Main";

  private static final String SOURCE = " source: ";

  @TempDir private Path folder;

  /** Options of the run that makes the archive, or of the later ones. */
  private List<String> options(boolean first) throws IOException {
    List<String> commands =
        Files.readAllLines(PAGE).stream().filter(line -> line.endsWith(APPLICATION)).toList();
    assertThat(commands).hasSize(2);
    String options = commands.get(first ? 0 : 1).replace("java ", "").replace(APPLICATION, "");
    String archive = folder.resolve("app.jsa").toString();
    return Arrays.stream(options.split(" "))
        .map(option -> option.replace("app.jsa", archive))
        .toList();
  }

  private String said(boolean first, Path application, Path library, String... more)
      throws Exception {
    List<String> all = new ArrayList<>(options(first));
    all.addAll(List.of(more));
    all.addAll(List.of("-cp", application + File.pathSeparator + library));
    ChildJvm child = ChildJvm.run(all, FirstCallProbe.class);
    assertThat(child.status()).as(child.said()).isZero();
    return child.said();
  }

  /** Where each class of Chunksum came from. */
  private List<String> sources(Path application, Path library) throws Exception {
    return said(false, application, library, "-Xlog:class+load")
        .lines()
        .filter(line -> line.contains(" io.chunksum.") && line.contains(SOURCE))
        .map(line -> line.substring(line.indexOf(SOURCE) + SOURCE.length()))
        .toList();
  }

  private static Path home(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** A jar of all or some classes: only those of jars are kept, and here they may be in folders. */
  private Path jar(String name, Class<?> member, String part) throws Exception {
    Path home = home(member);
    Path jar = folder.resolve(name);
    if (Files.isRegularFile(home)) {
      return Files.copy(home, jar);
    }
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> files = Files.walk(home)) {
      for (Path file : files.filter(file -> file.toString().contains(part)).toList()) {
        if (Files.isRegularFile(file)) {
          entries.putNextEntry(new JarEntry(home.relativize(file).toString().replace('\\', '/')));
          Files.copy(file, entries);
          entries.closeEntry();
        }
      }
    }
    return jar;
  }

  @Test
  void theClassesComeFromTheArchiveUntilTheJarChanges() throws Exception {
    boolean plain = !folder.toUri().getRawPath().contains("%");
    assumeThat(plain || Runtime.version().feature() > 17).as("JDK 17 keeps no classes").isTrue();
    Path application = jar("app.jar", FirstCallProbe.class, FirstCallProbe.class.getSimpleName());
    Path library = jar("checksum-core.jar", ChunkChecksum.class, "");
    assertThat(said(true, application, library)).isEqualToNormalizingNewlines("matched: true\n");
    assertThat(said(false, application, library)).isEqualToNormalizingNewlines("matched: true\n");
    assertThat(sources(application, library))
        .hasSizeGreaterThan(40)
        .allSatisfy(source -> assertThat(source).startsWith("shared objects file"));

    Files.setLastModifiedTime(library, FileTime.from(Instant.EPOCH));
    assertThat(said(false, application, library)).isEqualToNormalizingNewlines("matched: true\n");
    // No class made for a lambda either: to link the first one takes a JVM several milliseconds.
    assertThat(sources(application, library))
        .hasSizeGreaterThan(40)
        .allSatisfy(source -> assertThat(source).endsWith(".jar"));
  }
}
