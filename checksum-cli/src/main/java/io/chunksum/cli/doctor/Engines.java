// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.compute.DigestLanes;
import io.chunksum.compute.DigestLanes.Engine;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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

  /** The HotSpot options that list intrinsics by HotSpot's names for them. */
  static final List<String> INTRINSIC_LISTS = List.of("DisableIntrinsic", "ControlIntrinsic");

  /** What the JDK leaves to zlib where there is no intrinsic; the others are in Java. */
  private static final Set<ChecksumType> IN_ZLIB = Set.of(ChecksumType.CRC32, ChecksumType.ADLER32);

  /** Types whose intrinsics need no optimizing compiler: they work in the interpreter, too. */
  private static final Set<ChecksumType> INTERPRETED =
      Set.of(ChecksumType.CRC32, ChecksumType.CRC32C);

  private Engines() {}

  /**
   * Returns a description for people.
   *
   * @param lanes the state of its lanes; empty for an algorithm that has none
   */
  static String describe(ChecksumAlgorithm algorithm, Optional<DigestLanes.Status> lanes, Jvm jvm) {
    ChecksumType type = algorithm.type();
    if (type.equals(ChecksumType.CRC64NVME)) {
      return "in Java, by table lookups";
    }
    if (!INTRINSICS.containsKey(type)) {
      return algorithm.getClass().getName() + ", which is not part of the JDK";
    }
    return lanes.map(status -> digest(type, status, jvm)).orElseGet(() -> jdk(type, jvm));
  }

  static boolean inLanes(DigestLanes.Status status) {
    return status.engine() != Engine.MESSAGE_DIGEST;
  }

  private static String digest(ChecksumType type, DigestLanes.Status status, Jvm jvm) {
    if (inLanes(status)) {
      return "%s, %d windows together if a call has %d or more: %s"
          .formatted(status.engine(), status.lanes(), status.minWindows(), status.reason());
    }
    String provider = jvm.foreignProviders().get(type);
    String how = provider == null ? ", " + jdk(type, jvm) : " of provider " + provider;
    String pairs = status.lanes() > 1 ? ", two windows at a time" : "";
    return "MessageDigest%s%s; no lanes: %s".formatted(how, pairs, status.reason());
  }

  private static String jdk(ChecksumType type, Jvm jvm) {
    String without =
        IN_ZLIB.contains(type) ? "by the JDK's native zlib, because " : "in Java, because ";
    if (jvm.lacksOptimizer() && !INTERPRETED.contains(type)) {
      return without + "its intrinsic needs the optimizing compiler";
    }
    Optional<JvmOptions.Option> option =
        jvm.options().find(Objects.requireNonNull(INTRINSICS.get(type)));
    if (option.filter(JvmOptions.Option::isOff).isEmpty()) {
      String maybe = option.isPresent() ? "" : ", if it has one for this processor";
      return "by an intrinsic of the JVM" + maybe + unlessDisabled(jvm.options());
    }
    return without
        + option
            .filter(JvmOptions.Option::chosen)
            .map(off -> "of " + off.spelled())
            .orElse("the JVM has no intrinsic for this processor or these options");
  }

  private static String unlessDisabled(JvmOptions options) {
    String lists =
        INTRINSIC_LISTS.stream()
            .flatMap(name -> options.chosen(name).stream())
            .map(JvmOptions.Option::spelled)
            .collect(Collectors.joining(" or "));
    return lists.isEmpty() ? "" : ", unless " + lists + " disables it";
  }
}
