// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.compute.DigestLanes;
import io.chunksum.compute.DigestLanes.Engine;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;

/** Setup shared by the benchmarks of digest engines, and how they may be run. */
public final class Engines {

  /**
   * Property that is true where lanes may be given up during a measurement, as they are if they get
   * slow because others use the processor: for limits that leave room for noise, not for a page.
   */
  public static final String MAY_BE_GIVEN_UP = "chunksum.bench.lanesMayBeGivenUp";

  /** More than a check takes: up to two minutes, where the machine is busy. */
  private static final Duration LONGEST_CHECK = Duration.ofMinutes(3);

  private Engines() {}

  /**
   * Fails unless this JVM has the options that the benchmark asks for: {@code -jvmArgsAppend}, for
   * example, takes their place, and another engine would be measured under its name.
   *
   * @param benchmark the qualified name of the method
   */
  static void checkOptions(String benchmark) {
    checkOptions(
        benchmark.substring(benchmark.lastIndexOf('.') + 1),
        "off".equals(System.getProperty("chunksum.lanes")),
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent());
  }

  static void checkOptions(String method, boolean lanesOff, boolean vectorModule) {
    boolean fit =
        switch (method) {
          case "messageDigest" -> lanesOff;
          case "plainLanes" -> !lanesOff && !vectorModule;
          case "lanes", "batch" -> !lanesOff && vectorModule;
          default -> throw new IllegalArgumentException("no options are known of " + method);
        };
    if (!fit) {
      throw new IllegalStateException(
          "these are not the JVM options of %s: lanes %s, module jdk.incubator.vector %s"
              .formatted(method, lanesOff ? "off" : "on", vectorModule ? "present" : "absent"));
    }
  }

  /**
   * Waits until this JVM has chosen its engine, if it has a choice, prints and returns it.
   *
   * @throws IllegalStateException if it has not chosen after some minutes: what is in use may
   *     change at any time, and the check itself slows everything down
   */
  static Engine await(ChecksumType type) throws InterruptedException {
    return await(type, LONGEST_CHECK);
  }

  static Engine await(ChecksumType type, Duration limit) throws InterruptedException {
    Optional<DigestLanes> lanes = DigestLanes.find(type);
    if (lanes.isEmpty()) {
      return Engine.MESSAGE_DIGEST;
    }
    long begin = System.nanoTime();
    DigestLanes.Status status = lanes.get().await(limit);
    System.out.println(status);
    if (System.nanoTime() - begin >= limit.toNanos()) {
      throw new IllegalStateException(
          "the check of lanes for %s has not ended after %s".formatted(type, limit));
    }
    return status.engine();
  }

  /**
   * Fails unless the engine that was chosen is still in use, or only says so if {@link
   * #MAY_BE_GIVEN_UP} is set.
   */
  static void checkInUse(ChecksumType type, Engine chosen) {
    DigestLanes.find(type)
        .map(DigestLanes::status)
        .filter(status -> status.engine() != chosen)
        .map(status -> chosen + " was given up for " + status)
        .ifPresent(problem -> {
          if (!Boolean.getBoolean(MAY_BE_GIVEN_UP)) {
            throw new IllegalStateException(problem);
          }
          System.out.println(problem);
        });
  }

  /** Returns a buffer for the packed checksums of that many windows. */
  static ByteBuffer room(long windows, ChecksumType type) {
    return ByteBuffer.allocate(Math.toIntExact(windows * type.checksumLength()));
  }

  /** Fails unless {@code packed} holds what the JDK's own implementation computes. */
  static void check(ByteBuffer packed, ChecksumType type, int window, byte[]... contents) {
    JdkChecksum jdk = JdkChecksum.of(type);
    ByteBuffer expected = ByteBuffer.allocate(packed.capacity());
    int entry = 0;
    for (byte[] content : contents) {
      for (int at = 0; at < content.length; at += window) {
        jdk.update(content, at, Math.min(window, content.length - at));
        jdk.finish(expected, entry);
        entry += type.checksumLength();
      }
    }
    if (!expected.equals(packed)) {
      throw new IllegalStateException("wrong digests");
    }
  }
}
