// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumBatch;
import io.chunksum.compute.WholeChecksum;
import io.chunksum.data.ChecksumData;
import io.chunksum.format.s3.ObjectChecksum;
import io.chunksum.tests.ForwardingChecksum;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An algorithm whose running checksums are of another type is refused by all that computes. With
 * another length, checksums would overlap each other, and windows would match that are bad.
 */
class RunningChecksumTest {

  private static final ChecksumType HALF = ChecksumType.of("SHA256-128", 16);

  private static final int WINDOW = 512;
  private static final ChunkBuffer CHUNK = ChunkBuffer.wrap(TestBytes.random(20_95, 8 * WINDOW));
  private static final ChecksumData SUMS = ChecksumData.of(HALF, WINDOW, new byte[8 * 16]);

  private static final Map<String, Consumer<ChecksumAlgorithm>> OWNERS =
      Map.ofEntries(
          Map.entry("compute", of -> chunks(of).compute(CHUNK)),
          Map.entry("verify", of -> chunks(of).verify(CHUNK, SUMS)),
          Map.entry("calculator", of -> chunks(of).newCalculator()),
          Map.entry("verifier", of -> chunks(of).newVerifier()),
          Map.entry("batch verifier", of -> chunks(of).newBatchVerifier()),
          Map.entry(
              "parallel calculator",
              of -> chunks(of).newParallelCalculator(Runnable::run, 2).compute(CHUNK)),
          Map.entry(
              "parallel verifier",
              of -> chunks(of).newParallelVerifier(Runnable::run, 2).verify(CHUNK, SUMS)),
          Map.entry("stream", of -> chunks(of).newStream((window, length, sum, offset) -> {})),
          Map.entry("collector", of -> chunks(of).newCollector()),
          Map.entry("appender", of -> chunks(of).newAppender()),
          Map.entry("writer", of -> chunks(of).newWriter(4096, 4096)),
          Map.entry(
              "batch",
              of -> new ChecksumBatch(of, WINDOW, (chunk, window, length, sum, offset) -> {})),
          Map.entry("whole", WholeChecksum::new),
          Map.entry(
              "composite",
              of ->
                  ObjectChecksum.composite(
                      of, List.of(ObjectChecksum.of(of.type(), ByteBuffer.allocate(16))))));

  /** An algorithm that says one thing and makes another; any number of owners get the same. */
  @SuppressWarnings("NullAway") // A mistake that compiles without it.
  private record Mislabelled(ChecksumType type, @Nullable StreamingChecksum newChecksum)
      implements ChecksumAlgorithm {}

  private static ChunkChecksum chunks(ChecksumAlgorithm algorithm) {
    return ChunkChecksum.of(algorithm, WINDOW);
  }

  private static StreamingChecksum sha256() {
    return ChecksumAlgorithms.of(ChecksumType.SHA256).newChecksum();
  }

  private static StreamingChecksum sha256OfType(@Nullable ChecksumType type) {
    return new ForwardingChecksum(sha256()) {
      @Override
      @SuppressWarnings("NullAway") // Likewise.
      public ChecksumType type() {
        return type;
      }
    };
  }

  private static void assertRefused(@Nullable StreamingChecksum made, String message) {
    OWNERS.forEach((name, owner) ->
        assertThatThrownBy(() -> owner.accept(new Mislabelled(HALF, made)))
            .as(name)
            .isInstanceOf(IllegalStateException.class)
            .hasMessage(message));
  }

  @Test
  void checksumsOfAnotherTypeAreRefused() {
    assertRefused(
        sha256(),
        "the algorithm of type SHA256-128 (length 16) makes checksums of type SHA256 (length 32)");
  }

  @ParameterizedTest
  @ValueSource(ints = {15, 17})
  void checksumsThatDifferInLengthAloneAreRefused(int length) {
    assertRefused(
        sha256OfType(ChecksumType.of("SHA256-128", length)),
        "the algorithm of type SHA256-128 (length 16) makes checksums of type SHA256-128 (length "
            + length
            + ")");
  }

  @Test
  void checksumsThatDifferInNameAloneAreRefused() {
    assertRefused(
        sha256OfType(ChecksumType.MD5),
        "the algorithm of type SHA256-128 (length 16) makes checksums of type MD5 (length 16)");
  }

  @Test
  void aMissingChecksumIsRefused() {
    assertRefused(null, "the algorithm of type SHA256-128 (length 16) makes null");
  }

  @Test
  void aChecksumWithoutATypeIsRefused() {
    assertRefused(
        sha256OfType(null),
        "the algorithm of type SHA256-128 (length 16) makes checksums without a type");
  }

  @Test
  void anEqualTypeNeedNotBeTheSameObject() {
    StreamingChecksum made = sha256OfType(ChecksumType.of("SHA256-128", 16));
    assertThat(StreamingChecksum.of(new Mislabelled(HALF, made))).isSameAs(made);
  }
}
