// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.data.ChecksumData;
import io.chunksum.format.hadoop.CompositeCrcBuilder;
import io.chunksum.format.hadoop.EcBlockGroup;
import io.chunksum.format.hadoop.FileChecksumBuilder;
import io.chunksum.format.hadoop.Md5Md5CrcBuilder;
import io.chunksum.format.hadoop.StripedCrc;
import io.chunksum.proto.ChunkInfoCodec;
import io.chunksum.proto.wire.ChunksumProtos;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checksums of keys that Ozone gave, made of the records of their blocks. */
class OzoneFileChecksumTest {

  private static final ChunkInfoCodec CODEC = ChunkInfoCodec.OZONE;
  private static final Pattern EC_KEY = Pattern.compile("-ec([0-9]+)k-");

  /** A checksum that Ozone gave of a key. */
  record Given(String key, List<Long> blockLengths, String text, String hex) {

    ChecksumAlgorithm algorithm() {
      return ChecksumAlgorithms.of(
          key.startsWith("crc32c-") ? ChecksumType.CRC32C : ChecksumType.CRC32);
    }

    boolean isErasureCoded() {
      return EC_KEY.matcher(key).find();
    }

    EcBlockGroup blockGroup() {
      Matcher cell = EC_KEY.matcher(key);
      assertThat(cell.find()).isTrue();
      return new EcBlockGroup(3, 2, Integer.parseInt(cell.group(1)) * 1024, blockLengths.get(0));
    }

    List<ChunksumProtos.ChunkInfo> chunks(String suffix) throws IOException {
      byte[] record = Fixtures.read("ozone/" + key + suffix + ".blockdata.pb");
      return ChunksumProtos.BlockData.parseFrom(record).getChunksList();
    }
  }

  static Stream<Given> given() {
    return Fixtures.table("ozone/file-checksums.txt").stream()
        .map(row -> new Given(row[0], lengths(row[1]), row[2], row[3]));
  }

  private static List<Long> lengths(String list) {
    return list.equals("-")
        ? List.of()
        : Arrays.stream(list.split(",")).map(Long::valueOf).toList();
  }

  static Stream<Given> replicated() {
    return given().filter(given -> !given.isErasureCoded());
  }

  static Stream<Given> erasureCoded() {
    return given().filter(Given::isErasureCoded);
  }

  @ParameterizedTest
  @MethodSource("replicated")
  void isThatOfOzone(Given given) throws IOException {
    FileChecksumBuilder builder =
        given.text.startsWith("COMPOSITE")
            ? new CompositeCrcBuilder(given.algorithm())
            : Md5Md5CrcBuilder.ozone();
    for (int i = 0; i < given.blockLengths.size(); i++) {
      String suffix = given.blockLengths.size() == 1 ? "" : "-b" + i;
      for (ChunksumProtos.ChunkInfo chunk : given.chunks(suffix)) {
        builder.add(CODEC.fromMessage(chunk));
      }
      builder.endBlock();
    }
    assertThat(builder.build()).hasToString(given.text);
    assertThat(builder.build().paddedBytes()).isEqualTo(HexFormat.of().parseHex(given.hex));
  }

  @ParameterizedTest
  @MethodSource("erasureCoded")
  void stripeChecksumsOfAnyReplicaGiveThatOfOzone(Given given) throws IOException {
    for (String replica : List.of("-r1", "-r4", "-r5")) {
      CompositeCrcBuilder builder = new CompositeCrcBuilder(given.algorithm());
      builder.add(given.blockGroup().crcValue(given.algorithm(), stripes(given, replica)));
      builder.endBlock();
      assertThat(builder.build()).hasToString(given.text);
    }
  }

  private static List<ChecksumData> stripes(Given given, String replica) throws IOException {
    List<ChecksumData> stripes = new ArrayList<>();
    for (ChunksumProtos.ChunkInfo chunk : given.chunks(replica)) {
      ChecksumData own = CODEC.fromMessage(chunk).checksums();
      byte[] packed = chunk.getStripeChecksum().toByteArray();
      stripes.add(ChecksumData.of(own.type(), own.bytesPerChecksum(), packed));
    }
    return stripes;
  }

  /** Without stripe checksums: the cells of the data replicas in turn. */
  @ParameterizedTest
  @MethodSource("erasureCoded")
  void stripedCrcsOfTheDataReplicasGiveThatOfOzone(Given given) throws IOException {
    List<List<CrcValue>> cells = new ArrayList<>();
    for (String replica : List.of("-r1", "-r2", "-r3")) {
      List<CrcValue> own = new ArrayList<>();
      StripedCrc striped =
          new StripedCrc(given.algorithm(), given.blockGroup().cellBytes(), own::add);
      for (ChunksumProtos.ChunkInfo chunk : given.chunks(replica)) {
        striped.add(CODEC.fromMessage(chunk).checksums(), chunk.getLen());
      }
      striped.finish();
      cells.add(own);
    }
    CompositeCrcBuilder builder = new CompositeCrcBuilder(given.algorithm());
    for (int stripe = 0; stripe < cells.get(0).size(); stripe++) {
      for (List<CrcValue> replica : cells) {
        if (stripe < replica.size()) {
          builder.add(replica.get(stripe));
        }
      }
    }
    assertThat(builder.build()).hasToString(given.text);
  }
}
