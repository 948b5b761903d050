// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.tests.NettyLeaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.ratis.util.ExitUtils;

/** Finds what a test has not given back: buffers of Netty, threads and open files. */
final class Leaks implements AutoCloseable {

  private static final Path OPEN_FILES = Path.of("/proc/self/fd");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path folder;
  private final Set<Thread> threadsBefore = Thread.getAllStackTraces().keySet();
  private final NettyLeaks buffers = new NettyLeaks();

  /** Watches from now on: every buffer of Netty, and files below a folder. */
  Leaks(Path folder) {
    this.folder = folder;
  }

  void assertNone() throws IOException, InterruptedException {
    assertThat(openFiles()).isEmpty();
    assertThat(buffers.count()).isZero();
    assertThat(leakedThreads()).isEmpty();
  }

  private List<String> openFiles() throws IOException {
    if (!Files.isDirectory(OPEN_FILES)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(OPEN_FILES)) {
      return files.map(Leaks::target).filter(file -> file.startsWith(folder.toString())).toList();
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      return "closed in the meantime";
    }
  }

  private Set<String> leakedThreads() throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    Set<String> left = newThreads();
    while (!left.isEmpty() && System.nanoTime() < end) {
      Thread.sleep(20);
      left = newThreads();
    }
    return left;
  }

  private Set<String> newThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.isAlive() && !threadsBefore.contains(thread))
        .map(Thread::getName)
        .filter(name -> !isShared(name))
        .collect(Collectors.toSet());
  }

  /**
   * The timers that all of Ratis shares, the thread behind JUnit's own timeouts, and the event
   * loops of gRPC if a server found its port taken: such a server never gives its share of them
   * back, and they start further threads whenever they like.
   */
  private static boolean isShared(String thread) {
    return thread.matches("timer\\d+|junit-jupiter-timeout-watcher")
        || (ExitUtils.isTerminated()
            && thread.matches("grpc-default-(boss|worker)-ELG-.*|grpc-shared-destroyer-.*"));
  }

  @Override
  public void close() {
    buffers.close();
  }
}
