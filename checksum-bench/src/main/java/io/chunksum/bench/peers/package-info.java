// SPDX-License-Identifier: Apache-2.0

/**
 * The same chunk through us and through other libraries, each called as its own users call it.
 *
 * <p>A {@link io.chunksum.bench.peers.Contender} makes a {@link io.chunksum.bench.peers.Peer} over
 * a {@link io.chunksum.bench.peers.PeerChunk}. What a library cannot do it refuses, and what it
 * gets wrong keeps it from being measured.
 */
package io.chunksum.bench.peers;
