// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.ByteReader;
import io.chunksum.file.SequentialInput;
import io.chunksum.format.FileRecord;
import io.chunksum.scan.FileResult;
import io.chunksum.scan.FileScanner;
import io.chunksum.scan.RecordVerifier;
import io.chunksum.tests.append.WindowOracle;
import io.chunksum.verify.Mismatch;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records of several types, one of them without an algorithm, of chunks that lack checksums of some
 * of them: a channel and a scan find what a model of the JDK's classes finds.
 */
class RecordVerifierRandomTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);
  private static final int ROUNDS = 300;
  private static final ChecksumType UNKNOWN = ChecksumType.of("UNKNOWN", 4);

  @TempDir private Path folder;

  private final Random random = new Random(SEED);
  private byte[] content = {};
  private List<ChecksumType> types = List.of();
  private final List<List<ChunkInfo>> chunks = new ArrayList<>();

  private void makeRecord() {
    List<ChecksumType> some =
        new ArrayList<>(List.of(ChecksumType.CRC32, ChecksumType.CRC32C, ChecksumType.MD5));
    Collections.shuffle(some, random);
    types = new ArrayList<>(some.subList(0, 1 + random.nextInt(2)));
    types.add(random.nextInt(types.size() + 1), UNKNOWN);
    content = new byte[random.nextInt(600)];
    random.nextBytes(content);
    chunks.clear();
    for (int at = 0; at < content.length; ) {
      int length = Math.min(random.nextInt(200), content.length - at);
      int bytesPerChecksum = 1 + random.nextInt(40);
      byte[] bytes = Arrays.copyOfRange(content, at, at + length);
      List<ChunkInfo> chunk = new ArrayList<>();
      for (ChecksumType type : types) {
        chunk.add(new ChunkInfo("", at, length, sums(type, bytesPerChecksum, bytes)));
      }
      chunks.add(chunk);
      at += length;
    }
  }

  private ChecksumData sums(ChecksumType type, int bytesPerChecksum, byte[] bytes) {
    if (random.nextInt(3) == 0) {
      return ChecksumData.none(bytesPerChecksum);
    }
    ChecksumType computed = type.equals(UNKNOWN) ? ChecksumType.CRC32 : type;
    byte[] packed = new WindowOracle(computed, bytesPerChecksum, bytes).ofFirst(bytes.length);
    return ChecksumData.of(type, bytesPerChecksum, packed);
  }

  private FileRecord record() {
    return new FileRecord() {
      private int next;

      @Override
      public List<ChecksumType> types() {
        return types;
      }

      @Override
      public OptionalInt bytesPerChecksum() {
        return OptionalInt.empty();
      }

      @Override
      public long length() {
        return content.length;
      }

      @Override
      public List<ChunkInfo> nextChunk() {
        return next < chunks.size() ? chunks.get(next++) : List.of();
      }

      @Override
      public void close() {}
    };
  }

  /** Whole, cut anywhere, or grown; with a few bytes wrong. */
  private byte[] damaged() {
    int length = random.nextBoolean() ? content.length : random.nextInt(content.length + 50);
    byte[] now = Arrays.copyOf(content, length);
    for (int i = random.nextInt(3); i > 0 && length > 0; i--) {
      now[random.nextInt(length)] ^= 4;
    }
    return now;
  }

  @Test
  void whatIsFoundIsWhatIsWrong() throws Exception {
    RecordVerifier verifier = new RecordVerifier();
    FileScanner scanner = FileScanner.of(2);
    for (int round = 0; round < ROUNDS; round++) {
      makeRecord();
      byte[] now = damaged();
      String what = "seed %d, round %d".formatted(SEED, round);
      Path file = Files.write(folder.resolve("f"), now);
      List<FileResult> scanned = scanner.verify(file, this::record);
      SequentialInput input =
          SequentialInput.ofChannel(
              Channels.newChannel(new ByteArrayInputStream(now)), new ByteReader());
      List<FileResult> read = verifier.verify("f", input, record());
      for (int i = 0; i < types.size(); i++) {
        List<Mismatch> expected = types.get(i).equals(UNKNOWN) ? List.of() : wrong(i, now);
        for (FileResult result : List.of(scanned.get(i), read.get(i))) {
          assertThat(result.mismatches()).as(what).isEqualTo(expected);
          assertThat(result.mismatchCount()).as(what).isEqualTo(expected.size());
          assertThat(result.length()).as(what).isEqualTo(now.length);
          assertThat(result.failure() == null).as(what).isEqualTo(!types.get(i).equals(UNKNOWN));
        }
      }
    }
  }

  /** The mismatches of one type, in the order of their offsets. */
  private List<Mismatch> wrong(int type, byte[] now) {
    List<Mismatch> found = new ArrayList<>();
    for (List<ChunkInfo> chunk : chunks) {
      addBadWindows(chunk.get(type), windowsBefore(chunk.get(type).offset()), now, found);
    }
    int end = content.length;
    if (now.length > end) {
      found.add(Mismatch.surplus(windowsBefore(end), end, now.length - end));
      return found;
    }
    // The last bytes that nothing is compared with.
    boolean[] compared = comparedBytes();
    while (end > 0 && compared[end - 1]) {
      end--;
    }
    int start = end;
    while (start > 0 && !compared[start - 1]) {
      start--;
    }
    if (now.length < end) {
      int from = Math.max(start, now.length);
      found.add(Mismatch.missingUnchecked(windowsBefore(start), from, end - from));
    }
    found.sort(Comparator.comparingLong(Mismatch::offset));
    return found;
  }

  private static void addBadWindows(
      ChunkInfo chunk, int windowsBefore, byte[] now, List<Mismatch> found) {
    ChecksumData sums = chunk.checksums();
    for (int window = 0; window < sums.count(); window++) {
      int from = (int) chunk.offset() + window * sums.bytesPerChecksum();
      int to = (int) Math.min(from + sums.bytesPerChecksum(), chunk.offset() + chunk.length());
      int present = Math.max(0, Math.min(to, now.length) - from);
      ByteBuffer stored = sums.checksum(window);
      ByteBuffer actual = present == 0 ? null : checksum(sums.type(), now, from, present);
      if (present < to - from || !stored.equals(actual)) {
        found.add(Mismatch.of(windowsBefore + window, from, to - from, stored, actual));
      }
    }
  }

  private static ByteBuffer checksum(ChecksumType type, byte[] bytes, int from, int length) {
    byte[] window = Arrays.copyOfRange(bytes, from, from + length);
    return ByteBuffer.wrap(new WindowOracle(type, length, window).ofFirst(length));
  }

  /** Windows of any type in the chunks that end at or before an offset. */
  private int windowsBefore(long offset) {
    return chunks.stream()
        .filter(chunk -> chunk.get(0).offset() + chunk.get(0).length() <= offset)
        .mapToInt(
            chunk -> chunk.stream().mapToInt(info -> info.checksums().count()).max().orElseThrow())
        .sum();
  }

  private boolean[] comparedBytes() {
    boolean[] compared = new boolean[content.length];
    for (List<ChunkInfo> chunk : chunks) {
      for (ChunkInfo info : chunk) {
        ChecksumType type = info.checksums().type();
        if (!type.isNone() && !type.equals(UNKNOWN)) {
          int from = (int) info.offset();
          Arrays.fill(compared, from, from + (int) info.length(), true);
        }
      }
    }
    return compared;
  }
}
