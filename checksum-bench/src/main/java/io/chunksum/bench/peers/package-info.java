// SPDX-License-Identifier: Apache-2.0

/**
 * The same chunk through us and through other libraries, each called as its own users call it.
 *
 * <p>A {@link io.chunksum.bench.peers.Contender} makes a {@link io.chunksum.bench.peers.Peer} over
 * a {@link io.chunksum.bench.peers.PeerChunk}. A library refuses what it cannot do; what it gets
 * wrong is not measured.
 */
package io.chunksum.bench.peers;
