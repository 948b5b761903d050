// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import io.chunksum.algorithm.ChecksumType;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Function;

/**
 * The libraries that are compared. All accept chunks in any memory: a library that knows neither
 * ropes nor composites is given their underlying buffers.
 */
@SuppressWarnings("ImmutableEnumChecker") // The sets are immutable, the functions hold nothing.
public enum Contender {
  CHUNKSUM(crcsAndDigests(), ChunksumPeer::new),
  OZONE(crcsAndDigests(), OzonePeer::new),
  OZONE_WALK(crcsAndDigests(), OzoneWalkPeer::new),
  HADOOP(crcs(), HadoopPeer::new),
  BOOKKEEPER(Set.of(ChecksumType.CRC32C), BookKeeperPeer::new),
  NETTY(crcs(), NettyPeer::new),
  GUAVA(crcsAndDigests(), GuavaPeer::new),
  COMMONS_CODEC(crcsAndDigests(), CommonsCodecPeer::new),
  KAFKA(crcs(), KafkaPeer::new),
  AWS(crcsAndDigests(), AwsPeer::new),
  JDK(crcsAndDigests(), JdkPeer::new);

  private final Set<ChecksumType> types;
  private final Function<PeerChunk, Peer<?>> adapter;

  Contender(Set<ChecksumType> types, Function<PeerChunk, Peer<?>> adapter) {
    this.types = types;
    this.adapter = adapter;
  }

  private static Set<ChecksumType> crcs() {
    return Set.of(ChecksumType.CRC32, ChecksumType.CRC32C);
  }

  private static Set<ChecksumType> crcsAndDigests() {
    return Set.of(ChecksumType.CRC32, ChecksumType.CRC32C, ChecksumType.SHA256, ChecksumType.MD5);
  }

  /** Returns the types that the library has. */
  Set<ChecksumType> types() {
    return types;
  }

  /**
   * Prepares the library to work on a chunk.
   *
   * @throws IllegalArgumentException if it cannot
   */
  Peer<?> over(PeerChunk chunk) {
    if (!types.contains(chunk.type())) {
      throw new IllegalArgumentException(name() + " has no type=" + chunk.type().name());
    }
    return adapter.apply(chunk);
  }

  /**
   * Prepares the library to work on a chunk and checks that it computes the right checksums, finds
   * the chunk clean, and finds it damaged when one bit is flipped.
   *
   * @throws IllegalArgumentException if it cannot
   * @throws IllegalStateException if it gets any of that wrong
   */
  Peer<?> checkedOver(PeerChunk chunk) {
    return checked(name(), this::over, chunk);
  }

  /** Makes these checks for any adapter. */
  static Peer<?> checked(String name, Function<PeerChunk, Peer<?>> adapter, PeerChunk chunk) {
    Peer<?> peer = adapter.apply(chunk);
    if (!Arrays.equals(peer.computePacked(), chunk.expected())) {
      throw new IllegalStateException(name + " gives wrong checksums");
    }
    if (!peer.verify()) {
      throw new IllegalStateException(name + " takes a clean chunk for damaged");
    }
    if (adapter.apply(chunk.withFlippedBit(chunk.length() / 2)).verify()) {
      throw new IllegalStateException(name + " takes a damaged chunk for clean");
    }
    return peer;
  }
}
