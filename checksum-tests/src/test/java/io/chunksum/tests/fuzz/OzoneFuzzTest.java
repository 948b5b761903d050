// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.chunksum.format.compact.CompactBlockCodec;
import io.chunksum.proto.BlockDataCodec;
import io.chunksum.proto.ChecksumDataCodec;
import io.chunksum.proto.ChunkInfoCodec;
import java.io.IOException;
import java.util.List;

/** The messages of Ozone, and the compact form of the same records. */
class OzoneFuzzTest {

  private static final ChunkInfoCodec CHUNKS = ChunkInfoCodec.OZONE;

  /** What the records of a compact block may take for each of its bytes. */
  private static final long RECORDS_FACTOR = 320;

  @FuzzTest
  void checksumData(byte[] input) throws IOException {
    Decoding.roundTrip(input, ChecksumDataCodec::decode, ChecksumDataCodec::encodeToArray);
  }

  @FuzzTest
  void chunkInfo(byte[] input) throws IOException {
    Decoding.roundTrip(input, CHUNKS::decode, CHUNKS::encodeToArray);
  }

  @FuzzTest
  void blockData(byte[] input) throws IOException {
    Decoding.roundTrip(input, BlockDataCodec::decode, BlockDataCodec::encodeToArray);
  }

  @FuzzTest
  void compactBlock(byte[] input) throws IOException {
    for (byte[] block : List.of(input, Sealed.mended(input))) {
      Decoding.roundTrip(
          block, RECORDS_FACTOR, CompactBlockCodec::decode, CompactBlockCodec::encode);
    }
  }
}
