// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Finds algorithms: the built-in ones, then those registered as services.
 *
 * <p>Services are searched for when somebody asks for a name that is not known yet, or for all
 * algorithms: through the class loader of this class, then the context class loader of the thread.
 * Each class loader is searched once. What one thread has found is kept, and all threads find it;
 * of two services of one name in different class loaders, that is the one that was found first, and
 * stays so as long as the JVM runs. {@link ChecksumAlgorithm} says what follows for code that is
 * unloaded. Safe to use from any thread.
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
        case ADLER32 -> new ZipChecksum(type, new SlicedAdler32());
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

  /** What was found in the class loaders searched so far: none until needed. */
  private static volatile List<ChecksumAlgorithm> services = List.of();

  /** The class loaders searched so far, of which those without services can be unloaded. */
  private static final Set<@Nullable ClassLoader> SEARCHED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  /** Set while this thread searches, and so while it runs what makes a service. */
  private static final ThreadLocal<Boolean> SEARCHING = new ThreadLocal<>();

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
    return builtIn.isPresent() ? builtIn : findService(name);
  }

  private static Optional<ChecksumAlgorithm> findService(String name) {
    checkNotSearching();
    Optional<ChecksumAlgorithm> found = find(name, services);
    List<Throwable> failures = new ArrayList<>();
    for (ClassLoader loader : loaders()) {
      if (found.isEmpty()) {
        search(loader, failures);
        found = find(name, services);
      }
    }
    if (found.isEmpty()) {
      throwIfAny(failures);
    }
    return found;
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
    checkNotSearching();
    List<Throwable> failures = new ArrayList<>();
    for (ClassLoader loader : loaders()) {
      search(loader, failures);
    }
    throwIfAny(failures);
    return Stream.concat(BUILT_IN.stream(), services.stream()).toList();
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
  static boolean isBuiltInUnlike(String name, CrcModel model) {
    return find(name, BUILT_IN)
        .filter(a -> !a.combiner().map(CrcCombiner::model).equals(Optional.of(model)))
        .isPresent();
  }

  /** That of this class, then that of the thread, if it is another one. */
  private static Set<@Nullable ClassLoader> loaders() {
    return new LinkedHashSet<>(
        Arrays.asList(
            ChecksumAlgorithms.class.getClassLoader(),
            Thread.currentThread().getContextClassLoader()));
  }

  /** The search would make the service again. It may not ask for what is known, either. */
  private static void checkNotSearching() {
    if (SEARCHING.get() != null) {
      throw new IllegalStateException(
          "a service asks for algorithms while it is made: ask in newChecksum()");
    }
  }

  /** The failures are not an Error to us: built-in algorithms go on. */
  private static void throwIfAny(List<Throwable> failures) {
    if (failures.isEmpty()) {
      return;
    }
    Throwable first = failures.get(0);
    IllegalStateException all =
        new IllegalStateException("an algorithm cannot be loaded: " + reason(first), first);
    failures.subList(1, failures.size()).forEach(all::addSuppressed);
    throw all;
  }

  /** Searches a class loader once, or until all that it has can be loaded; keeps what can be. */
  private static void search(@Nullable ClassLoader loader, List<Throwable> failures) {
    if (SEARCHED.contains(loader)) {
      return;
    }
    List<ChecksumAlgorithm> found = new ArrayList<>();
    int before = failures.size();
    SEARCHING.set(true);
    try {
      loadServices(loader, found, failures);
    } finally {
      SEARCHING.remove();
    }
    keep(found);
    if (failures.size() == before) {
      SEARCHED.add(loader);
    }
  }

  /**
   * Keeps what was found first. Several threads may load services at the same time, each with its
   * own class loader.
   */
  private static synchronized void keep(List<ChecksumAlgorithm> found) {
    List<ChecksumAlgorithm> all = new ArrayList<>(services);
    for (ChecksumAlgorithm algorithm : found) {
      if (find(algorithm.type().name(), all).isEmpty()) {
        all.add(algorithm);
      }
    }
    services = List.copyOf(all);
  }

  /**
   * Loads the services of a class loader. One that cannot be made does not hide the others, but the
   * list of them may end where a class cannot be loaded.
   */
  private static void loadServices(
      @Nullable ClassLoader loader, List<ChecksumAlgorithm> found, List<Throwable> failures) {
    try {
      Iterator<ServiceLoader.Provider<ChecksumAlgorithm>> providers =
          ServiceLoader.load(ChecksumAlgorithm.class, loader).stream().iterator();
      while (providers.hasNext()) {
        ServiceLoader.Provider<ChecksumAlgorithm> provider = providers.next();
        try {
          add(provider.get(), found);
        } catch (RuntimeException | Error e) {
          failures.add(e);
        }
      }
    } catch (RuntimeException | ServiceConfigurationError | LinkageError e) {
      failures.add(e); // It may be of a later Java, or lack a class that it needs.
    }
  }

  /** What a service loader throws does not say what made a service fail, perhaps its class. */
  private static String reason(Throwable failure) {
    Throwable cause = failure.getCause();
    while (cause instanceof LinkageError && cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = Objects.requireNonNullElseGet(failure.getMessage(), failure::toString);
    boolean more = failure instanceof ServiceConfigurationError && cause != null;
    return more ? message + ": " + cause : message;
  }

  private static void add(ChecksumAlgorithm algorithm, List<ChecksumAlgorithm> found) {
    String name = nameOf(algorithm);
    Class<?> type = algorithm.getClass();
    Optional<Class<?>> first = find(name, found).map(Object::getClass);
    // A class loader lists the services of its parents as well, and mostly before its own.
    if (isBuiltIn(name)
        || first
            .filter(f -> Objects.equals(f.getClassLoader(), type.getClassLoader()))
            .isPresent()) {
      throw new IllegalStateException("two algorithms named " + name + ", one of them " + type);
    }
    if (first.isEmpty()) {
      found.add(algorithm);
    }
  }

  private static String nameOf(ChecksumAlgorithm algorithm) {
    try {
      return algorithm.type().name();
    } catch (Throwable e) { // Also what it does not declare.
      throw new ServiceConfigurationError(algorithm.getClass() + " does not tell its type", e);
    }
  }

  private static Optional<ChecksumAlgorithm> find(String name, List<ChecksumAlgorithm> among) {
    // Neither a stream nor a lambda: see BuiltIn.
    for (ChecksumAlgorithm algorithm : among) {
      if (algorithm.type().name().equals(name)) {
        return Optional.of(algorithm);
      }
    }
    return Optional.empty();
  }
}
