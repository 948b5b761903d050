// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.compute.DigestLanes;
import io.chunksum.compute.DigestLanes.Engine;
import java.util.Map;
import java.util.Optional;

/** Describes what computes the checksums of a type. */
final class Engines {

  /** The HotSpot option that replaces the JDK's loop with the processor's instructions. */
  static final Map<ChecksumType, String> INTRINSICS =
      Map.of(
          ChecksumType.CRC32, "UseCRC32Intrinsics",
          ChecksumType.CRC32C, "UseCRC32CIntrinsics",
          ChecksumType.SHA256, "UseSHA256Intrinsics",
          ChecksumType.MD5, "UseMD5Intrinsics",
          ChecksumType.ADLER32, "UseAdler32Intrinsics");

  private Engines() {}

  /**
   * Returns a description for people.
   *
   * @param lanes the state of its lanes; empty for an algorithm that has none
   */
  static String describe(ChecksumAlgorithm algorithm, Optional<DigestLanes.Status> lanes, Jvm jvm) {
    String intrinsic = INTRINSICS.get(algorithm.type());
    if (algorithm.type().equals(ChecksumType.CRC64NVME)) {
      return "in Java, by table lookups";
    }
    if (intrinsic == null) {
      return algorithm.getClass().getName() + ", which is not part of the JDK";
    }
    return lanes
        .map(status -> digest(status, intrinsic, jvm))
        .orElseGet(() -> jdk(intrinsic, jvm.options()));
  }

  static boolean inLanes(DigestLanes.Status status) {
    return status.engine() != Engine.MESSAGE_DIGEST;
  }

  private static String digest(DigestLanes.Status status, String intrinsic, Jvm jvm) {
    if (inLanes(status)) {
      return "%s, %d windows together if a call has %d or more: %s"
          .formatted(status.engine(), status.lanes(), status.minWindows(), status.reason());
    }
    // The intrinsics of CRCs work in the interpreter too.
    String how =
        jvm.lacksOptimizer()
            ? "in Java, because intrinsics of digests need the optimizing compiler"
            : jdk(intrinsic, jvm.options());
    String pairs = status.lanes() > 1 ? ", two windows at a time" : "";
    return "MessageDigest, %s%s; no lanes: %s".formatted(how, pairs, status.reason());
  }

  private static String jdk(String intrinsic, JvmOptions options) {
    JvmOptions.Option option = options.find(intrinsic).orElse(null);
    if (option == null) {
      return "by an intrinsic of the JVM, if it has one for this processor";
    }
    if (!option.isOff()) {
      return "by an intrinsic of the JVM";
    }
    return option.chosen()
        ? "in Java, because of " + option.spelled()
        : "in Java, because the JVM has no intrinsic for this processor or these options";
  }
}
