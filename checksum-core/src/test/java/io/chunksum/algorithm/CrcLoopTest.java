// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A loop whose code cannot be read, or for which there is no memory, among classes loaded anew. */
class CrcLoopTest {

  /** Reads no byte. */
  private static final class BrokenStream extends InputStream {

    private final Throwable failure;

    BrokenStream(Throwable failure) {
      this.failure = failure;
    }

    @Override
    public int read() throws IOException {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (IOException) failure;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      return read();
    }
  }

  /** Loads the classes, but has other code for a loop. */
  private static final class Loader extends URLClassLoader {

    private final @Nullable InputStream code;

    Loader(@Nullable InputStream code) {
      super(
          new URL[] {ChecksumAlgorithms.class.getProtectionDomain().getCodeSource().getLocation()},
          ClassLoader.getPlatformClassLoader());
      this.code = code;
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
      assertThat(name).endsWith("BraidedCrcLoop.class");
      return code;
    }
  }

  /** Makes a checksum whose loop is the first of its class. */
  private static void makeChecksum(@Nullable InputStream code) throws Exception {
    try (Loader loader = new Loader(code)) {
      Class<?> algorithms = loader.loadClass(ChecksumAlgorithms.class.getName());
      Object found = algorithms.getMethod("find", String.class).invoke(null, "CRC64NVME");
      loader
          .loadClass(ChecksumAlgorithm.class.getName())
          .getMethod("newChecksum")
          .invoke(((Optional<?>) found).orElseThrow());
    }
  }

  @Test
  void codeThatCannotBeReadIsWhatCallersExpectOfAnAlgorithmThatCannotRun() {
    IOException failure = new IOException("the jar was replaced");
    assertThatThrownBy(() -> makeChecksum(new BrokenStream(failure)))
        .isInstanceOf(InvocationTargetException.class)
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasCause(failure);
  }

  @Test
  void aMissingTemplateIsNamed() {
    assertThatThrownBy(() -> makeChecksum(null))
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(BraidedCrcLoop.class.getName())
        .hasCauseInstanceOf(FileNotFoundException.class);
  }

  @Test
  void anErrorStaysWhatItIs() {
    OutOfMemoryError error = new OutOfMemoryError("Java heap space");
    assertThatThrownBy(() -> makeChecksum(new BrokenStream(error))).cause().isSameAs(error);
  }
}
