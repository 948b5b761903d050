// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import java.util.Optional;

/**
 * An algorithm: its type and a factory of running checksums. Implement it to add one.
 *
 * <p>An implementation can be passed to {@code ChunkChecksum.of} as is. To be found by name, for
 * example by the command line, it must be registered as a service of {@link
 * java.util.ServiceLoader} (with {@code provides} in a module, or {@code META-INF/services} in a
 * jar), which needs a public constructor without parameters. Neither that, nor {@link #type()}, nor
 * a static initializer may look for algorithms that are not built in: they run while services are
 * searched, and the look-up throws {@link IllegalStateException}. {@link #newChecksum()} may.
 *
 * <p>A service is kept as long as the JVM runs, and no other of its name takes its place. So code
 * that is loaded and unloaded again, such as a web application, a job or a plugin, must pass its
 * algorithm as an object and not register it: after the next start, its old class would be found,
 * whose class loader may be closed.
 *
 * <p>Implementations must be immutable and safe to share between threads. One that wraps another
 * should pass on {@link #combiner()} too, which has a default body, and so is not passed on by
 * Kotlin's {@code by}.
 */
public interface ChecksumAlgorithm {

  /**
   * Returns the type that this algorithm computes.
   *
   * @return the type, the same on every call
   */
  ChecksumType type();

  /**
   * Creates a running checksum. Callers should use {@link StreamingChecksum#of}, which checks the
   * type.
   *
   * @return a new object of the same {@link #type()}, that has taken no bytes
   * @throws IllegalStateException if this JVM cannot run the algorithm
   */
  StreamingChecksum newChecksum();

  /**
   * Returns the combiner for checksums of this algorithm, which must be the CRC in big-endian
   * order, in no fewer bytes than it needs and no more than 8. For the CRC of any range of a block,
   * the running checksums must support {@link StreamingChecksum#peek} too.
   *
   * @return the combiner, the same on every call; empty if the algorithm is not a CRC, or does not
   *     say which
   * @implSpec Returns empty. A CRC overrides it, with {@link CrcCombiner#of(CrcModel)}.
   */
  default Optional<CrcCombiner> combiner() {
    return Optional.empty();
  }
}
