// SPDX-License-Identifier: Apache-2.0

package io.chunksum.live.ozone;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.hadoop.CompositeCrcBuilder;
import io.chunksum.scan.FileResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What docs/ozone.md and docs/hadoop.md say of replicas that a datanode has reconstructed. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class ReconstructionLiveTest {

  /** The type and window size that a datanode is configured for. */
  private static final ChecksumType TYPE = ChecksumType.CRC32;

  private static final int WINDOW = 16 * 1024;

  /** Replicas that are lost at the same time: with stripe checksums, without them. */
  private static final List<List<Integer>> LOSSES = List.of(List.of(1, 5), List.of(3));

  private static final int SPARE_DATANODES = 3;

  @TempDir private static Path folder;

  private static ErasureCodedCluster ozone;

  private final Map<StoredKey, List<StoredGroup>> written = new LinkedHashMap<>();
  private final Map<StoredKey, String> checksums = new HashMap<>();

  @BeforeAll
  static void start() throws Exception {
    ozone =
        new ErasureCodedCluster(folder, StoredGroup.DATA + StoredGroup.PARITY + SPARE_DATANODES);
  }

  @AfterAll
  static void stop() throws Exception {
    if (ozone != null) {
      ozone.close();
    }
  }

  @Test
  void lostReplicasAreReconstructed() throws Exception {
    for (StoredKey key : StoredKey.coded().toList()) {
      ozone.write(key);
      written.put(key, ozone.groups(key.name()));
      if (key.hasCrc()) {
        checksums.put(key, reported(key));
      }
    }
    for (List<Integer> lost : LOSSES) {
      StoredGroup any = written.values().stream().flatMap(List::stream).findFirst().orElseThrow();
      for (int replica : lost) {
        ozone.stop(any.replicas().get(replica).datanode());
      }
      for (StoredKey key : written.keySet()) {
        checkClient(key);
      }
      ozone.reconstruct();
      for (StoredKey key : written.keySet()) {
        checkReplicas(key, lost);
        checkClient(key);
      }
    }
  }

  private void checkClient(StoredKey key) throws IOException {
    assertThat(ozone.read(key.name())).isEqualTo(key.bytes());
    // Of other keys, the client may take the stripe checksums for some of another type.
    if (isOwn(key)) {
      assertThat(reported(key)).isEqualTo(checksums.get(key));
    }
  }

  private void checkReplicas(StoredKey key, List<Integer> lost) throws Exception {
    List<StoredGroup> groups = ozone.groups(key.name());
    assertThat(groups).hasSameSizeAs(written.get(key));
    for (int i = 0; i < groups.size(); i++) {
      for (int replica : lost) {
        StoredGroup before = written.get(key).get(i);
        checkReplica(key, before.replicas().get(replica), groups.get(i).replicas().get(replica));
        assertThat(stripes(groups.get(i), replica)).isEqualTo(stripes(before, replica));
      }
    }
    if (key.hasCrc()) {
      assertThat(ofSoundStripes(key, groups)).isEqualTo(checksums.get(key));
    }
  }

  private static void checkReplica(StoredKey key, StoredBlock was, StoredBlock is)
      throws Exception {
    assertThat(is.datanode()).isNotEqualTo(was.datanode());
    if (isOwn(key)) {
      assertThat(is.record()).isEqualTo(was.record());
    }
    if (was.decoded().chunks().isEmpty()) {
      assertThat(is.record()).isEqualTo(was.record());
      assertThat(is.data()).doesNotExist();
    } else {
      assertThat(is.data()).hasSameBinaryContentAs(was.data());
      FileResult result = is.scan();
      assertThat(result.ok()).isTrue();
      assertThat(result.type()).isEqualTo(TYPE);
      assertThat(result.bytesPerChecksum()).hasValue(WINDOW);
    }
  }

  /** Bytes, as their type may be another now. */
  private static List<Optional<ByteBuffer>> stripes(StoredGroup group, int replica)
      throws IOException {
    return group.chunks(replica).stream()
        .map(chunk -> chunk.stripeChecksum().map(ChecksumData::packed))
        .toList();
  }

  /** Whether it was written as a datanode would do it. */
  private static boolean isOwn(StoredKey key) {
    return key.type().equals(TYPE) && key.bytesPerChecksum() == WINDOW;
  }

  private static String reported(StoredKey key) throws IOException {
    return ozone.fileChecksum(key.name(), "COMPOSITE_CRC").toString();
  }

  /** From replicas that have the stripe checksums of their own cells. */
  private static String ofSoundStripes(StoredKey key, List<StoredGroup> groups) throws IOException {
    ChecksumAlgorithm crc = ChecksumAlgorithms.of(key.type());
    CompositeCrcBuilder composite = new CompositeCrcBuilder(crc);
    for (StoredGroup group : groups) {
      composite.add(group.layout().crcValue(crc, group.stripes(soundKeeper(group))));
      composite.endBlock();
    }
    return composite.build().toString();
  }

  private static int soundKeeper(StoredGroup group) throws IOException {
    for (int keeper : StoredGroup.KEEPERS) {
      if (isSound(group, keeper)) {
        return keeper;
      }
    }
    throw new AssertionError("no replica has the stripe checksums of its own cells");
  }

  private static boolean isSound(StoredGroup group, int keeper) throws IOException {
    List<ChunkInfo> chunks = group.chunks(keeper);
    try {
      for (int stripe = 0; stripe < chunks.size(); stripe++) {
        ChecksumData all = chunks.get(stripe).stripeChecksum().orElseThrow();
        ChecksumData own = group.layout().cellChecksums(all, stripe, keeper);
        if (!own.equals(chunks.get(stripe).checksums())) {
          return false;
        }
      }
      return true;
    } catch (IllegalArgumentException e) { // A stripe has another number of checksums.
      return false;
    }
  }
}
