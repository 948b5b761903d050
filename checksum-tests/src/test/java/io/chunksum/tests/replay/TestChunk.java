// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.scan.ChunkFileVerifier;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.Verdict;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/**
 * A chunk that a test writes.
 *
 * @param info its record, made by the library
 * @param payload its bytes, a rope of many pieces
 */
record TestChunk(ChunkInfo info, ByteString payload) {

  private static final int[] LENGTHS = {1, 511, 4096, 4097, 65_536, 100_003, 300_000};

  private static final List<ChunkChecksum> CHECKSUMS =
      List.of(
          ChunkChecksum.of(ChecksumType.CRC32C, 4096),
          ChunkChecksum.of(ChecksumType.SHA256, 16 * 1024),
          ChunkChecksum.of(ChecksumType.CRC32C, 1000));

  private static final int BLOCKS = 3;

  /** Makes chunks of all lengths and types in turn, which lie one after the other in blocks. */
  static final class Source {

    private final long[] ends = new long[BLOCKS];
    private int made;

    TestChunk next() throws IOException {
      int number = made++;
      int block = number % BLOCKS;
      byte[] content = TestBytes.random(number, LENGTHS[number % LENGTHS.length]);
      ByteString payload = ChunkClient.rope(content);
      ChunkInfo info =
          ChunkClient.describe(
              "block" + block + "_chunk_" + number,
              ends[block],
              payload,
              CHECKSUMS.get(number % CHECKSUMS.size()));
      ends[block] += content.length;
      return new TestChunk(info, payload);
    }
  }

  /** Makes the first chunks of a new source. */
  static List<TestChunk> make(int count) throws IOException {
    Source source = new Source();
    List<TestChunk> chunks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chunks.add(source.next());
    }
    return chunks;
  }

  boolean isIn(String block) {
    return info.name().startsWith(block + "_");
  }

  /** A store holds the bytes and the record of this chunk, and both are right. */
  void assertWholeIn(ChunkStore store) throws IOException {
    byte[] stored = new byte[payload.size()];
    try (FileChannel file = FileChannel.open(store.file(info))) {
      file.read(ByteBuffer.wrap(stored), info.offset());
    }
    assertThat(stored).as(info.name()).isEqualTo(payload.toByteArray());
    assertThat(store.storedRecord(info)).isEqualTo(info);
    assertThat(info.checksums().packed()).isEqualTo(checksumsOfTheJdk());
    assertThat(new ChunkFileVerifier().verify(store.file(info), info).verdict())
        .isEqualTo(Verdict.MATCH);
  }

  private ByteBuffer checksumsOfTheJdk() {
    ChecksumData sums = info.checksums();
    ByteBuffer packed = ByteBuffer.allocate(sums.count() * sums.type().checksumLength());
    for (byte[] window : Parts.ofLength(payload.toByteArray(), sums.bytesPerChecksum())) {
      if (sums.type().equals(ChecksumType.SHA256)) {
        packed.put(sha256(window));
      } else {
        CRC32C crc = new CRC32C();
        crc.update(window);
        packed.putInt((int) crc.getValue());
      }
    }
    return packed.flip();
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
