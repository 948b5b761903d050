// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.util.Locale;

/** The formats of checksums that {@code --from} takes, in lower case with hyphens. */
enum ChecksumFormat {
  CHUNKSUM,
  OZONE_BLOCKDATA,
  HADOOP_CRC,
  HDFS_META,
  AERON,
  CKSUM,
  MD5SUM,
  SHA256SUM;

  /** Returns whether a FILE of this format is a list of files. */
  boolean isList() {
    return this == CKSUM || this == MD5SUM || this == SHA256SUM;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
