// SPDX-License-Identifier: Apache-2.0

package example;

import com.google.protobuf.ByteString;
import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.proto.ByteStrings;
import io.chunksum.proto.ChecksumDataCodec;
import java.io.IOException;

/** Verifies a protobuf string against the record that Apache Ozone would keep of it. */
final class VerifyRecord {

  public static void main(String[] args) throws IOException {
    ByteString content = ByteString.copyFrom(new byte[20_000]).concat(ByteString.copyFromUtf8("end"));
    ChunkBuffer chunk = ByteStrings.wrap(content);

    ChunkChecksum crc32c = ChunkChecksum.of(ChecksumType.CRC32C, 16 * 1024);
    ByteString record = ChecksumDataCodec.encode(crc32c.compute(chunk));
    System.out.println(crc32c.verify(chunk, ChecksumDataCodec.decode(record)));

    ChunkBuffer other = ByteStrings.wrap(content.substring(0, 20_000));
    System.out.println(crc32c.verify(other, ChecksumDataCodec.decode(record)));
    System.out.println(ChunkChecksum.class.getModule());
  }
}
