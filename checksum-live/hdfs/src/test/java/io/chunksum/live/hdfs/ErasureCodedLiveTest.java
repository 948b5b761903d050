// SPDX-License-Identifier: Apache-2.0

package io.chunksum.live.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.FileRecord;
import io.chunksum.format.hadoop.CompositeCrcBuilder;
import io.chunksum.format.hadoop.HdfsMetaFormat;
import io.chunksum.format.hadoop.Md5Md5CrcBuilder;
import io.chunksum.format.hadoop.StripedCrc;
import io.chunksum.live.hdfs.HdfsCluster.StoredBlock;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/hadoop.md says of erasure-coded files, with internal blocks that are lost. */
class ErasureCodedLiveTest {

  private static final HdfsMetaFormat META = new HdfsMetaFormat();
  private static final ChecksumAlgorithm CRC32 = ChecksumAlgorithms.of(ChecksumType.CRC32);

  /** Neither this nor CRC32 is what a datanode would choose. */
  private static final int WINDOW = 1024;

  private static final List<String> MODES = List.of("COMPOSITE_CRC", "MD5MD5CRC");

  private static final int DATA = 3;
  private static final int PARITY = 2;

  /** One more than a group needs, for what is reconstructed. */
  private static final int DATANODES = DATA + PARITY + 1;

  private static final int CELL = 64 * 1024;
  private static final int STRIPE = DATA * CELL;
  private static final int STRIPES_OF_GROUP = 2;

  /** At the borders of windows, cells, stripes and groups. */
  private static final List<Integer> LENGTHS =
      List.of(1, WINDOW + 1, CELL + 1, 2 * CELL + 700, STRIPE, 2 * STRIPE + 1, 5 * STRIPE + 70_000);

  private static final int POLL_MILLIS = 100;

  @TempDir private Path folder;

  private MiniDFSCluster cluster;
  private DistributedFileSystem files;

  /** The ones before it are gone, though not their folders. */
  private int firstDatanode;

  @BeforeEach
  void start() throws IOException {
    Configuration conf = new Configuration();
    // Small files are to have several groups.
    conf.setLong("dfs.namenode.fs-limits.min-block-size", 1);
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    conf.setInt("dfs.heartbeat.interval", 1);
    cluster =
        new MiniDFSCluster.Builder(conf, folder.toFile())
            .numDataNodes(DATANODES)
            .storagesPerDatanode(1)
            .build();
    cluster.waitActive();
    files = cluster.getFileSystem();
    ErasureCodingPolicy policy = new ErasureCodingPolicy(new ECSchema("rs", DATA, PARITY), CELL);
    String name =
        files.addErasureCodingPolicies(new ErasureCodingPolicy[] {policy})[0].getPolicy().getName();
    files.enableErasureCodingPolicy(name);
    files.setErasureCodingPolicy(new org.apache.hadoop.fs.Path("/"), name);
    for (int length : LENGTHS) {
      try (OutputStream out =
          files
              .createFile(path(length))
              .blockSize((long) STRIPES_OF_GROUP * CELL)
              .checksumOpt(new ChecksumOpt(DataChecksum.Type.CRC32, WINDOW))
              .build()) {
        out.write(bytes(length));
      }
    }
  }

  @AfterEach
  void stop() {
    if (cluster != null) {
      cluster.shutdown(true, true);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 4})
  void lostInternalBlockChangesNoChecksum(int lost) throws IOException {
    int deleted = 0;
    for (int length : LENGTHS) {
      List<ExtendedBlock> groups = groups(length);
      List<String> checksums = ours(groups, DATA);
      assertThat(reported(length)).isEqualTo(checksums);
      for (ExtendedBlock group : groups) {
        Optional<StoredBlock> block = internalBlock(group, lost);
        if (block.isPresent()) { // Unless the data ends before it.
          Files.delete(block.get().data());
          Files.delete(block.get().meta());
          deleted++;
        }
      }
      assertThat(reported(length)).isEqualTo(checksums);
    }
    assertThat(deleted).isPositive();
  }

  @Test
  void reconstructedInternalBlocksAreTheSame() throws Exception {
    List<Path> lost = metaFiles(storage(0));
    assertThat(lost).isNotEmpty();
    DatanodeID datanode = cluster.getDataNodes().get(0).getDatanodeId();
    cluster.stopDataNode(0);
    firstDatanode = 1;
    cluster.setDataNodeDead(datanode);
    for (Path meta : lost) {
      Path again = awaitReconstruction(meta);
      assertThat(again).hasSameBinaryContentAs(meta);
      assertThat(dataOf(again)).hasSameBinaryContentAs(dataOf(meta));
    }
    for (int length : LENGTHS) {
      assertThat(reported(length)).isEqualTo(ours(groups(length), DATA));
    }
  }

  @Test
  void groupThatIsLostMayHaveAnotherChecksum() throws Exception {
    int length = STRIPE;
    List<ExtendedBlock> groups = groups(length);
    List<String> checksums = reported(length);
    List<DatanodeID> lost = new ArrayList<>();
    for (int i = 2; i < DATA + PARITY; i++) {
      lost.add(datanodeOf(internalBlock(groups.get(0), i).orElseThrow()));
    }
    // Nothing is reconstructed in between: the name node learns of it when all have been stopped.
    lost.forEach(datanode -> cluster.stopDataNode(datanode.getXferAddr()));
    for (DatanodeID datanode : lost) {
      cluster.setDataNodeDead(datanode);
    }
    // Hadoop 3.5.0 looks for a decoder that it does not have before it counts the blocks.
    assertThatThrownBy(() -> read(length))
        .isInstanceOfAny(IOException.class, NullPointerException.class);
    assertThat(reported(length)).isEqualTo(ours(groups, 2)).doesNotContainAnyElementsOf(checksums);
  }

  /** Of the first internal blocks of each group, one for each mode. */
  private List<String> ours(List<ExtendedBlock> groups, int internalBlocks) throws IOException {
    CompositeCrcBuilder composite = new CompositeCrcBuilder(CRC32);
    Md5Md5CrcBuilder md5 = Md5Md5CrcBuilder.hdfsErasureCoded();
    for (ExtendedBlock group : groups) {
      List<List<CrcValue>> cells = new ArrayList<>();
      for (int i = 0; i < internalBlocks; i++) {
        List<CrcValue> own = new ArrayList<>();
        StripedCrc striped = new StripedCrc(CRC32, CELL, own::add);
        for (ChunkInfo chunk : chunks(internalBlock(group, i))) {
          md5.add(chunk);
          striped.add(chunk.checksums(), chunk.length());
        }
        md5.endBlock();
        striped.finish();
        cells.add(own);
      }
      md5.endGroup();
      for (int stripe = 0; stripe < cells.get(0).size(); stripe++) {
        int index = stripe;
        cells.stream()
            .filter(own -> index < own.size())
            .forEach(own -> composite.add(own.get(index)));
      }
    }
    return List.of(composite.build().toString(), md5.build().toString());
  }

  private static List<ChunkInfo> chunks(Optional<StoredBlock> block) throws IOException {
    List<ChunkInfo> chunks = new ArrayList<>();
    if (block.isPresent()) {
      try (FileRecord record = META.open(block.get().meta(), block.get().data())) {
        record.forEachChunk(chunks::addAll);
      }
    }
    return chunks;
  }

  /** What HDFS says, one for each mode. */
  private List<String> reported(int length) throws IOException {
    List<String> checksums = new ArrayList<>();
    for (String mode : MODES) {
      Configuration conf = new Configuration(cluster.getConfiguration(0));
      conf.set("dfs.checksum.combine.mode", mode);
      try (FileSystem asked = FileSystem.newInstance(cluster.getURI(), conf)) {
        checksums.add(asked.getFileChecksum(path(length)).toString());
      }
    }
    return checksums;
  }

  private List<ExtendedBlock> groups(int length) throws IOException {
    return files
        .getClient()
        .getLocatedBlocks(path(length).toString(), 0, length)
        .getLocatedBlocks()
        .stream()
        .map(LocatedBlock::getBlock)
        .toList();
  }

  /** An internal block, on whatever datanode it is. */
  private Optional<StoredBlock> internalBlock(ExtendedBlock group, int index) {
    ExtendedBlock block = new ExtendedBlock(group);
    block.setBlockId(group.getBlockId() + index);
    for (int datanode = firstDatanode; datanode < DATANODES; datanode++) {
      File data = cluster.getBlockFile(datanode, block);
      File meta = cluster.getBlockMetadataFile(datanode, block);
      if (data != null && meta != null && meta.exists()) {
        return Optional.of(new StoredBlock(data.toPath(), meta.toPath()));
      }
    }
    return Optional.empty();
  }

  /** Waits until another datanode has a block of the first one. */
  private Path awaitReconstruction(Path meta) throws InterruptedException {
    Path inStorage = storage(0).relativize(meta); // which depends on the name of the block alone
    while (true) {
      for (int datanode = 1; datanode < DATANODES; datanode++) {
        Path again = storage(datanode).resolve(inStorage);
        if (Files.exists(again) && Files.exists(dataOf(again))) {
          return again;
        }
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static List<Path> metaFiles(Path storage) throws IOException {
    try (Stream<Path> all = Files.walk(storage)) {
      return all.filter(file -> META.recordedFile(file.getFileName().toString()).isPresent())
          .toList();
    }
  }

  private static Path dataOf(Path meta) {
    return meta.resolveSibling(META.recordedFile(meta.getFileName().toString()).orElseThrow());
  }

  private Path storage(int datanode) {
    return cluster.getInstanceStorageDir(datanode, 0).toPath();
  }

  private byte[] read(int length) throws IOException {
    try (FSDataInputStream in = files.open(path(length))) {
      return in.readAllBytes();
    }
  }

  /** The datanode that keeps a block; none may have been stopped before. */
  private DatanodeID datanodeOf(StoredBlock block) {
    int datanode = 0;
    while (!block.data().startsWith(storage(datanode))) {
      datanode++;
    }
    return cluster.getDataNodes().get(datanode).getDatanodeId();
  }

  private static org.apache.hadoop.fs.Path path(int length) {
    return new org.apache.hadoop.fs.Path("/coded-" + length);
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
