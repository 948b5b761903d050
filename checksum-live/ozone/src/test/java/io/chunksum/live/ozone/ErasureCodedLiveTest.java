// SPDX-License-Identifier: Apache-2.0

package io.chunksum.live.ozone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.hadoop.CompositeCrcBuilder;
import io.chunksum.proto.BlockData;
import io.chunksum.proto.BlockDataCodec;
import io.chunksum.scan.FileResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds our checksums against those of Ozone, on erasure-coded keys. */
class ErasureCodedLiveTest {

  private static final String STORED = "io.chunksum.live.ozone.StoredKey#coded";
  private static final String CHECKED = "io.chunksum.live.ozone.StoredKey#codedAndChecked";
  private static final String WITH_CRC = "io.chunksum.live.ozone.StoredKey#codedWithCrc";

  @TempDir private static Path folder;

  private static ErasureCodedCluster ozone;

  @BeforeAll
  static void start() throws Exception {
    ozone = new ErasureCodedCluster(folder, StoredGroup.DATA + StoredGroup.PARITY);
    for (StoredKey key : StoredKey.coded().toList()) {
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
  void replicasVerify(StoredKey key) throws Exception {
    long length = 0;
    for (StoredGroup group : ozone.groups(key.name())) {
      assertThat(group.replicas()).containsOnlyKeys(1, 2, 3, 4, 5);
      long data = 0;
      for (int replica = 1; replica <= StoredGroup.DATA + StoredGroup.PARITY; replica++) {
        StoredBlock block = group.replicas().get(replica);
        BlockData decoded = block.decoded();
        assertThat(decoded.id().replicaIndex()).hasValue(replica);
        assertThat(ByteBuffer.wrap(BlockDataCodec.encodeToArray(decoded)))
            .isEqualTo(block.record());
        long stored = decoded.size().orElseThrow();
        if (stored == 0) {
          assertThat(decoded.chunks()).isEmpty();
          assertThat(block.data()).doesNotExist();
        } else {
          checkScan(key, block.scan(), stored);
        }
        data += replica <= StoredGroup.DATA ? stored : 0;
      }
      assertThat(data).isEqualTo(group.length());
      length += data;
    }
    assertThat(length).isEqualTo(key.length());
  }

  private static void checkScan(StoredKey key, FileResult result, long length) {
    assertThat(result.ok()).isTrue();
    assertThat(result.type()).isEqualTo(key.type());
    assertThat(result.checked()).isEqualTo(!key.type().equals(ChecksumType.NONE));
    assertThat(result.bytesPerChecksum()).hasValue(key.bytesPerChecksum());
    assertThat(result.length()).isEqualTo(result.expectedLength()).isEqualTo(length);
  }

  @ParameterizedTest
  @MethodSource(CHECKED)
  void flippedByteIsLocated(StoredKey key) throws Exception {
    List<StoredGroup> groups = ozone.groups(key.name());
    for (StoredBlock block : groups.get(groups.size() - 1).replicas().values()) {
      if (Files.exists(block.data())) {
        byte[] whole = Files.readAllBytes(block.data());
        try {
          for (int at : StoredKey.damages(whole.length)) {
            flip(block, at);
            checkMismatch(key, block.scan(), at, whole.length);
            // The client turns to the other replicas.
            assertThat(ozone.read(key.name())).isEqualTo(key.bytes());
            Files.write(block.data(), whole);
          }
        } finally {
          Files.write(block.data(), whole);
        }
        assertThat(block.scan().ok()).isTrue();
      }
    }
  }

  /** Each cell has its own windows. */
  private static void checkMismatch(StoredKey key, FileResult result, int at, int length) {
    int cell = at - at % StoredGroup.CELL_BYTES;
    int cellLength = Math.min(StoredGroup.CELL_BYTES, length - cell);
    int inCell = (at - cell) / key.bytesPerChecksum();
    int offset = inCell * key.bytesPerChecksum();
    int windows = (StoredGroup.CELL_BYTES - 1) / key.bytesPerChecksum() + 1;
    assertThat(result.mismatches())
        .singleElement()
        .satisfies(bad -> {
          assertThat(bad.window()).isEqualTo(cell / StoredGroup.CELL_BYTES * windows + inCell);
          assertThat(bad.offset()).isEqualTo(cell + offset);
          assertThat(bad.length()).isEqualTo(Math.min(key.bytesPerChecksum(), cellLength - offset));
        });
  }

  @Test
  void keyWithFewerSoundReplicasThanDataIsRefused() throws Exception {
    StoredKey key = new StoredKey(ChecksumType.CRC32, 16 * 1024, 3 * StoredGroup.CELL_BYTES);
    StoredGroup group = ozone.groups(key.name()).get(0);
    for (int replica : StoredGroup.KEEPERS) {
      flip(group.replicas().get(replica), 0);
    }
    try {
      assertThatThrownBy(() -> ozone.read(key.name())).isInstanceOf(IOException.class);
    } finally {
      for (int replica : StoredGroup.KEEPERS) {
        flip(group.replicas().get(replica), 0);
      }
    }
    assertThat(ozone.read(key.name())).isEqualTo(key.bytes());
  }

  private static void flip(StoredBlock block, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(block.data());
    bytes[at] ^= 1;
    Files.write(block.data(), bytes);
  }

  @ParameterizedTest
  @MethodSource(CHECKED)
  void stripesHaveTheChecksumsOfAllReplicas(StoredKey key) throws Exception {
    for (StoredGroup group : ozone.groups(key.name())) {
      for (int keeper : StoredGroup.KEEPERS) {
        List<ChecksumData> stripes = group.stripes(keeper);
        for (int replica : group.replicas().keySet()) {
          List<ChecksumData> cells = new ArrayList<>();
          for (int stripe = 0; stripe < stripes.size(); stripe++) {
            cells.add(group.layout().cellChecksums(stripes.get(stripe), stripe, replica));
          }
          cells.removeIf(cell -> cell.count() == 0);
          assertThat(cells)
              .isEqualTo(group.chunks(replica).stream().map(ChunkInfo::checksums).toList());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource(WITH_CRC)
  void fileChecksumsAreThoseOfTheClient(StoredKey key) throws Exception {
    ChecksumAlgorithm crc = ChecksumAlgorithms.of(key.type());
    String theirs = ozone.fileChecksum(key.name(), "COMPOSITE_CRC").toString();
    CompositeCrcBuilder ofCells = new CompositeCrcBuilder(crc);
    for (StoredGroup group : ozone.groups(key.name())) {
      ofCells.add(group.crcOfCells(crc));
      ofCells.endBlock();
    }
    assertThat(ofCells.build()).hasToString(theirs);
    for (int keeper : StoredGroup.KEEPERS) {
      CompositeCrcBuilder ofStripes = new CompositeCrcBuilder(crc);
      for (StoredGroup group : ozone.groups(key.name())) {
        ofStripes.add(group.layout().crcValue(crc, group.stripes(keeper)));
        ofStripes.endBlock();
      }
      assertThat(ofStripes.build()).hasToString(theirs);
    }
  }
}
