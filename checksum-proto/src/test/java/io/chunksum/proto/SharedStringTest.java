// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChunkInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several threads decode one string, which is immutable, whatever protobuf does to its memory. */
class SharedStringTest {

  private static final int DECODES = 2_000;

  private static final BlockData BLOCK = block();

  /** All kinds of fields: each is read in a way of its own. */
  private static BlockData block() {
    List<ChunkInfo> chunks = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      chunks.add(
          new ChunkInfo(
              "chunk_" + i,
              (long) i * Sums.WINDOW,
              Sums.WINDOW,
              Sums.of(ChecksumType.CRC32C, 1),
              List.of(),
              Optional.of(Sums.of(ChecksumType.CRC32C, i))));
    }
    return new BlockData(
        new BlockId(1, 2, OptionalLong.of(3), OptionalInt.of(1)),
        OptionalLong.empty(),
        List.of(),
        chunks,
        OptionalLong.of(20L * Sums.WINDOW));
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void threadsMayDecodeAndReadOneString(Form form) throws Exception {
    byte[] message = BlockDataCodec.encodeToArray(BLOCK);
    ByteString shared = form.of(message);
    Callable<Void> decoder =
        () -> {
          for (int i = 0; i < DECODES; i++) {
            assertThat(BlockDataCodec.decode(shared)).isEqualTo(BLOCK);
          }
          return null;
        };
    Callable<Void> reader =
        () -> {
          for (int i = 0; i < DECODES; i++) {
            assertThat(shared.toByteArray()).isEqualTo(message);
          }
          return null;
        };
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      for (Future<Void> done : threads.invokeAll(List.of(decoder, decoder, reader))) {
        done.get();
      }
    } finally {
      threads.shutdown();
    }
    assertThat(shared.toByteArray()).isEqualTo(message);
  }
}
