// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordFormatTest {

  /** One that goes by the names of files. */
  @Test
  void aFormatThatCannotTellRecognizesNothing() {
    RecordFormat format =
        new RecordFormat() {
          @Override
          public Optional<String> recordedFile(String name) {
            return Optional.of(name);
          }

          @Override
          public FileRecord open(Path record, Path file) {
            throw new AssertionError("not to be opened");
          }
        };
    assertThat(format.recognizes(new byte[0])).isFalse();
    assertThat(format.recognizes(new byte[8])).isFalse();
  }
}
