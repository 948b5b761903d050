// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.replay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.storage.RaftStorage.StartupOption;
import org.apache.ratis.util.ExitUtils.ExitException;
import org.jspecify.annotations.Nullable;

/**
 * A group of three replicas on the loopback interface, each of which can be stopped and started.
 */
final class ReplayGroup implements AutoCloseable {

  private static final int SIZE = 3;
  private static final int ATTEMPTS = 5;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Below the range from which any system takes the ports of outgoing connections. */
  private static final int FIRST_PORT = 20_000;

  private static final int PORTS = 12_000;

  private final Path folder;
  private final RaftGroup group;
  private final List<RaftPeer> peers;

  /** The running replica of each peer; null while it is down. */
  private final @Nullable Replica[] replicas = new Replica[SIZE];

  private ReplayGroup(Path folder) throws IOException {
    this.folder = folder;
    this.peers = new ArrayList<>();
    List<Integer> ports = freePorts();
    for (int i = 0; i < SIZE; i++) {
      String address = InetAddress.getLoopbackAddress().getHostAddress() + ":" + ports.get(i);
      peers.add(RaftPeer.newBuilder().setId("replica" + i).setAddress(address).build());
    }
    this.group = RaftGroup.valueOf(RaftGroupId.randomId(), peers);
  }

  /** Starts a group with empty replicas; another one if a port was taken meanwhile. */
  static ReplayGroup start(Path folder) throws IOException {
    for (int attempt = 1; ; attempt++) {
      ReplayGroup group = new ReplayGroup(folder.resolve("group" + attempt));
      try {
        for (int i = 0; i < SIZE; i++) {
          group.start(i, StartupOption.FORMAT);
        }
        return group;
      } catch (ExitException e) {
        group.close();
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static List<Integer> freePorts() {
    Random random = new Random();
    List<Integer> ports = new ArrayList<>();
    while (ports.size() < SIZE) {
      int port = FIRST_PORT + random.nextInt(PORTS);
      if (!ports.contains(port) && isFree(port)) {
        ports.add(port);
      }
    }
    return ports;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  int size() {
    return SIZE;
  }

  /** Starts a replica that was stopped, on what it left behind. */
  void start(int index) throws IOException {
    start(index, StartupOption.RECOVER);
  }

  private void start(int index, StartupOption option) throws IOException {
    replicas[index] = new Replica(peers.get(index), group, folderOf(index), option);
  }

  private Path folderOf(int index) {
    return folder.resolve("replica" + index);
  }

  /** The chunk files of a replica, also of one that is down. */
  ChunkStore chunksOf(int index) throws IOException {
    return Replica.chunksIn(folderOf(index));
  }

  /** Stops a replica; does nothing if it is down. */
  void stop(int index) throws IOException {
    Replica replica = replicas[index];
    replicas[index] = null;
    if (replica != null) {
      replica.close();
    }
  }

  /** A replica that is up. */
  Replica replica(int index) {
    Replica replica = replicas[index];
    if (replica == null) {
      throw new IllegalStateException("replica " + index + " is down");
    }
    return replica;
  }

  /** Waits until a replica is the leader. */
  int leader() throws InterruptedException {
    int[] found = {-1};
    await(
        "a leader",
        () -> {
          for (int i = 0; i < SIZE; i++) {
            Replica replica = replicas[i];
            if (replica != null && replica.info().isLeaderReady()) {
              found[0] = i;
            }
          }
          return found[0] >= 0;
        });
    return found[0];
  }

  /** A replica that is not the leader at the moment. */
  int follower() throws InterruptedException {
    return (leader() + 1) % SIZE;
  }

  /** Waits until a replica has applied the log up to an index. */
  void awaitApplied(int index, long logIndex) throws InterruptedException {
    Replica replica = replica(index);
    await(
        replica.peer().getId() + " at log index " + logIndex,
        () -> replica.info().getLastAppliedIndex() >= logIndex);
  }

  /** Waits until a condition holds. */
  static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("waited in vain for " + what);
      }
      Thread.sleep(5);
    }
  }

  ChunkClient newClient() {
    return new ChunkClient(group);
  }

  @Override
  public void close() throws IOException {
    for (int i = 0; i < SIZE; i++) {
      stop(i);
    }
  }
}
