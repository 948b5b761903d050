// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnsafeByteOperations;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.format.compact.CompactBlock;
import io.chunksum.format.compact.CompactBlockCodec;
import io.chunksum.proto.ChecksumDataCodec;
import io.chunksum.proto.ChunkInfoCodec;
import io.chunksum.proto.wire.ChunksumProtos;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Checksum data to and from its wire form: the codec, compared with the classes that protobuf
 * generates, which create an object for every checksum. Also the records of all chunks of a block:
 * the compact block, compared with the generated list of chunks.
 *
 * <p>A block counts as decoded when the checksum of each window can be compared. For a compact
 * block that takes only a check of its own CRC and a read of what precedes the checksums; the list
 * of chunks has no CRC.
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

  /** Fills checksums with random bytes and checks that both write and read the same. */
  @Setup
  public void prepare() throws MalformedChecksumDataException, InvalidProtocolBufferException {
    ChecksumType checksumType = algorithm(type).type();
    int windows = (chunkBytes + bytesPerChecksum - 1) / bytesPerChecksum;
    packed = randomBytes(windows * checksumType.checksumLength());
    sums = ChecksumData.of(checksumType, bytesPerChecksum, packed);
    wire = encode();
    checkAgreement(
        Arrays.equals(wire, generatedEncode())
            && decode().equals(sums)
            && generatedDecode().getChecksumsCount() == windows);
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

  /** The generated builder, which is given each checksum, as a view: it need not be a copy. */
  @Benchmark
  public byte[] generatedEncode() {
    ChunksumProtos.ChecksumData.Builder message =
        ChunksumProtos.ChecksumData.newBuilder()
            .setType(ChunksumProtos.ChecksumType.valueOf(type))
            .setBytesPerChecksum(bytesPerChecksum);
    int entry = sums.type().checksumLength();
    for (int at = 0; at < packed.length; at += entry) {
      message.addChecksums(UnsafeByteOperations.unsafeWrap(packed, at, entry));
    }
    return message.build().toByteArray();
  }

  /** The generated parser. */
  @Benchmark
  public ChunksumProtos.ChecksumData generatedDecode() throws InvalidProtocolBufferException {
    return ChunksumProtos.ChecksumData.parseFrom(wire);
  }

  /** The records of the chunks of a block, in both forms. */
  @State(Scope.Benchmark)
  public static class Block {

    @Param("64")
    public int chunks;

    private byte[] list;
    private byte[] compact;

    /** The checksums of the chunk in the middle, as a reader has computed them. */
    private byte[] computed;

    private int windows;
    private int entry;

    private final CompactBlock view = new CompactBlock();

    /**
     * Creates chunks with random checksums and checks that both forms hold the same, and that a
     * chunk differs from what is not its own in either.
     */
    @Setup
    public void prepare(CodecBenchmark one)
        throws MalformedChecksumDataException, InvalidProtocolBufferException {
      Random random = new Random(chunks);
      ChunkInfoCodec codec = ChunkInfoCodec.OZONE;
      List<ChunkInfo> records = new ArrayList<>();
      ChunksumProtos.ChunkInfoList.Builder messages = ChunksumProtos.ChunkInfoList.newBuilder();
      computed = new byte[one.packed.length];
      windows = one.sums.count();
      entry = one.sums.type().checksumLength();
      for (int i = 0; i < chunks; i++) {
        random.nextBytes(computed);
        records.add(
            new ChunkInfo(
                "117883640217600001_chunk_" + (i + 1),
                (long) i * one.chunkBytes,
                one.chunkBytes,
                ChecksumData.of(one.sums.type(), one.bytesPerChecksum, computed)));
        messages.addChunks(ChunksumProtos.ChunkInfo.parseFrom(codec.encodeToArray(records.get(i))));
      }
      records.get(chunks / 2).checksums().packed().get(computed);
      list = messages.build().toByteArray();
      compact = CompactBlockCodec.encode(records);
      checkAgreement(
          CompactBlockCodec.decode(compact).equals(records)
              && ChunksumProtos.ChunkInfoList.parseFrom(list).equals(messages.build()));
      checkAgreement(one.compactChunk(this) && one.generatedChunk(this));
      for (int at : new int[] {0, computed.length - 1}) {
        computed[at] ^= 1;
        checkAgreement(!one.compactChunk(this) && !one.generatedChunk(this));
        computed[at] ^= 1;
      }
    }
  }

  /** The view of a compact block, with its CRC checked and its checksums left in place. */
  @Benchmark
  public CompactBlock compactBlock(Block block) throws MalformedChecksumDataException {
    return block.view.wrap(block.compact);
  }

  /** A compact block decoded into the records that were encoded. */
  @Benchmark
  public List<ChunkInfo> compactBlockRecords(Block block) throws MalformedChecksumDataException {
    return CompactBlockCodec.decode(block.compact);
  }

  /** The generated parser of a list of chunks. */
  @Benchmark
  public ChunksumProtos.ChunkInfoList generatedBlock(Block block)
      throws InvalidProtocolBufferException {
    return ChunksumProtos.ChunkInfoList.parseFrom(block.list);
  }

  /** One chunk of an encoded compact block compared, window by window. */
  @Benchmark
  public boolean compactChunk(Block block) throws MalformedChecksumDataException {
    return block
        .view
        .wrap(block.compact)
        .matches(block.chunks / 2, 0, block.windows, block.computed, 0);
  }

  /** One chunk of an encoded list of chunks compared, window by window. */
  @Benchmark
  public boolean generatedChunk(Block block) throws InvalidProtocolBufferException {
    ChunksumProtos.ChecksumData sums =
        ChunksumProtos.ChunkInfoList.parseFrom(block.list)
            .getChunks(block.chunks / 2)
            .getChecksumData();
    boolean same = true;
    for (int i = 0; i < sums.getChecksumsCount(); i++) {
      ByteBuffer stored = sums.getChecksums(i).asReadOnlyByteBuffer();
      same &= stored.equals(ByteBuffer.wrap(block.computed, i * block.entry, block.entry));
    }
    return same;
  }
}
