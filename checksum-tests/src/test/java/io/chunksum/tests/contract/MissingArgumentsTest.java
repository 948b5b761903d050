// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.append.ChecksumAppender;
import io.chunksum.append.ChunkWriter;
import io.chunksum.compute.ChecksumBatch;
import io.chunksum.compute.ParallelRanges;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.file.ByteReader;
import io.chunksum.file.SequentialInput;
import io.chunksum.format.FileRecord;
import io.chunksum.format.hadoop.CompositeCrc;
import io.chunksum.format.hadoop.HdfsMetaFormat;
import io.chunksum.format.hadoop.StripedCrc;
import io.chunksum.format.list.FileSum;
import io.chunksum.format.list.ListForm;
import io.chunksum.format.list.ListReader;
import io.chunksum.format.list.ListedFile;
import io.chunksum.format.s3.ObjectChecksum;
import io.chunksum.proto.BlockData;
import io.chunksum.proto.BlockId;
import io.chunksum.proto.BlockRecord;
import io.chunksum.proto.ChunkInfoCodec;
import io.chunksum.scan.ChunkFileVerifier;
import io.chunksum.scan.FileResult;
import io.chunksum.scan.FileScanner;
import io.chunksum.scan.FileTree;
import io.chunksum.scan.RecordVerifier;
import io.chunksum.scan.ScanCheckpoint;
import io.chunksum.scan.ScanCounts;
import io.chunksum.scan.ScanOutcome;
import io.chunksum.scan.ScanTarget;
import io.chunksum.verify.BlockVerifier;
import io.chunksum.verify.ChunkReceiver;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.ReadPolicy;
import io.chunksum.verify.ReadVerifier;
import io.chunksum.verify.ReceivePolicy;
import io.chunksum.verify.VerifierCache;
import io.chunksum.verify.VerifyOptions;
import io.chunksum.verify.diagnosis.Diagnostician;
import io.chunksum.window.WindowSplitter;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is missing is named where it was to be given, not where it is first used. */
@SuppressWarnings("NullAway")
class MissingArgumentsTest {

  private static final ChecksumAlgorithm CRC = ChecksumAlgorithms.of(ChecksumType.CRC32C);

  private static final ChecksumData SUMS = ChecksumData.of(ChecksumType.CRC32C, 4, new byte[4]);
  private static final InputStream INPUT = new ByteArrayInputStream(new byte[0]);
  private static final FileRecord RECORD = record();

  private static FileRecord record() {
    try {
      return new BlockRecord(blockData(OptionalLong.empty(), OptionalLong.empty()));
    } catch (MalformedChecksumDataException e) {
      throw new AssertionError(e);
    }
  }

  private static BlockData blockData(OptionalLong flags, OptionalLong size) {
    BlockId id = new BlockId(1, 2, OptionalLong.empty(), OptionalInt.empty());
    return new BlockData(id, flags, List.of(), List.of(), size);
  }

  private static FileResult result(String file, ChecksumType type, OptionalInt bytesPerChecksum) {
    return new FileResult(file, 4, 4, type, bytesPerChecksum, 1, 0, List.of(), null);
  }

  private static SequentialInput input() {
    return SequentialInput.ofChannel(Channels.newChannel(INPUT), new ByteReader());
  }

  /** In the middle of a run. */
  private static ChunkVerifier verifier() {
    ChunkVerifier verifier = new ChunkVerifier(CRC, 4);
    verifier.begin(SUMS, 0, 1);
    return verifier;
  }

  static Stream<Arguments> calls() {
    return Stream.of(
        of("BlockId", () -> new BlockId(1, 2, null, OptionalInt.empty())),
        of("BlockId", () -> new BlockId(1, 2, OptionalLong.empty(), null)),
        of("BlockData", () -> blockData(null, OptionalLong.empty())),
        of("BlockData", () -> blockData(OptionalLong.empty(), null)),
        of("ChunkInfo", () -> new ChunkInfo(null, 0, 4, SUMS)),
        of("ChunkInfo", () -> new ChunkInfo("chunk", 0, 4, null)),
        of("ChunkInfo", () -> new ChunkInfo("chunk", 0, 4, SUMS, List.of(), null)),
        of("ChunkInfoCodec", () -> new ChunkInfoCodec(null)),
        of("StripedCrc", () -> new StripedCrc(CRC, 4, null)),
        of("ChecksumBatch", () -> new ChecksumBatch(CRC, 4, null)),
        of("WindowSplitter", () -> new WindowSplitter(4, null)),
        of("ChunkWriter", () -> new ChunkWriter(new ChecksumAppender(CRC, 4), 10, 4, null)),
        of("VerifierCache", () -> new VerifierCache(null)),
        of("ChunkChecksum", () -> ChunkChecksum.of(ChecksumType.CRC32C, 4).with(null)),
        of("ParallelRanges", () -> new ParallelRanges(CRC, 4, null, 2)),
        of("ChunkReceiver", () -> new ChunkReceiver(null, 0, 1)),
        of("ChunkReceiver", () -> new ChunkReceiver(ReceivePolicy.always(), 0, 1, null)),
        of("ChunkFileVerifier", () -> new ChunkFileVerifier(null)),
        of("RecordVerifier", () -> new RecordVerifier(null)),
        of("ReadVerifier", () -> new ReadVerifier(ReadPolicy.always(), null)),
        of("BlockVerifier", () -> new BlockVerifier(List.of(), null)),
        of("FileScanner", () -> FileScanner.of(1).with(null)),
        of("VerifyOptions", () -> VerifyOptions.DEFAULT.countingInto(null)),
        of("ChunkVerifier", () -> verifier().verify(null, SUMS)),
        of("ChunkVerifier", () -> verifier().breakOff(null)),
        of("RecordVerifier", () -> new RecordVerifier().verify(null, input(), RECORD)),
        of("RecordVerifier", () -> new RecordVerifier().verify("f", null, RECORD)),
        of("Place", () -> new ScanCheckpoint.Place(null, ScanCounts.ZERO)),
        of("Place", () -> new ScanCheckpoint.Place("f", null)),
        of("ScanOutcome", () -> new ScanOutcome(null, List.of(), null)),
        of("FileResult", () -> result(null, ChecksumType.CRC32C, OptionalInt.of(4))),
        of("FileResult", () -> result("f", null, OptionalInt.of(4))),
        of("FileResult", () -> result("f", ChecksumType.CRC32C, null)),
        of("ScanTarget", () -> ScanTarget.unrecorded(null, Path.of("f"), 0)),
        of("ScanTarget", () -> ScanTarget.unrecorded("f", null, 0)),
        of("ScanTarget", () -> ScanTarget.recorded("f", Path.of("f"), 0, null)),
        of("ScanTarget", () -> ScanTarget.problem("f", Path.of("f"), null)),
        of("FileTree", () -> new FileTree(null, new HdfsMetaFormat())),
        of("FileTree", () -> new FileTree(Path.of(""), null)),
        of("FileTree", () -> new FileTree(Path.of(""), new HdfsMetaFormat(), null)),
        of("CompositeCrc", () -> new CompositeCrc(null)),
        of("SequentialInput", () -> SequentialInput.ofFile(null, new ByteReader())),
        of("SequentialInput", () -> SequentialInput.ofChannel(null, new ByteReader())),
        of("SequentialInput", () -> SequentialInput.ofChannel(Channels.newChannel(INPUT), null)),
        of("ObjectChecksum", () -> ObjectChecksum.parse(ChecksumType.CRC32C, null)),
        of("ObjectChecksum", () -> ObjectChecksum.parseETag(null)),
        of("ListedFile", () -> new ListedFile(null, FileSum.CKSUM, "0", OptionalLong.of(1))),
        of("ListedFile", () -> new ListedFile("f", null, "0", OptionalLong.of(1))),
        of("ListedFile", () -> new ListedFile("f", FileSum.CKSUM, null, OptionalLong.of(1))),
        of("ListedFile", () -> new ListedFile("f", FileSum.CKSUM, "00000001", null)),
        of("ListReader", () -> new ListReader(null, INPUT)),
        of("ListReader", () -> new ListReader(ListForm.MD5SUM, null)),
        of("Diagnostician", () -> new Diagnostician(SUMS, 0, 4, null)));
  }

  private static Arguments of(String type, ThrowingCallable call) {
    return Arguments.of(type, call);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("calls")
  void isReportedAtOnce(String type, ThrowingCallable call) {
    assertThatNullPointerException().as(type).isThrownBy(call).withMessageMatching("\\w+");
  }
}
