// SPDX-License-Identifier: Apache-2.0

package io.chunksum.live.hdfs;

import io.chunksum.algorithm.ChecksumType;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.util.DataChecksum;

/** HDFS with one datanode, and its real client. */
final class HdfsCluster implements Closeable {

  private static final int BUFFER_BYTES = 4096;
  private static final int RECOVERY_POLL_MILLIS = 100;

  private final MiniDFSCluster cluster;
  private final Path dataFolder;

  /**
   * A block where the datanode keeps it.
   *
   * @param data the file with its bytes
   * @param meta the file with its checksums
   */
  record StoredBlock(Path data, Path meta) {}

  /** Starts it, with everything that it keeps in a folder. */
  HdfsCluster(Path folder) throws IOException {
    Configuration conf = new Configuration();
    // Small files are to have several blocks.
    conf.setLong("dfs.namenode.fs-limits.min-block-size", 1);
    // What fails once on the only replica fails again.
    conf.setInt("dfs.client.max.block.acquire.failures", 0);
    cluster =
        new MiniDFSCluster.Builder(conf, folder.toFile())
            .numDataNodes(1)
            .storagesPerDatanode(1)
            .build();
    cluster.waitActive();
    dataFolder = cluster.getInstanceStorageDir(0, 0).toPath();
  }

  /** The folder of the datanode, with all block files. */
  Path dataFolder() {
    return dataFolder;
  }

  /** Writes a file with the client. */
  void write(String name, byte[] bytes, ChecksumType type, int bytesPerChecksum, long blockBytes)
      throws IOException {
    ChecksumOpt checksum =
        new ChecksumOpt(DataChecksum.Type.valueOf(type.name()), bytesPerChecksum);
    DistributedFileSystem files = cluster.getFileSystem();
    try (OutputStream out =
        files.create(
            path(name),
            FsPermission.getFileDefault(),
            EnumSet.of(CreateFlag.CREATE),
            BUFFER_BYTES,
            (short) 1,
            blockBytes,
            null,
            checksum)) {
      out.write(bytes);
    }
  }

  /** Appends to a file, whose new blocks have another type of checksum. */
  void append(String name, byte[] bytes, ChecksumType type) throws IOException {
    Configuration conf = new Configuration(cluster.getConfiguration(0));
    conf.set("dfs.checksum.type", type.name());
    try (FileSystem files = FileSystem.newInstance(cluster.getURI(), conf);
        OutputStream out = files.append(path(name))) {
      out.write(bytes);
    }
  }

  /**
   * Writes a file of one block, of which a crash of the datanode loses the last bytes, though not
   * their checksums, and has it closed as it is then.
   */
  void writeUntilCrash(String name, byte[] bytes, int lost) throws Exception {
    // Left open, as by a client that is gone.
    FSDataOutputStream out = cluster.getFileSystem().create(path(name));
    out.write(bytes);
    out.hsync();
    MiniDFSCluster.DataNodeProperties datanode = cluster.stopDataNode(0);
    try (Stream<Path> files = Files.walk(dataFolder);
        FileChannel block =
            FileChannel.open(
                files.filter(HdfsCluster::isOpenBlock).findFirst().orElseThrow(),
                StandardOpenOption.WRITE)) {
      block.truncate(bytes.length - lost);
    }
    cluster.restartDataNode(datanode, true);
    cluster.waitActive();
    try (DistributedFileSystem files =
        (DistributedFileSystem)
            FileSystem.newInstance(cluster.getURI(), cluster.getConfiguration(0))) {
      while (!files.recoverLease(path(name))) {
        Thread.sleep(RECOVERY_POLL_MILLIS);
      }
    }
  }

  private static boolean isOpenBlock(Path file) {
    return file.getParent().endsWith("rbw") && file.getFileName().toString().matches("blk_[0-9]+");
  }

  /** Reads a file with the client, which verifies it. */
  byte[] read(String name) throws IOException {
    try (FSDataInputStream in = cluster.getFileSystem().open(path(name))) {
      return in.readAllBytes();
    }
  }

  /** Makes the datanode forget the last checksum of each block, which it keeps in memory. */
  void restartDatanode() throws IOException {
    cluster.restartDataNode(0, true);
    cluster.waitActive();
  }

  /** The blocks of a file, in order. */
  List<StoredBlock> blocks(String name) throws IOException {
    List<StoredBlock> blocks = new ArrayList<>();
    for (LocatedBlock block :
        cluster.getFileSystem().getClient().getLocatedBlocks("/" + name, 0).getLocatedBlocks()) {
      blocks.add(
          new StoredBlock(
              cluster.getBlockFile(0, block.getBlock()).toPath(),
              cluster.getBlockMetadataFile(0, block.getBlock()).toPath()));
    }
    return blocks;
  }

  /**
   * Asks for the checksum of the first bytes of a file.
   *
   * @param mode COMPOSITE_CRC or MD5MD5CRC
   */
  FileChecksum fileChecksum(String name, String mode, long length) throws IOException {
    Configuration conf = new Configuration(cluster.getConfiguration(0));
    conf.set("dfs.checksum.combine.mode", mode);
    try (FileSystem files = FileSystem.newInstance(cluster.getURI(), conf)) {
      return files.getFileChecksum(path(name), length);
    }
  }

  private static org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path("/" + name);
  }

  @Override
  public void close() {
    cluster.shutdown(true, true);
  }
}
