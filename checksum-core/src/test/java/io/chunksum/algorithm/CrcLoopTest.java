// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Optional;
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

  /** Loads the classes, but cannot read the code of a loop. */
  private static final class Loader extends URLClassLoader {

    private final Throwable failure;

    Loader(Throwable failure) {
      super(
          new URL[] {ChecksumAlgorithms.class.getProtectionDomain().getCodeSource().getLocation()},
          ClassLoader.getPlatformClassLoader());
      this.failure = failure;
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      assertThat(name).endsWith("BraidedCrcLoop.class");
      return new BrokenStream(failure);
    }
  }

  /** Makes a checksum whose loop is the first of its class. */
  private static void makeChecksum(Throwable failure) throws Exception {
    try (Loader loader = new Loader(failure)) {
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
    assertThatThrownBy(() -> makeChecksum(failure))
        .isInstanceOf(InvocationTargetException.class)
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasCause(failure);
  }

  @Test
  void anErrorStaysWhatItIs() {
    OutOfMemoryError error = new OutOfMemoryError("Java heap space");
    assertThatThrownBy(() -> makeChecksum(error)).cause().isSameAs(error);
  }
}
