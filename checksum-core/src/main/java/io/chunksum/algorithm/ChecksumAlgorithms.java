// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/**
 * Finds algorithms: the built-in ones, then those registered as services.
 *
 * <p>Services are searched for when somebody asks for a name that is not known yet, or for all
 * algorithms: through the class loader of this class, then the context class loader of the thread.
 * Each class loader is searched once; again if something that it lists could not be loaded. What
 * one thread has found is kept, and all threads find it; of two services of one name in different
 * class loaders, that is the one that was found first, and stays so as long as the JVM runs. {@link
 * ChecksumAlgorithm} says what follows for code that is unloaded. Safe to use from any thread.
 */
public final class ChecksumAlgorithms {

  /**
   * The built-in algorithms. Without lambdas, as is all that finds one: linking them takes a JVM
   * some milliseconds, for which its first checksum would wait.
   */
  private enum BuiltIn implements ChecksumAlgorithm {
    NONE(ChecksumType.NONE),
    CRC32(ChecksumType.CRC32),
    CRC32C(ChecksumType.CRC32C),
    SHA256(ChecksumType.SHA256),
    MD5(ChecksumType.MD5),
    CRC64NVME(ChecksumType.CRC64NVME),
    ADLER32(ChecksumType.ADLER32);

    @SuppressWarnings("ImmutableEnumChecker") // It is immutable, but has no annotation to say so.
    private final ChecksumType type;

    BuiltIn(ChecksumType type) {
      this.type = type;
    }

    @Override
    public ChecksumType type() {
      return type;
    }

    @Override
    public StreamingChecksum newChecksum() {
      return switch (this) {
        case NONE -> new NoChecksum();
        case CRC32 -> new ZipChecksum(type, new CRC32());
        case CRC32C -> new ZipChecksum(type, new CRC32C());
        case SHA256 -> new DigestChecksum(type, "SHA-256");
        case MD5 -> new DigestChecksum(type, "MD5");
        case CRC64NVME -> Crc64.NVME.newChecksum();
        case ADLER32 -> new SlicedAdler32();
      };
    }

    @Override
    public Optional<CrcCombiner> combiner() {
      return switch (this) {
        case CRC32 -> Optional.of(CrcCombiner.CRC32);
        case CRC32C -> Optional.of(CrcCombiner.CRC32C);
        case CRC64NVME -> Crc64.NVME.combiner();
        case NONE, SHA256, MD5, ADLER32 -> Optional.empty();
      };
    }
  }

  /** Separate, so that its tables are made only if it is used. */
  private static final class Crc64 {
    static final CrcAlgorithm NVME = new CrcAlgorithm(ChecksumType.CRC64NVME, CrcModel.CRC64_NVME);
  }

  private static final List<ChecksumAlgorithm> BUILT_IN = List.of(BuiltIn.values());

  private ChecksumAlgorithms() {}

  /**
   * Finds an algorithm by the name of its type.
   *
   * @param name the name, case-sensitive
   * @return the algorithm, or empty if there is none with that name
   * @throws IllegalStateException if services are searched, none of those that can be loaded has
   *     that name, and one cannot be loaded or two have the same name; also if a service asks for
   *     one while it is made
   */
  public static Optional<ChecksumAlgorithm> find(String name) {
    Optional<ChecksumAlgorithm> builtIn = find(name, BUILT_IN);
    return builtIn.isPresent() ? builtIn : ChecksumServices.find(name);
  }

  /**
   * Finds the algorithm of a type.
   *
   * @param type the type
   * @return its algorithm, or empty if there is none, or only one with the same name but another
   *     length
   * @throws IllegalStateException if services are searched, as in {@link #find(String)}
   */
  public static Optional<ChecksumAlgorithm> find(ChecksumType type) {
    Optional<ChecksumAlgorithm> named = find(type.name());
    return named.isPresent() && named.get().type().equals(type) ? named : Optional.empty();
  }

  /**
   * Lists all algorithms that can be found.
   *
   * @return the built-in ones, NONE first, then those registered as services, in the order in which
   *     they were found
   * @throws IllegalStateException if two have the same name, or one cannot be loaded; also if a
   *     service asks while it is made
   */
  public static List<ChecksumAlgorithm> all() {
    return Stream.concat(BUILT_IN.stream(), ChecksumServices.all().stream()).toList();
  }

  /**
   * Returns the algorithm of a type.
   *
   * @param type the type
   * @return its algorithm
   * @throws IllegalArgumentException if there is none, or only one with the same name but another
   *     length
   * @throws IllegalStateException if services are searched, as in {@link #find(String)}
   */
  public static ChecksumAlgorithm of(ChecksumType type) {
    Optional<ChecksumAlgorithm> found = find(type);
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "no algorithm for type "
              + type
              + ": none of that name, of "
              + type.checksumLength()
              + " bytes, is built in, or registered as a service that this thread can see");
    }
    return found.get();
  }

  /** Whether an algorithm of this name is built in. */
  static boolean isBuiltIn(String name) {
    return find(name, BUILT_IN).isPresent();
  }

  /** Whether a built-in algorithm of this name computes something else. */
  static boolean isTaken(String name, CrcModel model) {
    return find(name, BUILT_IN)
        .filter(a -> !a.combiner().map(CrcCombiner::model).equals(Optional.of(model)))
        .isPresent();
  }

  /** Finds the first algorithm of a name in a list. */
  static Optional<ChecksumAlgorithm> find(String name, List<ChecksumAlgorithm> among) {
    // Neither a stream nor a lambda: see BuiltIn.
    for (ChecksumAlgorithm algorithm : among) {
      if (algorithm.type().name().equals(name)) {
        return Optional.of(algorithm);
      }
    }
    return Optional.empty();
  }
}
