// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.proto.ChecksumDataCodec;
import io.chunksum.proto.wire.ChunksumProtos;
import java.util.Arrays;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Checksum data to and from its wire form: the codec, compared with the classes that protobuf
 * generates, which make an object of every checksum.
 */
public class CodecBenchmark extends TimedBenchmark {

  @Param({"CRC32C", "SHA256"})
  public String type;

  @Param({"512", "16384", "1048576"})
  public int bytesPerChecksum;

  @Param("4194304")
  public int chunkBytes;

  private ChecksumData sums;
  private byte[] packed;
  private byte[] wire;

  /** Makes checksums of random bytes and checks that both write and read the same. */
  @Setup
  public void prepare() throws MalformedChecksumDataException, InvalidProtocolBufferException {
    ChecksumType checksumType = ChecksumAlgorithms.find(type).orElseThrow().type();
    int windows = (chunkBytes + bytesPerChecksum - 1) / bytesPerChecksum;
    packed = new byte[windows * checksumType.checksumLength()];
    new Random(windows).nextBytes(packed);
    sums = ChecksumData.of(checksumType, bytesPerChecksum, packed);
    wire = encode();
    boolean agree =
        Arrays.equals(wire, generatedEncode())
            && decode().equals(sums)
            && generatedDecode().getChecksumsCount() == windows;
    if (!agree) {
      throw new IllegalStateException("the contenders disagree");
    }
  }

  /** The codec. */
  @Benchmark
  public byte[] encode() {
    return ChecksumDataCodec.encodeToArray(sums);
  }

  /** The codec, straight into packed form. */
  @Benchmark
  public ChecksumData decode() throws MalformedChecksumDataException {
    return ChecksumDataCodec.decode(wire);
  }

  /** The generated builder, given each checksum. */
  @Benchmark
  public byte[] generatedEncode() {
    ChunksumProtos.ChecksumData.Builder message =
        ChunksumProtos.ChecksumData.newBuilder()
            .setType(ChunksumProtos.ChecksumType.valueOf(type))
            .setBytesPerChecksum(bytesPerChecksum);
    int entry = sums.type().checksumLength();
    for (int at = 0; at < packed.length; at += entry) {
      message.addChecksums(ByteString.copyFrom(packed, at, entry));
    }
    return message.build().toByteArray();
  }

  /** The generated parser. */
  @Benchmark
  public ChunksumProtos.ChecksumData generatedDecode() throws InvalidProtocolBufferException {
    return ChunksumProtos.ChecksumData.parseFrom(wire);
  }
}
