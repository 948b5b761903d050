// SPDX-License-Identifier: Apache-2.0

package io.chunksum.live.ozone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.hadoop.CompositeCrcBuilder;
import io.chunksum.format.hadoop.FileChecksum;
import io.chunksum.format.hadoop.FileChecksumBuilder;
import io.chunksum.format.hadoop.Md5Md5CrcBuilder;
import io.chunksum.proto.BlockData;
import io.chunksum.proto.BlockDataCodec;
import io.chunksum.scan.FileResult;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.ozone.common.OzoneChecksumException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds our checksums against those of Ozone, on keys that its client writes here and now. */
class OzoneLiveTest {

  private static final String STORED = "io.chunksum.live.ozone.StoredKey#all";
  private static final String CHECKED = "io.chunksum.live.ozone.StoredKey#checked";
  private static final String WITH_CRC = "io.chunksum.live.ozone.StoredKey#withCrc";

  /** No chunk that the client writes has this length, nor a length with such a remainder. */
  private static final int OUR_CHUNK_BYTES = 100_001;

  @TempDir private static Path folder;

  private static OzoneCluster ozone;

  private final Random random = new Random(Long.getLong("chunksum.test.seed", 1L));

  @BeforeAll
  static void start() throws Exception {
    ozone = new OzoneCluster(folder);
    for (StoredKey key : StoredKey.all().toList()) {
      ozone.write(key);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    if (ozone != null) {
      ozone.close();
    }
  }

  @ParameterizedTest
  @MethodSource(STORED)
  void blockFilesVerify(StoredKey key) throws Exception {
    long length = 0;
    for (StoredBlock block : ozone.blocks(key.name())) {
      FileResult result = block.scan();
      assertThat(result.ok()).isTrue();
      assertThat(result.type()).isEqualTo(key.type());
      assertThat(result.checked()).isEqualTo(!key.type().equals(ChecksumType.NONE));
      assertThat(result.bytesPerChecksum()).hasValue(key.bytesPerChecksum());
      assertThat(result.length()).isEqualTo(result.expectedLength());
      length += result.length();
      BlockData decoded = block.decoded();
      assertThat(ByteBuffer.wrap(BlockDataCodec.encodeToArray(decoded))).isEqualTo(block.record());
    }
    assertThat(length).isEqualTo(key.length());
  }

  @ParameterizedTest
  @MethodSource(CHECKED)
  void flippedByteIsLocated(StoredKey key) throws Exception {
    List<StoredBlock> blocks = ozone.blocks(key.name());
    StoredBlock block = blocks.get(blocks.size() - 1);
    byte[] whole = Files.readAllBytes(block.data());
    try {
      for (int at : StoredKey.damages(whole.length)) {
        byte[] damaged = whole.clone();
        damaged[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        Files.write(block.data(), damaged);
        // No chunk but the last ends within a window, so they count as in one.
        int window = at - at % key.bytesPerChecksum();
        assertThat(block.scan().mismatches())
            .singleElement()
            .satisfies(bad -> {
              assertThat(bad.window()).isEqualTo(at / key.bytesPerChecksum());
              assertThat(bad.offset()).isEqualTo(window);
              assertThat(bad.length())
                  .isEqualTo(Math.min(key.bytesPerChecksum(), whole.length - window));
            });
      }
      // The client agrees that it is damaged, and then that it is not.
      assertThatThrownBy(() -> ozone.read(key.name())).isInstanceOf(OzoneChecksumException.class);
    } finally {
      Files.write(block.data(), whole);
    }
    assertThat(block.scan().ok()).isTrue();
    assertThat(ozone.read(key.name())).isEqualTo(key.bytes());
  }

  @ParameterizedTest
  @MethodSource(WITH_CRC)
  void fileChecksumsAreThoseOfTheClient(StoredKey key) throws Exception {
    checkFileChecksum(
        key.name(), "COMPOSITE_CRC", new CompositeCrcBuilder(ChecksumAlgorithms.of(key.type())));
    checkFileChecksum(key.name(), "MD5MD5CRC", Md5Md5CrcBuilder.ozone());
  }

  private static void checkFileChecksum(String name, String mode, FileChecksumBuilder builder)
      throws Exception {
    for (StoredBlock block : ozone.blocks(name)) {
      block.decoded().chunks().forEach(builder::add);
      builder.endBlock();
    }
    FileChecksum ours = builder.build();
    org.apache.hadoop.fs.FileChecksum theirs = ozone.fileChecksum(name, mode);
    assertThat(ours).hasToString(theirs.toString());
    assertThat(ours.matches(theirs.getAlgorithmName(), theirs.getBytes())).isTrue();
  }

  @ParameterizedTest
  @MethodSource(CHECKED)
  void clientReadsByChunkInfoThatWeMake(StoredKey key) throws Exception {
    String name = "ours-" + key.name();
    List<ChunkInfo> chunks = chunks(key, key.bytes());
    ozone.put(name, key.bytes(), chunks);
    assertThat(ozone.read(name)).isEqualTo(key.bytes());
    StoredBlock block = ozone.blocks(name).get(0);
    BlockData stored = block.decoded();
    assertThat(stored.chunks()).isEqualTo(chunks);
    assertThat(block.scan().ok()).isTrue();
  }

  @ParameterizedTest
  @MethodSource(CHECKED)
  void clientRefusesChunkInfoOfOtherBytes(StoredKey key) throws Exception {
    byte[] others = key.bytes();
    others[others.length / 2] ^= 1;
    String name = "wrong-" + key.name();
    ozone.put(name, key.bytes(), chunks(key, others));
    assertThatThrownBy(() -> ozone.read(name)).isInstanceOf(OzoneChecksumException.class);
  }

  private static List<ChunkInfo> chunks(StoredKey key, byte[] bytes) {
    ChunkChecksum checksum = ChunkChecksum.of(key.type(), key.bytesPerChecksum());
    List<ChunkInfo> chunks = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += OUR_CHUNK_BYTES) {
      int end = Math.min(bytes.length, at + OUR_CHUNK_BYTES);
      ChunkBuffer chunk = ChunkBuffer.wrap(Arrays.copyOfRange(bytes, at, end));
      chunks.add(new ChunkInfo("chunk" + at, at, end - at, checksum.compute(chunk)));
    }
    return chunks;
  }
}
