// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCollector;
import io.chunksum.compute.WholeChecksum;
import io.chunksum.format.list.FileSum;
import io.chunksum.format.list.ListForm;
import io.chunksum.format.list.ListReader;
import io.chunksum.format.list.ListedFile;
import io.chunksum.tests.TestBytes;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.ratis.io.MD5Hash;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.server.raftlog.segmented.SegmentedRaftLogFormat;
import org.apache.ratis.server.raftlog.segmented.SegmentedRaftLogOutputStream;
import org.apache.ratis.statemachine.StateMachine.DataChannel;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.CodedInputStream;
import org.apache.ratis.util.MD5FileUtil;
import org.apache.ratis.util.ReferenceCountedObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds what docs/migration.md says of Ratis to the published jars. */
class RatisMigrationTest {

  private static final byte[] CONTENT = TestBytes.random(20_59, 100_000);

  @TempDir private static Path folder;

  @Test
  void theMd5FilesOfRatisAreListsOfMd5sum() throws Exception {
    Path image = Files.write(folder.resolve("snapshot.1_42"), CONTENT);
    MD5FileUtil.computeAndSaveMd5ForFile(image.toFile());
    Path list = folder.resolve("snapshot.1_42.md5");
    FileSum sum = new FileSum(ChecksumType.MD5);
    sum.accept(ChunkBuffer.wrap(CONTENT));
    ListedFile computed = sum.finish("snapshot.1_42");
    try (ListReader lines = new ListReader(ListForm.MD5SUM, Files.newInputStream(list))) {
      assertThat(lines.next().orElseThrow().matches(computed)).isTrue();
    }
    MD5Hash stored = MD5FileUtil.readStoredMd5ForFile(image.toFile());
    Files.writeString(list, computed.toLine() + "\n");
    assertThat(MD5FileUtil.readStoredMd5ForFile(image.toFile())).isEqualTo(stored);
  }

  @Test
  void aSnapshotHasItsHashBeforeRatisReadsIt() throws Exception {
    Path image = Files.write(folder.resolve("snapshot.1_43"), CONTENT);
    WholeChecksum md5 = WholeChecksum.of(ChecksumType.MD5);
    md5.accept(CONTENT, 0, CONTENT.length);
    assertThat(new MD5Hash(md5.finish())).isEqualTo(MD5FileUtil.computeMd5ForFile(image.toFile()));
  }

  @Test
  void ratisStoresTheCrcOfTheLengthAndTheEntry() throws Exception {
    File file = folder.resolve("log_inprogress_0").toFile();
    ByteBuffer room = ByteBuffer.allocateDirect(1 << 20);
    try (var log = new SegmentedRaftLogOutputStream(file, false, 1 << 20, 1 << 16, room)) {
      for (int i = 0; i < 5; i++) {
        ByteString data = ByteString.copyFrom(CONTENT, 0, 1 + i * 10_000);
        log.write(
            LogEntryProto.newBuilder()
                .setIndex(i)
                .setStateMachineLogEntry(StateMachineLogEntryProto.newBuilder().setLogData(data))
                .build());
      }
    }
    ByteBuffer segment = ByteBuffer.wrap(Files.readAllBytes(file.toPath()));
    WholeChecksum crc32c = WholeChecksum.of(ChecksumType.CRC32C);
    int at = SegmentedRaftLogFormat.getHeaderLength();
    for (int i = 0; i < 5; i++) {
      CodedInputStream in = CodedInputStream.newInstance(segment.array(), at, 5);
      int length = in.readUInt32() + in.getTotalBytesRead();
      crc32c.accept(segment.slice(at, length));
      assertThat((int) crc32c.finishCrcValue().crc()).isEqualTo(segment.getInt(at + length));
      at += length + Integer.BYTES;
    }
  }

  /** What a state machine makes for a stream. */
  private record StreamedFile(FileChannel file, ChecksumCollector collector)
      implements DataChannel {

    @Override
    public int write(ReferenceCountedObject<ByteBuffer> part) throws IOException {
      ByteBuffer buffer = part.retain();
      try {
        collector.accept(buffer);
        return file.write(buffer);
      } finally {
        part.release();
      }
    }

    @Override
    public void force(boolean metadata) throws IOException {
      file.force(metadata);
    }

    @Override
    public boolean isOpen() {
      return file.isOpen();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  @Test
  void whatADataStreamWritesIsChecksummedOnItsWay() throws Exception {
    Path streamed = folder.resolve("streamed");
    ChunkChecksum crc32c = ChunkChecksum.of(ChecksumType.CRC32C, 16 * 1024);
    ChecksumCollector collector = crc32c.newCollector();
    FileChannel file =
        FileChannel.open(streamed, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (DataChannel channel = new StreamedFile(file, collector)) {
      for (int at = 0; at < CONTENT.length; at += 12_500) {
        // Read-only and direct, as from the data stream over Netty.
        ByteBuffer part = ByteBuffer.allocateDirect(12_500).put(CONTENT, at, 12_500).flip();
        channel.write(ReferenceCountedObject.wrap(part.asReadOnlyBuffer()));
      }
    }
    assertThat(collector.finish()).isEqualTo(crc32c.compute(ChunkBuffer.wrap(CONTENT)));
    assertThat(collector.bytesCopied().total()).isZero();
    assertThat(streamed).hasBinaryContent(CONTENT);
  }
}
