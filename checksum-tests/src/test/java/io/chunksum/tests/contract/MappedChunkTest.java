// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.file.MappedFile;
import io.chunksum.tests.AllocatedBytes;
import io.chunksum.tests.TestBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checksums of mapped files, which are direct read-only memory. */
class MappedChunkTest {

  private static final long GIB = 1L << 30;

  @TempDir private Path folder;

  @Test
  void checksumsOver2GiBEqualThoseOfBytesReadByPosition() throws IOException {
    // No divisor of a GiB: windows straddle the mappings.
    int window = 100_000_007;
    long length = 2 * GIB + 12_345;
    try (FileChannel file =
        FileChannel.open(
            folder.resolve("sparse"),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.SPARSE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      for (long border : new long[] {0, GIB - 500, 2 * GIB - 500, length - 1000}) {
        file.write(ByteBuffer.wrap(TestBytes.random(border, 1000)), border);
      }
      ChecksumCalculator calculator = ChunkChecksum.of(ChecksumType.CRC32C, window).newCalculator();
      ChecksumData sums = calculator.compute(MappedFile.map(file));
      assertThat(sums.count()).isEqualTo(22);
      for (int i = 0; i < sums.count(); i++) {
        long offset = (long) i * window;
        assertThat(sums.crc(i))
            .as("window %d", i)
            .isEqualTo(crc(file, offset, Math.min(window, length - offset)));
      }
      assertThat(calculator.bytesCopied()).isEqualTo(CopiedBytes.NONE);
    }
  }

  private static int crc(FileChannel file, long offset, long length) throws IOException {
    CRC32C crc = new CRC32C();
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
    for (long done = 0; done < length; done += buffer.limit()) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), length - done));
      while (buffer.hasRemaining()) {
        assertThat(file.read(buffer, offset + done + buffer.position())).isPositive();
      }
      crc.update(buffer.flip());
    }
    return (int) crc.getValue();
  }

  @Test
  void nothingIsCopiedOrAllocatedForIt() throws IOException {
    Path path = Files.write(folder.resolve("file"), TestBytes.random(7, 5_000));
    ChunkBuffer chunk;
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      chunk = MappedFile.map(file);
    }
    ChecksumCalculator calculator = ChunkChecksum.of(ChecksumType.CRC32C, 512).newCalculator();
    ByteBuffer packed = ByteBuffer.allocate(10 * 4);
    calculator.compute(chunk, packed);
    int calls = 10_000;
    long bytes =
        AllocatedBytes.during(calls, () -> calculator.compute(chunk, packed) == packed.capacity());
    assertThat((double) bytes / calls).isLessThan(1);
    assertThat(calculator.bytesCopied()).isEqualTo(CopiedBytes.NONE);
  }
}
