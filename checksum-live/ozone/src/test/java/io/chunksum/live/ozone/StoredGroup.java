// SPDX-License-Identifier: Apache-2.0

package io.chunksum.live.ozone;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.format.hadoop.EcBlockGroup;
import io.chunksum.format.hadoop.StripedCrc;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * A block of a key, or a block group, in its replicas.
 *
 * @param length bytes of the key in it
 * @param replicas by index, 0 if they are all the same
 */
record StoredGroup(long length, SortedMap<Integer, StoredBlock> replicas) {

  static final int DATA = 3;
  static final int PARITY = 2;
  static final int CELL_BYTES = 64 * 1024;

  /** In a full group. */
  static final int STRIPES = 4;

  /** The replicas that have stripe checksums. */
  static final List<Integer> KEEPERS = List.of(1, 4, 5);

  EcBlockGroup layout() {
    return new EcBlockGroup(DATA, PARITY, CELL_BYTES, length);
  }

  List<ChunkInfo> chunks(int replica) throws IOException {
    return replicas.get(replica).decoded().chunks();
  }

  /** The checksums of each stripe, as one of the replicas has them. */
  List<ChecksumData> stripes(int replica) throws IOException {
    return chunks(replica).stream().map(chunk -> chunk.stripeChecksum().orElseThrow()).toList();
  }

  /** The CRC of the data, from the checksums of the data replicas. */
  CrcValue crcOfCells(ChecksumAlgorithm crc) throws IOException {
    List<List<CrcValue>> cells = new ArrayList<>();
    for (int replica = 1; replica <= DATA; replica++) {
      List<CrcValue> own = new ArrayList<>();
      StripedCrc striped = new StripedCrc(crc, CELL_BYTES, own::add);
      chunks(replica).forEach(chunk -> striped.add(chunk.checksums(), chunk.length()));
      striped.finish();
      cells.add(own);
    }
    CrcValue value = CrcValue.empty(crc);
    for (int stripe = 0; stripe < cells.get(0).size(); stripe++) {
      for (List<CrcValue> own : cells) {
        value = stripe < own.size() ? value.append(own.get(stripe)) : value;
      }
    }
    return value;
  }
}
