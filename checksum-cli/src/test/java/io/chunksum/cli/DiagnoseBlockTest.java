// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChunkInfo;
import io.chunksum.proto.BlockData;
import io.chunksum.proto.BlockDataCodec;
import io.chunksum.proto.BlockId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code verify --diagnose} of blocks whose chunks differ in type, size of windows, or both. */
class DiagnoseBlockTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);
  private static final byte[] GOOD = Oracle.random(71, 8192);

  @TempDir private Path folder;

  private final List<ChunkInfo> chunks = new ArrayList<>();
  private int end;

  private void chunk(int length, ChecksumType type, int bytesPerChecksum) {
    ChunkBuffer data = ChunkBuffer.wrap(GOOD, end, length);
    chunks.add(
        new ChunkInfo(
            "chunk" + chunks.size(),
            end,
            length,
            ChunkChecksum.of(type, bytesPerChecksum).compute(data)));
    end += length;
  }

  private Cli.Outcome verify(byte[] data, String... options) {
    BlockData block =
        new BlockData(
            new BlockId(1, 2, OptionalLong.empty(), OptionalInt.empty()),
            OptionalLong.empty(),
            List.of(),
            chunks,
            OptionalLong.of(end));
    Path record = Cli.write(folder.resolve("record"), BlockDataCodec.encodeToArray(block));
    return Cli.verifyBlock(Cli.write(folder.resolve("block"), data), record, options);
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, @Nullable Object>> mismatches(Cli.Outcome outcome, int result) {
    return (List<Map<String, @Nullable Object>>)
        Objects.requireNonNull(outcome.json().get(result).get("mismatches"));
  }

  private static @Nullable Object diagnosis(Map<String, ?> mismatch, String field) {
    return ((Map<?, ?>) Objects.requireNonNull(mismatch.get("diagnosis"))).get(field);
  }

  @Test
  void windowsOfAnotherTypeBetweenDoNotShiftTheIndex() {
    chunk(2048, ChecksumType.CRC32, 1024);
    chunk(2048, ChecksumType.CRC32C, 1024);
    chunk(4096, ChecksumType.CRC32, 1024);
    byte[] now = GOOD.clone();
    System.arraycopy(GOOD, 1024, now, 0, 1024);
    System.arraycopy(GOOD, 7 * 1024, now, 5 * 1024, 1024);
    Cli.Outcome outcome = verify(now, "--diagnose");
    assertThat(outcome.status()).isEqualTo(ExitStatus.MISMATCH);
    assertThat(mismatches(outcome, 0))
        .extracting(mismatch -> mismatch.get("window"))
        .containsExactly(0L, 5L);
    assertThat(mismatches(outcome, 0))
        .extracting(mismatch -> diagnosis(mismatch, "otherWindow"))
        .containsExactly(1L, 7L);
  }

  @Test
  void surplusBehindAnEmptyChunkIsAMismatchLikeAnyOther() {
    chunk(8192, ChecksumType.CRC32, 1024);
    chunk(0, ChecksumType.CRC32, 512);
    Cli.Outcome outcome =
        verify(Arrays.copyOf(Oracle.flipped(GOOD, 9, 1), GOOD.length + 8), "--diagnose");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isEqualTo(ExitStatus.MISMATCH);
    assertThat(mismatches(outcome, 0))
        .extracting(mismatch -> diagnosis(mismatch, "verdict"))
        .containsExactly("BIT_FLIP", "UNKNOWN");
  }

  /** Whatever the chunks and faults, a diagnosis only adds to what verifying finds. */
  @Test
  void eachMismatchHasADiagnosis() {
    Random random = new Random(SEED);
    for (int round = 0; round < 300; round++) {
      chunks.clear();
      end = 0;
      for (int count = 1 + random.nextInt(5); count > 0; count--) {
        ChecksumType type = random.nextInt(3) == 0 ? ChecksumType.MD5 : ChecksumType.CRC32C;
        int length = random.nextInt(4) == 0 ? 0 : 256 * random.nextInt(5) + random.nextInt(2);
        chunk(length, type, 512 << random.nextInt(2));
      }
      byte[] now = Arrays.copyOf(GOOD, Math.max(0, end + random.nextInt(1500) - 500));
      for (int faults = random.nextInt(4); faults > 0 && now.length > 0; faults--) {
        now[random.nextInt(now.length)] ^= 1;
      }
      Cli.Outcome plain = verify(now);
      Cli.Outcome diagnosed = verify(now, "--diagnose");
      String as = "seed " + SEED + ", round " + round + ": " + diagnosed.err();
      assertThat(diagnosed.status()).as(as).isEqualTo(plain.status());
      assertThat(diagnosed.json()).as(as).hasSameSizeAs(plain.json());
      for (int i = 0; i < plain.json().size(); i++) {
        List<Map<String, @Nullable Object>> without = mismatches(diagnosed, i);
        if (end > 0) {
          assertThat(without).as(as).allMatch(mismatch -> mismatch.get("diagnosis") != null);
        }
        without.forEach(mismatch -> mismatch.put("diagnosis", null));
        assertThat(without).as(as).isEqualTo(mismatches(plain, i));
      }
    }
  }
}
