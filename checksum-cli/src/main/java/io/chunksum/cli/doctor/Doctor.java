// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.DigestLanes;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/** Finds out how checksums are computed in this JVM, and how fast. */
public final class Doctor {

  /** A chunk of the usual length: more windows than any lanes, yet it stays in a cache. */
  private static final int CHUNK_BYTES = 4 << 20;

  /** An interpreter takes seconds to digest a usual one. */
  private static final int INTERPRETED_BYTES = 64 << 10;

  private static final int BYTES_PER_CHECKSUM = 16 << 10;

  private static final long WARM_UP_NANOS = 10_000_000;

  /** More than a check takes: up to two minutes, where the machine is busy. */
  private static final Duration LANE_CHECK_LIMIT = Duration.ofMinutes(3);

  private final Jvm jvm = Jvm.current();
  private final int chunkBytes = jvm.interpretsOnly() ? INTERPRETED_BYTES : CHUNK_BYTES;
  private final Map<ChecksumType, DigestLanes.Status> lanes = new HashMap<>();
  private final Consumer<String> out;

  /** Number of rows whose runs differed a lot. */
  private int unsteady;

  /**
   * Prepares an examination.
   *
   * @param out receives the report line by line, as it is produced
   */
  public Doctor(Consumer<String> out) {
    this.out = out;
  }

  /**
   * Examines and measures, which takes ten to fifteen seconds, or minutes on a busy machine.
   *
   * @param algorithms what to measure; NONE is left out
   * @throws InterruptedException if the thread was interrupted
   */
  public void run(List<ChecksumAlgorithm> algorithms) throws InterruptedException {
    Machine.describe(jvm).forEach(line -> paragraph("", line));
    out.accept("");
    paragraph(
        "",
        "Each call checksums a chunk of %s in windows of %s, in one thread. Bytes copied are those"
                .formatted(Text.bytes(chunkBytes), Text.bytes(BYTES_PER_CHECKSUM))
            + " of the chunk that cannot be read in place.");
    out.accept("");
    Map<MemoryKind, ChunkBuffer> chunks = chunks();
    out.accept(Text.HEADER);
    for (ChecksumAlgorithm algorithm : algorithms) {
      if (!algorithm.type().isNone()) {
        examine(algorithm, chunks);
      }
    }
    out.accept("");
    paragraph(
        "",
        "A protobuf string counts as the arrays behind it, a Netty buffer as the arrays or direct"
            + " buffers behind it.");
    out.accept("");
    if (unsteady > MemoryKind.values().length / 2) {
      paragraph(
          "- ",
          "This machine is busy: in %d rows some run was half as fast as another. Measure again."
              .formatted(unsteady));
    }
    Advice.of(jvm, lanes).forEach(advice -> paragraph("- ", advice));
  }

  private Map<MemoryKind, ChunkBuffer> chunks() {
    byte[] content = new byte[chunkBytes];
    new Random(1).nextBytes(content);
    Map<MemoryKind, ChunkBuffer> chunks = new EnumMap<>(MemoryKind.class);
    for (MemoryKind kind : MemoryKind.values()) {
      try {
        chunks.put(kind, kind.chunk(content));
      } catch (IOException e) { // No place for a temporary file, in a container for example.
        paragraph("- ", "There is no %s to measure: %s".formatted(kind.label(), e));
      }
    }
    return chunks;
  }

  private void examine(ChecksumAlgorithm algorithm, Map<MemoryKind, ChunkBuffer> chunks)
      throws InterruptedException {
    ChecksumType type = algorithm.type();
    Optional<DigestLanes> switching = DigestLanes.find(type);
    if (switching.isPresent()) {
      switching.get().await(LANE_CHECK_LIMIT);
    }
    String name = type.name() + ": ";
    Map<MemoryKind, Meter> meters = new EnumMap<>(MemoryKind.class);
    try {
      chunks.forEach(
          (kind, chunk) -> meters.put(kind, new Meter(algorithm, BYTES_PER_CHECKSUM, chunk)));
    } catch (IllegalStateException | LinkageError e) {
      paragraph(name, "not available in this JVM: " + e.getMessage());
      return;
    }
    // All kinds in turn, so that each is measured in code that has seen the others.
    WarmUp.run(
        () -> meters.values().stream().mapToDouble(meter -> meter.run(WARM_UP_NANOS)).sum(),
        System::nanoTime);
    // Whether two windows at a time are faster has been found out by now.
    Optional<DigestLanes.Status> status = switching.map(DigestLanes::status);
    status.ifPresent(found -> lanes.put(type, found));
    paragraph(name, Engines.describe(algorithm, status, jvm));
    boolean inLanes = status.filter(Engines::inLanes).isPresent();
    meters.forEach((kind, meter) -> {
      Meter.Speed speed = meter.speed();
      unsteady += speed.steady() ? 0 : 1;
      out.accept(Text.row(kind.label(), inLanes, meter.copiedBytes(), speed.median()));
    });
  }

  private void paragraph(String first, String text) {
    Text.wrap(first, text).forEach(out);
  }
}
