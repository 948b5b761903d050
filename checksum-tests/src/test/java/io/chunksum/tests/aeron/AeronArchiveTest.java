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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Recordings that Aeron Archive makes here and now, whole and with one bit flipped: what its own
 * tool finds, we find, with the same checksums.
 *
 * <p>The tool is not given a frame whose length was damaged: it reads that many bytes, whatever its
 * buffer holds, and its JVM may crash. Nor is it given long padding: once the type says data, it
 * computes a checksum over it, while to us it is no frame.
 */
class AeronArchiveTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);
  private static final int DAMAGES = 40;

  /** Bytes of the header of a frame; frames begin at multiples of it. */
  private static final int HEADER = 32;

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

    Random random = new Random(SEED);
    int mtuLength = recording(archive).mtuLength();
    List<String> asked = new ArrayList<>(List.of("verify", checksum));
    List<Optional<BadFrame>> found = new ArrayList<>();
    for (int i = 0; i < DAMAGES; i++) {
      Path copy = copy(archive, folder.resolve("damaged" + i));
      long segment = new ArrayList<>(whole.keySet()).get(random.nextInt(whole.size()));
      Path file = copy.resolve(new SegmentName(0, segment).toString());
      if (flip(file, mtuLength, random)) {
        found.add(
            verify(verifier, copy).values().stream()
                .flatMap(result -> result.badFrames().stream())
                .findFirst());
        asked.add(copy.toString());
      }
    }
    assertThat(found).hasSizeGreaterThan(DAMAGES / 2);
    asked.add(copy(archive, folder.resolve("whole")).toString());
    List<String> said = probe(asked.toArray(String[]::new));
    assertThat(said).hasSize(found.size() + 1);
    assertThat(said.get(found.size())).startsWith("verified: true").contains("OK");
    for (int i = 0; i < found.size(); i++) {
      assertAgree(found.get(i), said.get(i), "seed " + SEED + ", " + asked.get(i + 2));
    }
  }

  /** Of the header fields that no checksum covers, each checks some that the other does not. */
  private static void assertAgree(Optional<BadFrame> found, String said, String where) {
    if (found.isEmpty()) {
      assertThat(said).as(where).startsWith("verified: true").doesNotContain("checksum failed");
    } else if (found.get().outcome() == FrameOutcome.MISMATCH) {
      assertThat(said)
          .as(where)
          .contains(
              "checksum failed recorded=%d (expected=%d)"
                  .formatted(found.get().recorded(), found.get().computed()));
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

  /** Flips a bit in the frames of a segment, and returns whether the tool can be given it. */
  private static boolean flip(Path file, int mtuLength, Random random) throws IOException {
    byte[] content = Files.readAllBytes(file);
    NavigableMap<Integer, Integer> lengths = frameLengths(content);
    int at = lengths.firstKey() + random.nextInt(end(lengths) - lengths.firstKey());
    content[at] ^= (byte) (1 << random.nextInt(8));
    Files.write(file, content);
    Map.Entry<Integer, Integer> frame = lengths.floorEntry(at);
    int into = at - frame.getKey();
    boolean longPadding = frame.getValue() > mtuLength;
    return into >= Integer.BYTES && !(longPadding && into < HEADER);
  }

  /** The lengths of the frames of a whole segment, by where they begin. */
  private static NavigableMap<Integer, Integer> frameLengths(byte[] segment) {
    ByteBuffer content = ByteBuffer.wrap(segment).order(ByteOrder.LITTLE_ENDIAN);
    NavigableMap<Integer, Integer> lengths = new TreeMap<>();
    int at = 0;
    while (content.getInt(at) == 0) {
      at += HEADER; // Before the start of the recording.
    }
    while (at < segment.length && content.getInt(at) > 0) {
      lengths.put(at, content.getInt(at));
      at = end(lengths);
    }
    return lengths;
  }

  /** Where the next frame begins. */
  private static int end(NavigableMap<Integer, Integer> lengths) {
    Map.Entry<Integer, Integer> last = lengths.lastEntry();
    return last.getKey() + (last.getValue() + HEADER - 1) / HEADER * HEADER;
  }
}
