// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.compute.DigestLanes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;

/** Setup shared by the benchmarks of digest engines. */
final class Engines {

  private static final Duration LONGEST_CHECK = Duration.ofMinutes(1);

  private Engines() {}

  /** Waits until this JVM has chosen its engine, if it has a choice, and prints which. */
  static void await(ChecksumType type) throws InterruptedException {
    Optional<DigestLanes> lanes = DigestLanes.of(type);
    if (lanes.isPresent()) {
      System.out.println(lanes.get().await(LONGEST_CHECK));
    }
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
