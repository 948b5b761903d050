// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.chunksum.format.compact.CompactBlockCodec;
import io.chunksum.proto.BlockDataCodec;
import io.chunksum.proto.ChecksumDataCodec;
import io.chunksum.proto.ChunkInfoCodec;
import java.io.IOException;

/** The messages of Ozone, and the compact form of the same records. */
class OzoneFuzzTest {

  private static final ChunkInfoCodec CHUNKS = ChunkInfoCodec.OZONE;

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
    Decoding.roundTrip(input, CompactBlockCodec::decode, CompactBlockCodec::encode);
    Decoding.roundTrip(Sealed.mended(input), CompactBlockCodec::decode, CompactBlockCodec::encode);
  }
}
