// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.proto.ByteStrings;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.ChunkBufferContract;
import io.chunksum.tests.Chunks;
import java.util.List;
import org.junit.jupiter.api.Nested;

/** Chunks of protobuf strings, of each of their kinds. */
class ByteStringsTest {

  @Nested
  class Literals extends ChunkBufferContract {
    @Override
    protected ChunkBuffer chunkOf(List<byte[]> parts) {
      return ByteStrings.wrap(parts.stream().map(ByteString::copyFrom).toList());
    }
  }

  @Nested
  class Concatenation extends ChunkBufferContract {
    @Override
    protected ChunkBuffer chunkOf(List<byte[]> parts) {
      return ByteStrings.wrap(
          ByteString.copyFrom(parts.stream().map(ByteString::copyFrom).toList()));
    }
  }

  /** Parts that begin inside the array they share: their buffers have a position that is not 0. */
  @Nested
  class Substrings extends ChunkBufferContract {
    @Override
    protected ChunkBuffer chunkOf(List<byte[]> parts) {
      return ByteStrings.wrap(
          parts.stream()
              .map(part ->
                  ByteString.copyFrom(new byte[5])
                      .concat(ByteString.copyFrom(part))
                      .concat(ByteString.copyFrom(new byte[3]))
                      .substring(5, 5 + part.length))
              .toList());
    }
  }

  @Nested
  class OverDirectBuffers extends ChunkBufferContract {
    @Override
    protected ChunkBuffer chunkOf(List<byte[]> parts) {
      return ByteStrings.wrap(
          parts.stream()
              .map(part -> UnsafeByteOperations.unsafeWrap(BufferKind.DIRECT_POSITION.of(part)))
              .toList());
    }
  }

  @Nested
  class OfChunks extends ChunkBufferContract {
    @Override
    protected ChunkBuffer chunkOf(List<byte[]> parts) {
      return ByteStrings.wrap(ByteStrings.of(Chunks.ofAllKinds(parts)));
    }
  }
}
