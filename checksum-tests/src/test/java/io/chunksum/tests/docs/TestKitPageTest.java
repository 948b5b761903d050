// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.tests.kit.Verdicts;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles the tests of docs/test-kit.md and runs them. */
class TestKitPageTest {

  @Test
  void theTestsOfThePagePass(@TempDir Path folder) throws Exception {
    List<String> names = List.of("Blake3Test", "ArraysTest", "OzoneCodecTest");
    List<String> examples = Examples.in(Path.of("docs", "test-kit.md"));
    assertThat(examples).hasSameSizeAs(names);
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      for (int i = 0; i < names.size(); i++) {
        Examples.compile(folder, names.get(i), examples.get(i));
        assertThat(Verdicts.failuresOf(loader.loadClass(names.get(i)))).isEmpty();
      }
    }
  }
}
