// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: reads and writes side files of Hadoop's local file system and meta files of HDFS, and
 * turns checksums of windows into the file checksums that HDFS and Apache Ozone make of them.
 */
@NullMarked
package io.chunksum.format.hadoop;

import org.jspecify.annotations.NullMarked;
