// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import io.chunksum.data.ChecksumData;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.proto.ChecksumDataCodec;
import io.chunksum.tests.ChecksumDataCodecContract;

/** Holds the codec of Ozone's form to the contract that is published. */
class ChecksumDataCodecTest extends ChecksumDataCodecContract {

  @Override
  protected byte[] encode(ChecksumData sums) {
    return ChecksumDataCodec.encodeToArray(sums);
  }

  @Override
  protected ChecksumData decode(byte[] encoded) throws MalformedChecksumDataException {
    return ChecksumDataCodec.decode(encoded);
  }
}
