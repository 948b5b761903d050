// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.compute.DigestLanes;
import io.chunksum.compute.DigestLanes.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Finds the JVM options that would make checksums faster. */
final class Advice {

  /** Options that keep the JVM from using instructions that the processor may have. */
  private static final List<String> LIMITS = List.of("UseSSE", "UseAVX", "MaxVectorSize", "UseSVE");

  private final Jvm jvm;
  private final Map<String, DigestLanes.Status> lanes;
  private final List<String> found = new ArrayList<>();

  private Advice(Jvm jvm, Map<ChecksumType, DigestLanes.Status> lanes) {
    this.jvm = jvm;
    this.lanes =
        lanes.entrySet().stream()
            .collect(
                Collectors.toMap(
                    entry -> entry.getKey().name(),
                    Map.Entry::getValue,
                    (one, other) -> one,
                    TreeMap::new));
  }

  /**
   * Draws the conclusions.
   *
   * @param lanes what was decided for each type of digest
   * @return one paragraph per conclusion, at least one
   */
  static List<String> of(Jvm jvm, Map<ChecksumType, DigestLanes.Status> lanes) {
    Advice advice = new Advice(jvm, lanes);
    advice.adviseOnCompiler();
    advice.adviseOnIntrinsics();
    advice.adviseOnProviders();
    advice.adviseOnLanes();
    advice.adviseOnJdk();
    if (advice.found.isEmpty()) {
      advice.found.add("Nothing to improve.");
    }
    advice.adviseToKeepVectors();
    return advice.found;
  }

  private void adviseOnCompiler() {
    if (jvm.interpretsOnly()) {
      found.add(
          "Remove -Xint: this JVM compiles nothing, and checksums computed in Java are very slow.");
    } else {
      jvm.optionAgainstOptimizer()
          .ifPresent(option ->
              found.add(
                  "Remove "
                      + option.spelled()
                      + ": it turns off the optimizing compiler. Without that compiler there are no"
                      + " lanes, and checksums computed in Java are slow."));
    }
  }

  private void adviseOnIntrinsics() {
    JvmOptions options = jvm.options();
    Engines.INTRINSICS.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .forEach(entry ->
            options
                .chosen(entry.getValue())
                .filter(JvmOptions.Option::isOff)
                .ifPresent(off -> removeSwitch(off, entry.getKey().name())));
    options
        .chosen("UseSHA")
        .filter(JvmOptions.Option::isOff)
        .ifPresent(off -> removeSwitch(off, "SHA256"));
    for (String name : Engines.INTRINSIC_LISTS) {
      options
          .chosen(name)
          .ifPresent(list ->
              found.add(
                  "Remove " + list.spelled() + " if it disables the intrinsic of a checksum."));
    }
    for (String limit : LIMITS) {
      options
          .chosen(limit)
          .ifPresent(option ->
              found.add(
                  "Remove "
                      + option.spelled()
                      + " if the processor does not need it: it affects the instructions used for"
                      + " CRCs and the width of lanes."));
    }
  }

  private void removeSwitch(JvmOptions.Option option, String type) {
    found.add(
        "Remove %s: because of it, %s does not use the processor's instructions."
            .formatted(option.spelled(), type));
  }

  private void adviseOnProviders() {
    Map<ChecksumType, String> providers = jvm.foreignProviders();
    for (String provider : new TreeSet<>(providers.values())) {
      String digests = digests(type -> provider.equals(providers.get(type)));
      found.add(
          "Prefer the JDK's own security provider to %s unless there is a reason for it: there are"
                  .formatted(provider)
              + " no lanes for what it computes, "
              + digests
              + ".");
    }
  }

  private static String digests(Predicate<ChecksumType> wanted) {
    return Jvm.DIGESTS.stream()
        .filter(wanted)
        .map(ChecksumType::name)
        .collect(Collectors.joining(" and "));
  }

  private void adviseOnLanes() {
    String digests = digests(type -> !jvm.foreignProviders().containsKey(type));
    if (!jvm.lanes().equals(Jvm.LANES_ON)) {
      found.add(
          "Remove -D%s=%s unless there is a reason for it: it turns lanes off."
              .formatted(Jvm.LANES_PROPERTY, jvm.lanes()));
    } else if (!jvm.vectorModule()
        && jvm.vectorModuleOffered()
        && !jvm.lacksOptimizer()
        && !digests.isEmpty()) {
      found.add(
          "Add --add-modules "
              + Jvm.VECTOR_MODULE
              + ": "
              + digests
              + " of many windows can then advance together in vector registers,"
              + " where a self-check finds that faster. The JVM prints a warning about using an"
              + " incubator module.");
    }
  }

  private void adviseOnJdk() {
    if (jvm.feature() >= 22 && jvm.feature() <= 24) {
      found.add(
          "Run JDK 25 or later if buffers are over shared memory segments, as those of newer Netty"
              + " versions are: the CRCs of this JDK refuse them, and every byte is copied"
              + " (JDK-8357145).");
    }
  }

  private void adviseToKeepVectors() {
    String inVectors =
        lanes.entrySet().stream()
            .filter(entry -> entry.getValue().engine() == Engine.VECTOR_LANES)
            .map(entry -> "%s %s times".formatted(entry.getKey(), times(entry.getValue().speed())))
            .collect(Collectors.joining(", "));
    if (!inVectors.isEmpty()) {
      found.add(
          "This JVM was started with --add-modules "
              + Jvm.VECTOR_MODULE
              + ". Use it for your own JVM too: it makes "
              + inVectors
              + " as fast as MessageDigest.");
    }
  }

  private static String times(double speed) {
    return String.format(Locale.ROOT, "%.1f", speed);
  }
}
