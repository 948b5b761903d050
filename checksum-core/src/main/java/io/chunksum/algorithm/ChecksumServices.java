// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import java.io.IOException;
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
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The algorithms registered as services, as {@link ChecksumAlgorithms} describes. Separate, so that
 * what a search needs is made when services are searched, not with the first checksum of a JVM.
 */
final class ChecksumServices {

  /** The most services in a row that cannot be loaded before the search of a class loader ends. */
  private static final int MAX_FAILURES = 100;

  /** The services found in the class loaders searched so far; empty until one is needed. */
  private static volatile List<ChecksumAlgorithm> services = List.of();

  /** The class loaders searched so far, of which those without services can be unloaded. */
  private static final Set<@Nullable ClassLoader> SEARCHED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  /** The threads that search, and so run what makes a service: none may begin another search. */
  private static final Set<Thread> SEARCHING = ConcurrentHashMap.newKeySet();

  private ChecksumServices() {}

  /**
   * Finds the service of a name.
   *
   * @throws IllegalStateException as {@link ChecksumAlgorithms#find(String)} does
   */
  static Optional<ChecksumAlgorithm> find(String name) {
    checkNotSearching();
    Optional<ChecksumAlgorithm> found = ChecksumAlgorithms.find(name, services);
    List<Throwable> failures = new ArrayList<>();
    for (ClassLoader loader : loaders()) {
      if (found.isEmpty()) {
        search(loader, failures);
        found = ChecksumAlgorithms.find(name, services);
      }
    }
    if (found.isEmpty()) {
      throwIfAny(failures);
    }
    return found;
  }

  /**
   * Lists all services, in the order in which they were found.
   *
   * @throws IllegalStateException as {@link ChecksumAlgorithms#all} does
   */
  static List<ChecksumAlgorithm> all() {
    checkNotSearching();
    List<Throwable> failures = new ArrayList<>();
    for (ClassLoader loader : loaders()) {
      search(loader, failures);
    }
    throwIfAny(failures);
    return services;
  }

  /** The class loader of this class, and the thread's context class loader if it is another. */
  private static Set<@Nullable ClassLoader> loaders() {
    return new LinkedHashSet<>(
        Arrays.asList(
            ChecksumServices.class.getClassLoader(),
            Thread.currentThread().getContextClassLoader()));
  }

  /** The search would make the service again. It may not ask for what is known, either. */
  private static void checkNotSearching() {
    if (SEARCHING.contains(Thread.currentThread())) {
      throw new IllegalStateException(
          "a service asks for algorithms while it is made: ask in newChecksum()");
    }
  }

  /** Throws no Error, even if a failure is one: built-in algorithms still work. */
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
    Thread thread = Thread.currentThread();
    try {
      SEARCHING.add(thread);
      loadServices(loader, found, failures);
    } finally {
      SEARCHING.remove(thread);
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
      if (ChecksumAlgorithms.find(algorithm.type().name(), all).isEmpty()) {
        all.add(algorithm);
      }
    }
    services = List.copyOf(all);
  }

  /**
   * Loads the services of a class loader. One that cannot be loaded or made does not hide the
   * others, but the list of them ends where it cannot be read.
   */
  private static void loadServices(
      @Nullable ClassLoader loader, List<ChecksumAlgorithm> found, List<Throwable> failures) {
    try {
      Iterator<ServiceLoader.Provider<ChecksumAlgorithm>> providers =
          ServiceLoader.load(ChecksumAlgorithm.class, loader).stream().iterator();
      while (hasNext(providers, failures)) {
        ServiceLoader.Provider<ChecksumAlgorithm> provider = providers.next();
        try {
          add(provider.get(), found);
        } catch (RuntimeException | Error e) {
          failures.add(e);
        }
      }
    } catch (RuntimeException | ServiceConfigurationError | LinkageError e) {
      failures.add(e);
    }
  }

  /**
   * Returns whether there is another service whose class can be loaded. The JDK goes on after one
   * that cannot, which may be of a later Java, or lack a class that it needs; but a class loader
   * that cannot list resources fails forever.
   */
  private static boolean hasNext(Iterator<?> providers, List<Throwable> failures) {
    for (int i = 0; i < MAX_FAILURES; i++) {
      try {
        return providers.hasNext();
      } catch (ServiceConfigurationError | LinkageError e) {
        failures.add(e);
        if (e.getCause() instanceof IOException) {
          return false;
        }
      }
    }
    return false;
  }

  /** Adds the cause to the message of a service loader, which does not say why a class failed. */
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
    Optional<Class<?>> first = ChecksumAlgorithms.find(name, found).map(Object::getClass);
    // A class loader lists the services of its parents as well, and mostly before its own.
    if (ChecksumAlgorithms.isBuiltIn(name)
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
}
