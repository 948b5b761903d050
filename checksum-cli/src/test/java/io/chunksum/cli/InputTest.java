// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputTest {

  @TempDir private Path directory;

  /** The clock stands for all that may fail between opening and reading, as asking for the size. */
  @Test
  void aFileThatWasOpenedInVainIsClosed() throws IOException {
    Console console =
        new Console(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream());
    console.showProgress(() -> {
      throw new IllegalStateException("no clock");
    });
    Path file = Cli.write(directory.resolve("data"), new byte[10]);
    assertThatThrownBy(() -> Input.open(file.toString(), console)).hasMessage("no clock");
    assertThat(Cli.openFiles(directory)).isZero();
  }
}
