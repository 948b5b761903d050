// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Finds algorithms: the built-in ones, then those registered as services.
 *
 * <p>Services are looked up through the context class loader of the thread that first asks for a
 * name that is not built in, or for all algorithms, and kept from then on. Safe to use from any
 * thread.
 */
public final class ChecksumAlgorithms {

  // Not a record: the JVM generates code when records are first compared, which delays a command.
  private static final class BuiltIn implements ChecksumAlgorithm {

    private final ChecksumType type;
    private final Supplier<StreamingChecksum> maker;
    private final Supplier<Optional<CrcCombiner>> combiner;

    BuiltIn(ChecksumType type, Supplier<StreamingChecksum> maker) {
      this(type, maker, Optional::empty);
    }

    BuiltIn(
        ChecksumType type,
        Supplier<StreamingChecksum> maker,
        Supplier<Optional<CrcCombiner>> combiner) {
      this.type = type;
      this.maker = maker;
      this.combiner = combiner;
    }

    @Override
    public ChecksumType type() {
      return type;
    }

    @Override
    public StreamingChecksum newChecksum() {
      return maker.get();
    }

    @Override
    public Optional<CrcCombiner> combiner() {
      return combiner.get();
    }

    @Override
    public String toString() {
      return type.name();
    }
  }

  /** Separate, so that its tables are made only if it is used. */
  private static final class Crc64 {
    static final CrcAlgorithm NVME = new CrcAlgorithm(ChecksumType.CRC64NVME, CrcModel.CRC64_NVME);
  }

  private static final List<ChecksumAlgorithm> BUILT_IN =
      List.of(
          new BuiltIn(ChecksumType.NONE, NoChecksum::new),
          new BuiltIn(
              ChecksumType.CRC32,
              () -> new ZipChecksum(ChecksumType.CRC32, new CRC32()),
              () -> Optional.of(CrcCombiner.CRC32)),
          new BuiltIn(
              ChecksumType.CRC32C,
              () -> new ZipChecksum(ChecksumType.CRC32C, new CRC32C()),
              () -> Optional.of(CrcCombiner.CRC32C)),
          new BuiltIn(ChecksumType.SHA256, () -> DigestChecksum.of(ChecksumType.SHA256, "SHA-256")),
          new BuiltIn(ChecksumType.MD5, () -> DigestChecksum.of(ChecksumType.MD5, "MD5")),
          new BuiltIn(
              ChecksumType.CRC64NVME, () -> Crc64.NVME.newChecksum(), () -> Crc64.NVME.combiner()),
          new BuiltIn(
              ChecksumType.ADLER32,
              () -> new ZipChecksum(ChecksumType.ADLER32, new SlicedAdler32())));

  /** Null until first needed: built-in types need no services. */
  private static volatile @Nullable List<ChecksumAlgorithm> services;

  private ChecksumAlgorithms() {}

  /**
   * Finds an algorithm by the name of its type.
   *
   * @param name the name, case-sensitive
   * @return the algorithm, or empty if there is none with that name
   * @throws IllegalStateException if services are searched, and two have the same name or one
   *     cannot be loaded
   */
  public static Optional<ChecksumAlgorithm> find(String name) {
    return find(name, BUILT_IN).or(() -> find(name, services()));
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
    return find(type.name()).filter(algorithm -> algorithm.type().equals(type));
  }

  /**
   * Lists all algorithms that can be found.
   *
   * @return the built-in ones, NONE first, then those registered as services, in an order that does
   *     not change
   * @throws IllegalStateException if two have the same name, or one cannot be loaded
   */
  public static List<ChecksumAlgorithm> all() {
    return Stream.concat(BUILT_IN.stream(), services().stream()).toList();
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
    return find(type)
        .orElseThrow(() -> new IllegalArgumentException("no algorithm for type " + type));
  }

  /** Whether a type of this name has a number, which another type of that name would lack. */
  static boolean isNumbered(String name) {
    return find(name, BUILT_IN).filter(a -> a.type().wireNumber().isPresent()).isPresent();
  }

  /** Whether an algorithm of this name is built in. */
  static boolean isBuiltIn(String name) {
    return find(name, BUILT_IN).isPresent();
  }

  /** Whether a built-in algorithm of this name computes something else. */
  static boolean isBuiltInUnlike(String name, CrcModel model) {
    return find(name, BUILT_IN)
        .filter(a -> !a.combiner().map(CrcCombiner::model).equals(Optional.of(model)))
        .isPresent();
  }

  private static List<ChecksumAlgorithm> services() {
    List<ChecksumAlgorithm> known = services;
    return known != null ? known : keep(loadServices());
  }

  /**
   * Keeps what was found first. Several threads may load services at the same time, each with its
   * own class loader, and loading one may ask for others.
   */
  private static synchronized List<ChecksumAlgorithm> keep(List<ChecksumAlgorithm> found) {
    List<ChecksumAlgorithm> known = services == null ? found : services;
    services = known;
    return known;
  }

  private static List<ChecksumAlgorithm> loadServices() {
    List<ChecksumAlgorithm> found = new ArrayList<>();
    try {
      ServiceLoader.load(ChecksumAlgorithm.class).forEach(algorithm -> add(algorithm, found));
    } catch (ServiceConfigurationError e) { // Not an Error to us: built-in algorithms go on.
      throw new IllegalStateException("an algorithm cannot be loaded: " + e.getMessage(), e);
    }
    return List.copyOf(found);
  }

  private static void add(ChecksumAlgorithm algorithm, List<ChecksumAlgorithm> found) {
    String name = algorithm.type().name();
    if (find(name, BUILT_IN).or(() -> find(name, found)).isPresent()) {
      throw new IllegalStateException(
          "two algorithms named " + name + ", one of them " + algorithm.getClass());
    }
    found.add(algorithm);
  }

  private static Optional<ChecksumAlgorithm> find(String name, List<ChecksumAlgorithm> among) {
    // Not a stream: whoever computes one small checksum would wait for it.
    for (ChecksumAlgorithm algorithm : among) {
      if (algorithm.type().name().equals(name)) {
        return Optional.of(algorithm);
      }
    }
    return Optional.empty();
  }
}
