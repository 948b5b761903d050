// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.replay;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.util.ExitUtils;
import org.apache.ratis.util.ExitUtils.ExitException;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/** One run of one replica: a server of Ratis over the log and the chunk files of its folder. */
final class Replica implements AutoCloseable {

  private final RaftPeer peer;
  private final RaftGroup group;
  private final ChunkStore store;
  private final ExecutorService io;
  private final ChunkStateMachine stateMachine;
  private final RaftServer server;

  static {
    // A port that is taken is to be an exception, not the end of the JVM.
    ExitUtils.disableSystemExit();
  }

  /**
   * Starts a replica on what its folder holds.
   *
   * @throws ExitException if its port is taken, among others
   */
  Replica(RaftPeer peer, RaftGroup group, Path folder, RaftStorage.StartupOption option)
      throws IOException {
    this.peer = peer;
    this.group = group;
    this.store = chunksIn(folder);
    this.io = Executors.newSingleThreadExecutor(task -> new Thread(task, "chunks-" + peer.getId()));
    this.stateMachine = new ChunkStateMachine(store, io);
    try {
      this.server =
          RaftServer.newBuilder()
              .setServerId(peer.getId())
              .setGroup(group)
              .setOption(option)
              .setProperties(properties(folder.resolve("log"), port(peer)))
              .setStateMachine(stateMachine)
              .build();
      server.start();
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** The chunk files of a replica, none of which is served yet. */
  static ChunkStore chunksIn(Path folder) throws IOException {
    return new ChunkStore(folder.resolve("chunks"));
  }

  private static int port(RaftPeer peer) {
    String address = peer.getAddress();
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  private static RaftProperties properties(Path log, int port) {
    RaftProperties properties = new RaftProperties();
    RaftServerConfigKeys.setStorageDir(properties, List.of(log.toFile()));
    GrpcConfigKeys.Server.setHost(properties, InetAddress.getLoopbackAddress().getHostAddress());
    GrpcConfigKeys.Server.setPort(properties, port);
    // Short enough for a test, long enough for a busy machine.
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(properties, millis(200));
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(properties, millis(500));
    RaftServerConfigKeys.Rpc.setTimeoutMin(properties, millis(800));
    RaftServerConfigKeys.Rpc.setTimeoutMax(properties, millis(1200));
    // Without this the log would keep every payload in memory, and nobody would read one back.
    RaftServerConfigKeys.Log.StateMachineData.setCachingEnabled(properties, true);
    RaftServerConfigKeys.Log.setPreallocatedSize(properties, SizeInBytes.valueOf("64KB"));
    return properties;
  }

  private static TimeDuration millis(long count) {
    return TimeDuration.valueOf(count, TimeUnit.MILLISECONDS);
  }

  RaftPeer peer() {
    return peer;
  }

  ChunkStore store() {
    return store;
  }

  /** A payload could not be written, or not be read back for a follower. */
  boolean hasLogFailures() {
    return stateMachine.hasLogFailures();
  }

  /** What Ratis says of its part in the group. */
  DivisionInfo info() {
    try {
      return server.getDivision(group.getGroupId()).getInfo();
    } catch (IOException e) {
      throw new IllegalStateException("the server has lost its group", e);
    }
  }

  /** Stops the replica, whatever it is doing. */
  @Override
  public void close() throws IOException {
    if (server != null) {
      server.close();
    }
    io.shutdown();
  }
}
