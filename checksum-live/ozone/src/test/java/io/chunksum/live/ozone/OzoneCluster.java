// SPDX-License-Identifier: Apache-2.0

package io.chunksum.live.ozone;

import io.chunksum.data.ChunkInfo;
import io.chunksum.data.KeyValue;
import io.chunksum.proto.BlockData;
import io.chunksum.proto.BlockDataCodec;
import io.chunksum.proto.BlockId;
import io.chunksum.proto.ChunkInfoCodec;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdds.client.RatisReplicationConfig;
import org.apache.hadoop.hdds.client.ReplicationConfig;
import org.apache.hadoop.hdds.conf.OzoneConfiguration;
import org.apache.hadoop.hdds.protocol.DatanodeDetails;
import org.apache.hadoop.hdds.protocol.datanode.proto.ContainerProtos;
import org.apache.hadoop.hdds.protocol.proto.HddsProtos.ReplicationFactor;
import org.apache.hadoop.hdds.scm.XceiverClientFactory;
import org.apache.hadoop.hdds.scm.XceiverClientSpi;
import org.apache.hadoop.hdds.scm.pipeline.Pipeline;
import org.apache.hadoop.hdds.scm.storage.ContainerProtocolCalls;
import org.apache.hadoop.ozone.MiniOzoneCluster;
import org.apache.hadoop.ozone.client.OzoneClient;
import org.apache.hadoop.ozone.client.OzoneClientFactory;
import org.apache.hadoop.ozone.client.rpc.RpcClient;
import org.apache.hadoop.ozone.om.helpers.OmKeyArgs;
import org.apache.hadoop.ozone.om.helpers.OmKeyLocationInfo;
import org.apache.hadoop.ozone.om.helpers.OpenKeySession;
import org.apache.hadoop.ozone.om.protocol.OzoneManagerProtocol;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/** Apache Ozone, and its real client. */
class OzoneCluster implements Closeable {

  private static final String VOLUME = "volume";
  private static final String BUCKET = "bucket";

  private static final ReplicationConfig ONE_REPLICA =
      RatisReplicationConfig.getInstance(ReplicationFactor.ONE);

  private static final ChunkInfoCodec CHUNKS = ChunkInfoCodec.OZONE;

  private final ReplicationConfig replication;
  final MiniOzoneCluster cluster;
  private final OzoneClient client;

  /** Starts one with one datanode, with everything that it keeps in a folder. */
  OzoneCluster(Path folder) throws Exception {
    this(folder, ONE_REPLICA, 1, Map.of());
  }

  /** Starts one that keeps keys in another way. */
  OzoneCluster(
      Path folder, ReplicationConfig replication, int datanodes, Map<String, String> settings)
      throws Exception {
    this.replication = replication;
    // Ozone has no other way to be told.
    System.setProperty("test.build.data", folder.toString());
    OzoneConfiguration conf = new OzoneConfiguration();
    // Small keys are to have several chunks and blocks.
    conf.set("ozone.scm.chunk.size", "256KB");
    conf.set("ozone.scm.block.size", "1MB");
    conf.set("ozone.client.stream.buffer.size", "256KB");
    conf.set("ozone.client.stream.buffer.flush.size", "512KB");
    conf.set("ozone.client.stream.buffer.max.size", "1MB");
    // What fails once on the only replica fails again.
    conf.setInt("ozone.client.read.max.retries", 0);
    // The damage that we do is ours to find.
    conf.setBoolean("hdds.container.scrub.enabled", false);
    settings.forEach(conf::set);
    cluster = MiniOzoneCluster.newBuilder(conf).setNumDatanodes(datanodes).build();
    cluster.waitForClusterToBeReady();
    cluster.waitForPipelineTobeReady(ReplicationFactor.ONE, 60_000);
    client = cluster.newClient();
    client.getObjectStore().createVolume(VOLUME);
    client.getObjectStore().getVolume(VOLUME).createBucket(BUCKET);
  }

  /** Writes a key with the client. */
  void write(StoredKey key) throws IOException {
    byte[] bytes = key.bytes();
    OzoneConfiguration conf = new OzoneConfiguration(cluster.getConf());
    conf.set("ozone.client.checksum.type", key.type().name());
    conf.setInt("ozone.client.bytes.per.checksum", key.bytesPerChecksum());
    try (OzoneClient writer = OzoneClientFactory.getRpcClient(conf);
        OutputStream out =
            writer
                .getProxy()
                .createKey(VOLUME, BUCKET, key.name(), bytes.length, replication, Map.of())) {
      out.write(bytes);
    }
  }

  /** Reads a key with the client, which verifies it. */
  byte[] read(String key) throws IOException {
    try (InputStream in = client.getProxy().getKey(VOLUME, BUCKET, key)) {
      return in.readAllBytes();
    }
  }

  /** The only replica of each block of a key, in order. */
  List<StoredBlock> blocks(String key) throws IOException {
    return groups(key).stream().map(group -> group.replicas().get(0)).toList();
  }

  /** The blocks of a key, in order. */
  List<StoredGroup> groups(String key) throws IOException {
    List<StoredGroup> groups = new ArrayList<>();
    for (OmKeyLocationInfo location :
        ((RpcClient) client.getProxy())
            .getKeyInfo(VOLUME, BUCKET, key, true)
            .getLatestVersionLocations()
            .getLocationList()) {
      SortedMap<Integer, StoredBlock> replicas = new TreeMap<>();
      for (DatanodeDetails datanode : location.getPipeline().getNodes()) {
        replicas.put(
            location.getPipeline().getReplicaIndex(datanode),
            new StoredBlock(datanode, file(location, datanode), record(location, datanode)));
      }
      groups.add(new StoredGroup(location.getLength(), replicas));
    }
    return groups;
  }

  private Path file(OmKeyLocationInfo location, DatanodeDetails datanode) throws IOException {
    return Path.of(
        cluster
            .getHddsDatanode(datanode)
            .getDatanodeStateMachine()
            .getContainer()
            .getContainerSet()
            .getContainer(location.getContainerID())
            .getContainerData()
            .getChunksPath(),
        location.getLocalID() + ".block");
  }

  private ByteBuffer record(OmKeyLocationInfo location, DatanodeDetails datanode)
      throws IOException {
    Pipeline replica = location.getPipeline().copyForReadFromNode(datanode);
    XceiverClientFactory datanodes = datanodes();
    XceiverClientSpi keeper = datanodes.acquireClientForReadData(replica);
    try {
      return ContainerProtocolCalls.getBlock(
              keeper, location.getBlockID(), location.getToken(), replica.getReplicaIndexes())
          .getBlockData()
          .toByteString()
          .asReadOnlyByteBuffer();
    } finally {
      datanodes.releaseClientForReadData(keeper, false);
    }
  }

  private XceiverClientFactory datanodes() {
    return ((RpcClient) client.getProxy()).getXceiverClientManager();
  }

  /**
   * Writes a key of one block past the client's output stream, so that what is recorded of its
   * chunks is what we say.
   */
  void put(String key, byte[] bytes, List<ChunkInfo> chunks) throws Exception {
    OzoneManagerProtocol manager = client.getProxy().getOzoneManagerClient();
    OmKeyArgs.Builder args =
        new OmKeyArgs.Builder()
            .setVolumeName(VOLUME)
            .setBucketName(BUCKET)
            .setKeyName(key)
            .setOwnerName(System.getProperty("user.name"))
            .setAcls(List.of())
            .setReplicationConfig(replication)
            .setDataSize(bytes.length);
    OpenKeySession session = manager.openKey(args.build());
    OmKeyLocationInfo location =
        session.getKeyInfo().getLatestVersionLocations().getLocationList().get(0);
    putBlock(location, bytes, chunks);
    location.setLength(bytes.length);
    manager.commitKey(args.setLocationInfoList(List.of(location)).build(), session.getId());
  }

  private void putBlock(OmKeyLocationInfo location, byte[] bytes, List<ChunkInfo> chunks)
      throws Exception {
    XceiverClientFactory datanodes = datanodes();
    XceiverClientSpi datanode = datanodes.acquireClient(location.getPipeline());
    try {
      for (ChunkInfo chunk : chunks) {
        ContainerProtocolCalls.writeChunkAsync(
                datanode,
                ContainerProtos.ChunkInfo.parseFrom(CHUNKS.encodeToArray(chunk)),
                location.getBlockID(),
                ByteString.copyFrom(bytes, (int) chunk.offset(), (int) chunk.length()),
                null,
                0,
                null,
                false)
            .getResponse()
            .get();
      }
      BlockData block =
          new BlockData(
              new BlockId(
                  location.getContainerID(),
                  location.getLocalID(),
                  OptionalLong.empty(),
                  OptionalInt.empty()),
              OptionalLong.empty(),
              List.of(new KeyValue("TYPE", "KEY")),
              chunks,
              OptionalLong.of(bytes.length));
      ContainerProtocolCalls.putBlockAsync(
              datanode,
              ContainerProtos.BlockData.parseFrom(BlockDataCodec.encodeToArray(block)),
              true,
              null)
          .getResponse()
          .get();
    } finally {
      datanodes.releaseClient(datanode, false);
    }
  }

  /**
   * Asks for the checksum of a key.
   *
   * @param mode COMPOSITE_CRC or MD5MD5CRC
   */
  FileChecksum fileChecksum(String key, String mode) throws IOException {
    OzoneConfiguration conf = new OzoneConfiguration(cluster.getConf());
    conf.set("ozone.client.checksum.combine.mode", mode);
    URI root = URI.create("ofs://" + conf.get("ozone.om.address"));
    try (FileSystem files = FileSystem.newInstance(root, conf)) {
      return files.getFileChecksum(
          new org.apache.hadoop.fs.Path("/" + VOLUME + "/" + BUCKET + "/" + key));
    }
  }

  @Override
  public void close() throws IOException {
    client.close();
    cluster.shutdown();
  }
}
