// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.observe;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;

/** Says whether an application can be unloaded that was the first to use a library's events. */
public final class UnloadingProbe {

  private static final List<String> EVENTS =
      List.of("Computation", "Copy", "Mismatch", "ScanProgress", "Verification");

  private static final int ROUNDS = 20;

  private UnloadingProbe() {}

  /** What the application does. */
  public static final class Application implements Runnable {

    /** For the loader of the application, which makes one. */
    public Application() {}

    @Override
    public void run() {
      ChunkChecksum crc32c = ChunkChecksum.of(ChecksumType.CRC32C, 16);
      ChunkBuffer chunk = ChunkBuffer.wrap(new byte[40]);
      System.out.println(crc32c.verify(chunk, crc32c.compute(chunk)).verdict());
    }
  }

  /** The class path of the library is the first argument, that of the application the second. */
  public static void main(String[] args) throws Exception {
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    try (URLClassLoader library = new URLClassLoader(urls(args[0]), platform);
        Recording recording = new Recording()) {
      EVENTS.forEach(event -> recording.enable("io.chunksum." + event).withoutThreshold());
      recording.start();
      WeakReference<ClassLoader> application = used(library, args[1]);
      for (int round = 0; round < ROUNDS && application.get() != null; round++) {
        System.gc();
        Thread.sleep(10);
      }
      System.out.println("unloaded: " + (application.get() == null));
    }
  }

  private static WeakReference<ClassLoader> used(ClassLoader library, String home)
      throws IOException, ReflectiveOperationException {
    try (URLClassLoader loader = new URLClassLoader(urls(home), library)) {
      Class<?> application = loader.loadClass(Application.class.getName());
      ((Runnable) application.getConstructor().newInstance()).run();
      return new WeakReference<>(loader);
    }
  }

  private static URL[] urls(String home) throws IOException {
    return new URL[] {Path.of(home).toUri().toURL()};
  }
}
