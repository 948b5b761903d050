// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.format.aeron.ArchiveCatalog;
import io.chunksum.format.aeron.BadFrame;
import io.chunksum.format.aeron.FrameOutcome;
import io.chunksum.format.aeron.RecordingDescriptor;
import io.chunksum.format.aeron.SegmentName;
import io.chunksum.format.aeron.SegmentResult;
import io.chunksum.format.aeron.SegmentVerifier;
import io.chunksum.tests.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Recordings that Aeron Archive makes here and now, whole and with one bit flipped: what its own
 * tool finds, we find, with the same checksums.
 */
class AeronArchiveTest {

  private static final int DAMAGES = 40;

  @TempDir private Path folder;

  private static List<String> probe(String... args) throws Exception {
    List<String> options = new ArrayList<>();
    options.add("--add-opens=java.base/java.util.zip=ALL-UNNAMED");
    options.add("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
    options.addAll(ChildJvm.classPath());
    ChildJvm child = ChildJvm.run(options, ArchiveProbe.class, args);
    assertThat(child.status()).as(child.said()).isZero();
    return child.said().lines().filter(line -> line.matches("(recorded|verified).*")).toList();
  }

  @ParameterizedTest
  @CsvSource({"Crc32, CRC32", "Crc32c, CRC32C"})
  void weFindWhatTheToolOfAeronFinds(String className, String typeName) throws Exception {
    long seed = new Random().nextLong();
    String checksum = "io.aeron.archive.checksum." + className;
    assertThat(probe("record", checksum, folder.toString())).hasSize(1);
    Path archive = folder.resolve("archive");
    SegmentVerifier verifier =
        new SegmentVerifier(typeName.equals("CRC32") ? ChecksumType.CRC32 : ChecksumType.CRC32C);
    Map<Long, SegmentResult> whole = verify(verifier, archive);
    assertThat(whole).hasSizeGreaterThan(4);
    assertThat(whole.values()).allMatch(SegmentResult::ok);
    assertThat(whole.values().stream().mapToLong(SegmentResult::dataFrames).sum())
        .isGreaterThan(1200);

    Random random = new Random(seed);
    List<String> damaged = new ArrayList<>(List.of("verify", checksum));
    List<BadFrame> found = new ArrayList<>();
    for (int i = 0; i < DAMAGES; i++) {
      Path copy = copy(archive, folder.resolve("damaged" + i));
      flip(copy, new ArrayList<>(whole.entrySet()).get(random.nextInt(whole.size())), random);
      found.add(
          verify(verifier, copy).values().stream()
              .flatMap(result -> result.badFrames().stream())
              .findFirst()
              .orElse(null));
      damaged.add(copy.toString());
    }
    damaged.add(copy(archive, folder.resolve("whole")).toString());
    List<String> said = probe(damaged.toArray(String[]::new));
    assertThat(said).hasSize(DAMAGES + 1);
    int mtuLength = recording(archive).mtuLength();
    assertThat(said.get(DAMAGES)).startsWith("verified: true").contains("OK");
    for (int i = 0; i < DAMAGES; i++) {
      assertAgree(found.get(i), mtuLength, said.get(i), "seed " + seed + ", copy " + i);
    }
  }

  /**
   * Of header fields that no checksum covers, each looks at some that the other does not. What is
   * longer than any frame, we do not take for one; the tool computes the checksum of so many bytes.
   */
  private static void assertAgree(
      @Nullable BadFrame bad, int mtuLength, String said, String where) {
    if (bad == null) {
      assertThat(said).as(where).startsWith("verified: true").doesNotContain("checksum failed");
    } else if (bad.outcome() == FrameOutcome.MISMATCH) {
      assertThat(said)
          .as(where)
          .contains(
              "checksum failed recorded=%d (expected=%d)"
                  .formatted(bad.recorded(), bad.computed()));
    } else if (bad.frameLength() > mtuLength) {
      assertThat(said).as(where).startsWith("verified: false");
    } else {
      assertThat(said).as(where).doesNotContain("checksum failed");
    }
  }

  private static RecordingDescriptor recording(Path archive) throws IOException {
    return ArchiveCatalog.read(archive.resolve(ArchiveCatalog.FILE_NAME))
        .recording(0)
        .orElseThrow();
  }

  private static Map<Long, SegmentResult> verify(SegmentVerifier verifier, Path archive)
      throws IOException {
    RecordingDescriptor recording = recording(archive);
    Map<Long, SegmentResult> results = new TreeMap<>();
    for (Path file : files(archive)) {
      SegmentName name = SegmentName.parse(file.getFileName().toString()).orElse(null);
      if (name != null) {
        results.put(name.basePosition(), verifier.verify(file, name.basePosition(), recording));
      }
    }
    return results;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static Path copy(Path archive, Path target) throws IOException {
    Files.createDirectory(target);
    for (Path file : files(archive)) {
      String name = file.getFileName().toString();
      if (name.endsWith(".rec") || name.equals(ArchiveCatalog.FILE_NAME)) {
        Files.copy(file, target.resolve(name));
      }
    }
    return target;
  }

  private static void flip(Path archive, Map.Entry<Long, SegmentResult> segment, Random random)
      throws IOException {
    Path file = archive.resolve(new SegmentName(0, segment.getKey()).toString());
    byte[] content = Files.readAllBytes(file);
    long start = segment.getValue().start();
    int at = (int) (start + random.nextInt((int) (segment.getValue().end() - start)));
    content[at] ^= (byte) (1 << random.nextInt(8));
    Files.write(file, content);
  }
}
