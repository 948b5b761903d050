// SPDX-License-Identifier: Apache-2.0

package io.chunksum.live.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.format.FileRecord;
import io.chunksum.format.hadoop.HdfsMetaFormat;
import io.chunksum.format.hadoop.Md5Md5CrcBuilder;
import io.chunksum.live.hdfs.HdfsCluster.StoredBlock;
import io.chunksum.scan.FileResult;
import io.chunksum.scan.FileScanner;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.tools.DebugAdmin;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/hadoop.md says of blocks from memory, and of meta files that HDFS computes anew. */
class SurplusChecksumLiveTest {

  private static final HdfsMetaFormat META = new HdfsMetaFormat();
  private static final int WINDOW = 512;
  private static final List<Integer> LENGTHS = List.of(1, 512, 5000, 64 * 1024, 200_192);
  private static final int POLL_MILLIS = 100;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 511, 512, 513, 1 << 20})
  void computeMetaEndsWithOneTooManyAfterAFullWindow(int length) throws Exception {
    Path block = Files.write(folder.resolve("blk_1"), bytes(length));
    Path meta = folder.resolve("blk_1_1.meta");
    String[] command = {"computeMeta", "-block", block.toString(), "-out", meta.toString()};
    assertThat(new DebugAdmin(new Configuration()).run(command)).isZero();
    assertOneTooManyAfterAFullWindow(new StoredBlock(block, meta));
  }

  @Test
  void blocksInMemoryHaveNoChecksumsAndOnDiskOneTooMany() throws Exception {
    MiniDFSCluster cluster = clusterWithMemory();
    try {
      Set<String> sameForAll = new HashSet<>();
      for (int length : LENGTHS) {
        write(cluster.getFileSystem(), length);
        StoredBlock block = block(cluster, length);
        assertThat(block.meta()).hasSize(7);
        assertThat(verify(block).mismatches())
            .singleElement()
            .hasToString("bytes 0 to " + (length - 1) + " have no checksum");
        sameForAll.add(md5Md5Crc(cluster, length));
      }
      assertThat(sameForAll).hasSize(1);
      assertHasNoCompositeCrc(cluster);
      for (int length : LENGTHS) {
        awaitCopyOnDisk(cluster, block(cluster, length).data());
      }
      cluster.restartDataNode(0, true); // forgets what is in memory
      cluster.waitActive();
      for (int length : LENGTHS) {
        StoredBlock block = block(cluster, length);
        assertThat(md5Md5Crc(cluster, length)).isEqualTo(md5Md5CrcOfAllChecksums(block));
        assertOneTooManyAfterAFullWindow(block);
        assertThat(cluster.getFileSystem().open(path(length)).readAllBytes())
            .isEqualTo(bytes(length));
      }
    } finally {
      cluster.shutdown(true, true);
    }
  }

  private static void assertOneTooManyAfterAFullWindow(StoredBlock block) throws Exception {
    long length = Files.size(block.data());
    int windows = (int) ((length + WINDOW - 1) / WINDOW);
    boolean oneTooMany = length % WINDOW == 0;
    assertThat(block.meta()).hasSize(7 + 4L * (oneTooMany ? windows + 1 : windows));
    if (oneTooMany) {
      assertThat(verify(block).mismatches())
          .singleElement()
          .satisfies(bad -> {
            assertThat(bad.window()).isEqualTo(windows);
            assertThat(bad.actual()).isNull();
          });
      byte[] meta = Files.readAllBytes(block.meta());
      Files.write(block.meta(), Arrays.copyOf(meta, 7 + 4 * windows));
    }
    assertThat(verify(block).ok()).isTrue();
  }

  private static void assertHasNoCompositeCrc(MiniDFSCluster cluster) throws IOException {
    Configuration conf = new Configuration(cluster.getConfiguration(0));
    conf.set("dfs.checksum.combine.mode", "COMPOSITE_CRC");
    try (FileSystem files = FileSystem.newInstance(cluster.getURI(), conf)) {
      assertThatThrownBy(() -> files.getFileChecksum(path(LENGTHS.get(0))))
          .isInstanceOf(PathIOException.class);
    }
  }

  private static String md5Md5Crc(MiniDFSCluster cluster, int length) throws IOException {
    return cluster.getFileSystem().getFileChecksum(path(length)).toString();
  }

  private static String md5Md5CrcOfAllChecksums(StoredBlock block) throws IOException {
    Md5Md5CrcBuilder builder = Md5Md5CrcBuilder.hdfs();
    try (FileRecord record = META.open(block.meta(), block.data())) {
      record.forEachChunk(chunk -> chunk.forEach(builder::add));
    }
    builder.endBlock();
    return builder.build().toString();
  }

  private static FileResult verify(StoredBlock block) throws IOException, InterruptedException {
    return FileScanner.of(1)
        .verify(block.data(), () -> META.open(block.meta(), block.data()))
        .get(0);
  }

  /** One datanode, with a storage in memory, which is copied soon, and one on disk. */
  private MiniDFSCluster clusterWithMemory() throws IOException {
    // A test may not lock as much memory as that.
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
    Configuration conf = new Configuration();
    conf.setLong("dfs.datanode.max.locked.memory", 64 << 20);
    conf.setInt("dfs.datanode.lazywriter.interval.sec", 1);
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder.toFile())
            .numDataNodes(1)
            .storagesPerDatanode(2)
            .storageTypes(new StorageType[] {StorageType.RAM_DISK, StorageType.DISK})
            .build();
    cluster.waitActive();
    return cluster;
  }

  private static void write(DistributedFileSystem files, int length) throws IOException {
    try (OutputStream out =
        files.create(
            path(length),
            FsPermission.getFileDefault(),
            EnumSet.of(CreateFlag.CREATE, CreateFlag.LAZY_PERSIST),
            4096,
            (short) 1,
            1 << 20,
            null)) {
      out.write(bytes(length));
    }
  }

  private static StoredBlock block(MiniDFSCluster cluster, int length) throws IOException {
    ExtendedBlock block =
        cluster
            .getFileSystem()
            .getClient()
            .getLocatedBlocks(path(length).toString(), 0)
            .get(0)
            .getBlock();
    return new StoredBlock(
        cluster.getBlockFile(0, block).toPath(), cluster.getBlockMetadataFile(0, block).toPath());
  }

  /** Waits for the copy of a block, whose bytes come after its meta file. */
  private static void awaitCopyOnDisk(MiniDFSCluster cluster, Path block) throws Exception {
    Path finalized = finalizedBlocks(cluster, 0);
    assertThat(block).startsWith(finalized);
    Path copy =
        finalizedBlocks(cluster, 1)
            .resolveSibling("lazypersist")
            .resolve(finalized.relativize(block));
    while (Files.notExists(copy) || Files.size(copy) < Files.size(block)) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static Path finalizedBlocks(MiniDFSCluster cluster, int storage) {
    return MiniDFSCluster.getFinalizedDir(
            cluster.getInstanceStorageDir(0, storage), cluster.getNamesystem().getBlockPoolId())
        .toPath();
  }

  private static org.apache.hadoop.fs.Path path(int length) {
    return new org.apache.hadoop.fs.Path("/memory-" + length);
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
