// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.replay;

import io.chunksum.buffer.ChunkBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteOutput;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

public final class RatisByteStrings extends ByteOutput {
  private final ChunkBuffer.Builder builder = ChunkBuffer.builder();

  public static ChunkBuffer wrap(ByteString bytes) throws IOException {
    return wrap(List.of(bytes));
  }

  public static ChunkBuffer wrap(List<ByteString> strings) throws IOException {
    RatisByteStrings parts = new RatisByteStrings();
    for (ByteString string : strings) {
      UnsafeByteOperations.unsafeWriteTo(string, parts);
    }
    return parts.builder.build();
  }

  @Override
  public void writeLazy(byte[] part, int offset, int length) {
    builder.add(part, offset, length);
  }

  @Override
  public void writeLazy(ByteBuffer part) {
    builder.add(part);
  }

  // Strings write their memory lazily; these are for writers whose memory may change.
  @Override
  public void write(byte part) {
    throw new AssertionError();
  }

  @Override
  public void write(byte[] part, int offset, int length) {
    throw new AssertionError();
  }

  @Override
  public void write(ByteBuffer part) {
    throw new AssertionError();
  }
}
