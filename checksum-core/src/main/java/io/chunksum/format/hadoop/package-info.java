// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: reads and writes side files of Hadoop's local file system and meta files of HDFS, and
 * turns checksums of windows into the file checksums that HDFS and Apache Ozone make of them.
 *
 * <p>{@link io.chunksum.format.hadoop.HadoopCrcFormat} and {@link
 * io.chunksum.format.hadoop.HdfsMetaFormat} are the formats, and share {@code PackedCrcsReader} and
 * {@code PackedCrcsWriter}. A {@link io.chunksum.format.hadoop.FileChecksumBuilder} builds file
 * checksums; {@link io.chunksum.format.hadoop.StripedCrc} and {@link
 * io.chunksum.format.hadoop.EcBlockGroup} are for files that are erasure-coded.
 */
@NullMarked
package io.chunksum.format.hadoop;

import org.jspecify.annotations.NullMarked;
