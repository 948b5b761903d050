// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.buffer.ChunkBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChecksumConsumerTest {

  @Test
  void windowsThatWereCompletedTogetherAreTakenOneByOne() {
    List<String> taken = new ArrayList<>();
    ChecksumConsumer consumer =
        (window, length, checksum, offset) ->
            taken.add(
                window + ": " + length + " bytes, " + checksum[offset] + checksum[offset + 1]);
    byte[] reused = {1, 2, 3, 4, 5, 6, 7, 8};
    consumer.acceptAll(1L << 40, 512, 3, reused, 2);
    assertThat(taken)
        .containsExactly(
            "1099511627776: 512 bytes, 12",
            "1099511627777: 512 bytes, 34",
            "1099511627778: 512 bytes, 56");
  }

  /** Whether windows come one by one or together. */
  @ParameterizedTest
  @CsvSource({"CRC32C, 100", "CRC32C, 5000", "SHA256, 100", "SHA256, 5000"})
  void itCannotTakeTheChunkAwayFromTheStreamThatCallsIt(String type, int pieceBytes) {
    List<String> expected = windows(type, pieceBytes, stream -> {});
    assertThat(expected).hasSize(9);
    List<String> actual =
        windows(
            type,
            pieceBytes,
            stream -> {
              for (Runnable refused : List.<Runnable>of(stream::reset, () -> stream.resume(512))) {
                assertThatIllegalStateException()
                    .isThrownBy(refused::run)
                    .withMessage("a consumer must not reset or resume the stream that calls it");
              }
              for (Runnable refused :
                  List.<Runnable>of(
                      () -> stream.update(ChunkBuffer.wrap(new byte[1])),
                      stream::finish,
                      () -> stream.peek(new byte[32], 0))) {
                assertThatIllegalStateException()
                    .isThrownBy(refused::run)
                    .withMessage(
                        "a call has failed midway, and the chunk is lost, or has not returned");
              }
            });
    assertThat(actual).isEqualTo(expected);
  }

  /** The windows of a chunk of 4100 bytes, for each of which something else is done as well. */
  private static List<String> windows(
      String type, int pieceBytes, Consumer<ChecksumStream> meanwhile) {
    byte[] content = new byte[4100];
    new Random(4100).nextBytes(content);
    ChecksumAlgorithm algorithm = ChecksumAlgorithms.find(type).orElseThrow();
    List<String> windows = new ArrayList<>();
    ChecksumStream[] own = new ChecksumStream[1];
    own[0] =
        new ChecksumStream(
            algorithm,
            512,
            (window, length, checksum, offset) -> {
              int end = offset + algorithm.type().checksumLength();
              windows.add(
                  window + ": " + length + " " + HexFormat.of().formatHex(checksum, offset, end));
              meanwhile.accept(own[0]);
            });
    ChunkBuffer.Builder chunk = ChunkBuffer.builder();
    for (int at = 0; at < content.length; at += pieceBytes) {
      chunk.add(content, at, Math.min(pieceBytes, content.length - at));
    }
    own[0].update(chunk.build());
    own[0].finish();
    return windows;
  }
}
