// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.diagnosis;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.tests.TestBytes;
import io.chunksum.tests.diagnosis.Corruption.Damaged;
import io.chunksum.tests.diagnosis.Corruption.Healthy;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.VerifyResult;
import io.chunksum.verify.diagnosis.Cause;
import io.chunksum.verify.diagnosis.CauseKind;
import io.chunksum.verify.diagnosis.Diagnosis;
import io.chunksum.verify.diagnosis.Diagnostician;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What was diagnosed of chunks that were damaged at random, each in a known way. */
final class ConfusionTable {

  private static final int SMALLEST_WINDOW = 512;
  private static final int LARGEST_WINDOW = 4 * 1024 * 1024;

  /** A digest has to try each shift, and there is time for some thousands of these windows. */
  private static final int LARGEST_DIGEST_WINDOW = 2 * 1024;

  private static final List<ChecksumType> CRCS = List.of(ChecksumType.CRC32, ChecksumType.CRC32C);
  private static final List<ChecksumType> LONG_CRCS = List.of(ChecksumType.CRC64NVME);
  private static final List<ChecksumType> DIGESTS = List.of(ChecksumType.MD5, ChecksumType.SHA256);
  private static final byte[] CONTENT = TestBytes.random(51_01, 5 * LARGEST_WINDOW);

  /** One damaged chunk and its diagnosis. */
  record Trial(
      long seed,
      Corruption corruption,
      ChecksumType type,
      int bytesPerChecksum,
      Cause planted,
      Diagnosis diagnosis) {

    boolean isRight() {
      return diagnosis.cause().equals(planted);
    }
  }

  private final List<Trial> trials;

  private ConfusionTable(List<Trial> trials) {
    this.trials = trials;
  }

  /** Damages CRCs in every way, over windows from 512 bytes to 4 MiB. */
  static ConfusionTable ofCrcs(int trials, long seed) {
    return of(CRCS, LARGEST_WINDOW, trials, seed);
  }

  /** Damages a CRC of 64 bits in every way but that of another type, over the same windows. */
  static ConfusionTable ofLongCrcs(int trials, long seed) {
    return of(LONG_CRCS, LARGEST_WINDOW, trials, seed);
  }

  /** Damages digests in every way that does not take linearity to find, over smaller windows. */
  static ConfusionTable ofDigests(int trials, long seed) {
    return of(DIGESTS, LARGEST_DIGEST_WINDOW, trials, seed);
  }

  private static ConfusionTable of(
      List<ChecksumType> types, int largestWindow, int trials, long seed) {
    List<Corruption> corruptions =
        Stream.of(Corruption.values()).filter(each -> each.goesWith(types.get(0))).toList();
    return new ConfusionTable(
        IntStream.range(0, trials)
            .parallel()
            .mapToObj(
                i -> trial(corruptions.get(i % corruptions.size()), types, largestWindow, seed + i))
            .toList());
  }

  private static Trial trial(
      Corruption corruption, List<ChecksumType> types, int largestWindow, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ChecksumType type = types.get(random.nextInt(types.size()));
    int window;
    do {
      int doublings = Integer.numberOfTrailingZeros(largestWindow / SMALLEST_WINDOW);
      window = SMALLEST_WINDOW << random.nextInt(doublings + 1);
    } while (!corruption.goesWith(type, window));
    int windows = 4 + random.nextInt(window < LARGEST_WINDOW / 64 ? 60 : 2);
    int from = random.nextInt(CONTENT.length - windows * window + 1);
    byte[] data = Arrays.copyOfRange(CONTENT, from, from + windows * window);
    Damaged damaged = corruption.apply(Healthy.of(data, type, window), random);
    return new Trial(seed, corruption, type, window, damaged.cause(), diagnose(damaged, seed));
  }

  private static Diagnosis diagnose(Damaged damaged, long seed) {
    ChunkBuffer chunk = damaged.chunk();
    VerifyResult result = ChunkChecksum.like(damaged.sums()).verify(chunk, damaged.sums());
    Mismatch mismatch =
        result.mismatches().stream()
            .filter(each -> each.window() == damaged.window())
            .findFirst()
            .orElseThrow(() ->
                new IllegalStateException("not found: " + damaged.cause() + ", seed " + seed));
    return new Diagnostician(chunk, damaged.sums()).diagnose(mismatch);
  }

  List<Trial> trials() {
    return trials;
  }

  Map<Corruption, List<Trial>> byCorruption() {
    return trials.stream()
        .collect(
            Collectors.groupingBy(
                Trial::corruption, () -> new EnumMap<>(Corruption.class), Collectors.toList()));
  }

  /** A row for each way of damage, a column for each diagnosis. */
  List<String> markdown() {
    List<String> lines = new ArrayList<>();
    List<CauseKind> kinds =
        Stream.of(CauseKind.values())
            .filter(kind -> trials.stream().anyMatch(trial -> kind(trial) == kind))
            .toList();
    lines.add(row("planted", kinds.stream().map(kind -> "`" + kind + "`"), "right, exactly"));
    lines.add("|---|" + "--:|".repeat(kinds.size() + 1));
    byCorruption()
        .forEach((corruption, group) ->
            lines.add(
                row(
                    "`" + corruption + "`",
                    kinds.stream().map(kind -> cell(group, kind)),
                    percent(group))));
    return lines;
  }

  private static String row(String first, Stream<String> cells, String last) {
    return "| " + first + " | " + cells.collect(Collectors.joining(" | ")) + " | " + last + " |";
  }

  private static String cell(List<Trial> group, CauseKind kind) {
    long count = group.stream().filter(trial -> kind(trial) == kind).count();
    return count == 0 ? "" : Long.toString(count);
  }

  private static String percent(List<Trial> group) {
    long right = group.stream().filter(Trial::isRight).count();
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * right / group.size());
  }

  private static CauseKind kind(Trial trial) {
    return trial.diagnosis().cause().kind();
  }
}
