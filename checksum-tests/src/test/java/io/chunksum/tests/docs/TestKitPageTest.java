// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.tests.kit.Verdicts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles the tests of docs/test-kit.md and runs them. */
class TestKitPageTest {

  @Test
  void theTestsOfThePagePass(@TempDir Path folder) throws Exception {
    List<String> names = List.of("Blake3Test", "ArraysTest", "OzoneCodecTest");
    List<String> examples = Examples.in(Path.of("docs", "test-kit.md"));
    assertThat(examples).hasSameSizeAs(names);
    for (int i = 0; i < names.size(); i++) {
      Map<String, String> source = Map.of(names.get(i), examples.get(i));
      try (Compiled compiled = Examples.compile(folder, source)) {
        assertThat(Verdicts.failuresOf(compiled.type(names.get(i)))).isEmpty();
      }
    }
  }
}
