// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.tests.BufferKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Draws what the operations work on from the bytes of a fuzzer. */
final class Draw {

  private static final List<ChecksumType> TYPES =
      List.of(ChecksumType.CRC32C, ChecksumType.CRC32, ChecksumType.MD5, ChecksumType.SHA256);
  private static final int LARGEST_WINDOW = 40;

  private final FuzzedDataProvider data;

  Draw(FuzzedDataProvider data) {
    this.data = data;
  }

  ChecksumType type() {
    return TYPES.get(upTo(TYPES.size() - 1));
  }

  int bytesPerChecksum() {
    return 1 + upTo(LARGEST_WINDOW - 1);
  }

  /** A number from 0 to {@code largest}. */
  int upTo(int largest) {
    return data.consumeInt(0, largest);
  }

  boolean more() {
    return data.remainingBytes() > 0;
  }

  byte[] bytes(int most) {
    return data.consumeBytes(upTo(most));
  }

  /** Cuts bytes anywhere, into buffers of any kinds, empty ones among them. */
  List<ByteBuffer> buffers(byte[] content) {
    List<ByteBuffer> buffers = new ArrayList<>();
    int at = 0;
    while (at < content.length) {
      // Without more bytes every number drawn is 0.
      int length = more() ? upTo(content.length - at) : content.length - at;
      byte[] part = new byte[length];
      System.arraycopy(content, at, part, 0, length);
      buffers.add(data.pickValue(BufferKind.values()).of(part));
      at += length;
    }
    return buffers;
  }
}
