// SPDX-License-Identifier: Apache-2.0

/**
 * Checksums on the wire: {@link io.chunksum.proto.ChecksumDataCodec} reads and writes what Apache
 * Ozone stores. Works with protobuf-java 3.25, and 4 from 4.27.4.
 */
module io.chunksum.proto {
  requires transitive io.chunksum;
  requires transitive com.google.protobuf;
  requires static org.jspecify;

  exports io.chunksum.proto;
  exports io.chunksum.proto.wire;
}
