// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: takes side files of Hadoop's local file system and meta files of HDFS, gives what they
 * record; takes checksums of windows, gives the file checksums that HDFS and Apache Ozone make of
 * them.
 */
@NullMarked
package io.chunksum.format.hadoop;

import org.jspecify.annotations.NullMarked;
