// SPDX-License-Identifier: Apache-2.0

/**
 * Zero-copy streaming checksums of storage chunks.
 *
 * <p>Start with {@link io.chunksum.ChunkChecksum}. The packages follow the data: {@link
 * io.chunksum.buffer} (bytes as pieces), {@link io.chunksum.window} (pieces cut into windows),
 * {@link io.chunksum.algorithm} (what is computed over a window), {@link io.chunksum.data} (the
 * result), {@link io.chunksum.compute} and {@link io.chunksum.verify} (the work itself), {@link
 * io.chunksum.append} (chunks being written), {@link io.chunksum.file} (bytes from files and
 * channels), {@link io.chunksum.format} (what storage systems record about files), {@link
 * io.chunksum.format.hadoop} (Hadoop's files and file checksums), {@link io.chunksum.format.aeron}
 * (Aeron recordings), {@link io.chunksum.format.compact} (a block's records, stored compactly),
 * {@link io.chunksum.format.s3} and {@link io.chunksum.format.list} (checksums of S3 objects, and
 * lists of files), {@link io.chunksum.scan} (file trees), {@link io.chunksum.verify.diagnosis}
 * (what may have happened to bad windows), {@link io.chunksum.netty} (bytes from Netty buffers),
 * {@link io.chunksum.observe} (counters).
 *
 * @uses io.chunksum.algorithm.ChecksumAlgorithm algorithms beyond the built-in ones
 */
module io.chunksum {
  requires jdk.management;
  requires static io.netty.buffer;
  requires static jdk.jfr;
  requires static org.jspecify;

  exports io.chunksum;
  exports io.chunksum.algorithm;
  exports io.chunksum.append;
  exports io.chunksum.buffer;
  exports io.chunksum.compute;
  exports io.chunksum.data;
  exports io.chunksum.file;
  exports io.chunksum.format;
  exports io.chunksum.format.aeron;
  exports io.chunksum.format.compact;
  exports io.chunksum.format.hadoop;
  exports io.chunksum.format.list;
  exports io.chunksum.format.s3;
  exports io.chunksum.netty;
  exports io.chunksum.observe;
  exports io.chunksum.scan;
  exports io.chunksum.verify;
  exports io.chunksum.verify.diagnosis;
  exports io.chunksum.window;

  uses io.chunksum.algorithm.ChecksumAlgorithm;
}
