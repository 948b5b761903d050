// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.format.aeron.FrameVerifier;
import io.chunksum.tests.AllocatedBytes;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.Chunks;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Verifying good frames allocates nothing, with and without escape analysis. */
@Tag("allocation")
class FrameAllocationTest {

  private static final int CALLS = 10_000;

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void goodBatchesAllocateNothing(BufferKind kind) {
    FrameWriter writer = new FrameWriter(16 * 1024, 0, 64 * 1024, 0);
    for (int length : new int[] {0, 100, 1376, 8000}) {
      writer.data(TestBytes.random(length, length));
    }
    byte[] frames = writer.written();
    ByteBuffer buffer = kind.of(frames);
    ChunkBuffer chunk = Chunks.of(kind, frames, 777);
    FrameVerifier ofBuffer = new FrameVerifier(ChecksumType.CRC32C);
    FrameVerifier ofChunk = new FrameVerifier(ChecksumType.CRC32C);
    BooleanSupplier bothCalls =
        () -> ofBuffer.verify(buffer) == buffer.limit() && ofChunk.verify(chunk) == chunk.length();
    assertThat(bothCalls.getAsBoolean()).isTrue();
    long bytes = AllocatedBytes.during(CALLS, bothCalls);
    assertThat((double) bytes / (2 * CALLS)).as("%s, bytes per call", kind).isLessThan(1);
  }
}
