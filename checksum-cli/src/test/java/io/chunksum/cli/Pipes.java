// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Named pipes: files that cannot be read by position. */
final class Pipes {

  private Pipes() {}

  static Path make(Path path) throws IOException, InterruptedException {
    Process process = new ProcessBuilder("mkfifo", path.toString()).inheritIO().start();
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException("cannot make a pipe: " + path);
    }
    return path;
  }

  static Feeder feed(Path pipe, byte[] content) {
    return new Feeder(pipe, content);
  }

  /** Writes to a pipe while the test reads from it. */
  static final class Feeder implements AutoCloseable {

    private final Thread thread;

    private Feeder(Path pipe, byte[] content) {
      thread = new Thread(() -> write(pipe, content), "feeder");
      // If nobody opens the other end, opening this one waits forever.
      thread.setDaemon(true);
      thread.start();
    }

    private static void write(Path pipe, byte[] content) {
      try (OutputStream out = Files.newOutputStream(pipe)) {
        out.write(content);
      } catch (IOException e) {
        // The reader has gone; the test looks at what it got.
      }
    }

    void join() throws InterruptedException {
      thread.join(60_000);
    }

    @Override
    public void close() {
      thread.interrupt();
    }
  }
}
