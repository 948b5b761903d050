// SPDX-License-Identifier: Apache-2.0

package io.chunksum.live.ozone;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdds.client.ECReplicationConfig;
import org.apache.hadoop.hdds.client.ECReplicationConfig.EcCodec;
import org.apache.hadoop.hdds.protocol.DatanodeDetails;
import org.apache.hadoop.hdds.protocol.proto.StorageContainerDatanodeProtocolProtos.ContainerReplicaProto;
import org.apache.hadoop.hdds.scm.container.ContainerInfo;
import org.apache.hadoop.hdds.scm.container.ContainerManager;
import org.apache.hadoop.hdds.scm.container.ContainerReplica;

/** Apache Ozone whose keys are erasure-coded, with the numbers of {@link StoredGroup}. */
final class ErasureCodedCluster extends OzoneCluster {

  private static final Map<String, String> SETTINGS =
      Map.of(
          // That of the block in each replica.
          "ozone.scm.block.size", StoredGroup.STRIPES * StoredGroup.CELL_BYTES + "B",
          // Allows cells of any size.
          "ozone.replication.allowed-configs", "",
          // All keys are to share their datanodes.
          "ozone.scm.ec.pipeline.minimum", "1",
          // A datanode that is gone is to be replaced soon.
          "hdds.heartbeat.interval", "500ms",
          "hdds.container.report.interval", "1s",
          "ozone.scm.heartbeat.thread.interval", "200ms",
          "ozone.scm.stale.node.interval", "10s",
          "ozone.scm.dead.node.interval", "15s",
          "hdds.scm.replication.thread.interval", "1s",
          "hdds.scm.replication.under.replicated.interval", "1s");

  private static final int POLL_MILLIS = 100;

  private final Set<DatanodeDetails> stopped = new HashSet<>();

  ErasureCodedCluster(Path folder, int datanodes) throws Exception {
    super(
        folder,
        new ECReplicationConfig(
            StoredGroup.DATA, StoredGroup.PARITY, EcCodec.RS, StoredGroup.CELL_BYTES),
        datanodes,
        SETTINGS);
  }

  /**
   * Stops a datanode for good; what it keeps stays where it is. Nothing is reconstructed until
   * {@link #reconstruct}.
   */
  void stop(DatanodeDetails datanode) throws IOException {
    cluster.getStorageContainerManager().getReplicationManager().stop();
    stopped.add(datanode);
    cluster.shutdownHddsDatanode(datanode);
  }

  /** Waits until other datanodes have reconstructed what the stopped ones had. */
  void reconstruct() throws Exception {
    cluster.getStorageContainerManager().getReplicationManager().start();
    ContainerManager containers = cluster.getStorageContainerManager().getContainerManager();
    for (ContainerInfo container : containers.getContainers()) {
      while (!isComplete(containers.getContainerReplicas(container.containerID()))) {
        Thread.sleep(POLL_MILLIS);
      }
    }
  }

  private boolean isComplete(Set<ContainerReplica> replicas) {
    return replicas.stream()
            .filter(replica -> replica.getState() == ContainerReplicaProto.State.CLOSED)
            .filter(replica -> !stopped.contains(replica.getDatanodeDetails()))
            .map(ContainerReplica::getReplicaIndex)
            .distinct()
            .count()
        == StoredGroup.DATA + StoredGroup.PARITY;
  }
}
