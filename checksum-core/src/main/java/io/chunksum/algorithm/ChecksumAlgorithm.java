// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import java.util.Optional;

/**
 * An algorithm: its type and a maker of running checksums. Implement it to add one.
 *
 * <p>An implementation can be passed to {@code ChunkChecksum.of} as it is. To be found by name, by
 * the command line for one, it is registered as a service of {@link java.util.ServiceLoader} (by
 * {@code provides} in a module, by {@code META-INF/services} in a jar), which needs a public
 * constructor without parameters.
 *
 * <p>Implementations must be immutable and safe to share between threads.
 */
public interface ChecksumAlgorithm {

  /**
   * Tells which type this algorithm computes.
   *
   * @return the type, the same at every call
   */
  ChecksumType type();

  /**
   * Makes a running checksum.
   *
   * @return a new object that has taken no byte
   * @throws IllegalStateException if this JVM cannot run the algorithm
   */
  StreamingChecksum newChecksum();

  /**
   * Gives what combines checksums of this algorithm. For the CRC of any range of a block, the
   * running checksums have to answer {@link StreamingChecksum#peek} too.
   *
   * @return the combiner, the same at every call; empty if the algorithm is no CRC, or does not say
   *     which
   * @implSpec Returns empty. A CRC overrides it, with {@link CrcCombiner#of(CrcModel)}.
   */
  default Optional<CrcCombiner> combiner() {
    return Optional.empty();
  }
}
