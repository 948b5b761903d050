// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.sidecar;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.PieceConsumer;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.ByteReader;
import io.chunksum.proto.ChunkInfoCodec;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Writes a sidecar to a temporary file beside it, which takes its place on {@link #commit}. Closing
 * without that leaves nothing behind, and an existing sidecar as it was.
 */
public final class SidecarWriter implements Closeable {

  private final Path target;
  private final Path temporary;
  private final FileChannel channel;
  private final DataOutputStream out;
  private final List<ChecksumType> types;
  private final int bytesPerChecksum;
  private final ChunkInfoCodec codec;
  private final ByteReader reader;

  /**
   * Starts a sidecar.
   *
   * @param target where it is to be in the end
   * @param types the types whose checksums it is to hold
   * @param bytesPerChecksum bytes in a full window of each of them
   * @param reader used to compute the CRC of the sidecar in the end
   * @throws IOException if the temporary file cannot be created
   */
  public SidecarWriter(
      Path target, List<ChecksumType> types, int bytesPerChecksum, ByteReader reader)
      throws IOException {
    SidecarHeader header = new SidecarHeader(types, bytesPerChecksum, 0);
    this.target = target;
    this.temporary = target.resolveSibling(".chunksum-" + unique() + ".tmp");
    // For the case that the process is told to end in the middle.
    temporary.toFile().deleteOnExit();
    this.types = types;
    this.bytesPerChecksum = bytesPerChecksum;
    this.reader = reader;
    this.codec = new ChunkInfoCodec(header.numbers());
    this.channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    this.out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel)));
    header.write(out);
  }

  private static String unique() {
    return ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime());
  }

  /**
   * Writes the record of one chunk and type.
   *
   * @param chunk the record
   * @throws IOException if writing fails
   */
  public void write(ChunkInfo chunk) throws IOException {
    byte[] message = codec.encodeToArray(chunk);
    out.writeInt(message.length);
    out.write(message);
  }

  /**
   * Completes the sidecar: adds length and CRC, brings it to the disk, and puts it in place of an
   * older one.
   *
   * @param fileLength bytes of the file that was read
   * @return what the sidecar says of the file as a whole
   * @throws IOException if any of that fails; an older sidecar is still there then
   */
  public SidecarHeader commit(long fileLength) throws IOException {
    out.flush();
    SidecarHeader header = new SidecarHeader(types, bytesPerChecksum, fileLength);
    ByteArrayOutputStream start = new ByteArrayOutputStream();
    header.write(new DataOutputStream(start));
    writeFully(ByteBuffer.wrap(start.toByteArray()), 0);
    long size = channel.size();
    writeFully(ByteBuffer.wrap(crcOf(channel, size, reader)), size);
    channel.force(true);
    channel.close();
    Files.move(
        temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    syncDirectory();
    return header;
  }

  private void writeFully(ByteBuffer bytes, long position) throws IOException {
    while (bytes.hasRemaining()) {
      position += channel.write(bytes, position);
    }
  }

  /** CRC32C of the first {@code length} bytes, big-endian. */
  static byte[] crcOf(FileChannel channel, long length, ByteReader reader) throws IOException {
    StreamingChecksum crc = ChecksumAlgorithms.of(ChecksumType.CRC32C).newChecksum();
    PieceConsumer pieces =
        new PieceConsumer() {
          @Override
          public void accept(byte[] array, int offset, int count) {
            crc.update(array, offset, count);
          }

          @Override
          public void accept(ByteBuffer view) {
            crc.update(view);
          }
        };
    reader.read(channel, 0, length, chunk -> chunk.forEachPiece(pieces));
    byte[] value = new byte[Integer.BYTES];
    crc.finish(value, 0);
    return value;
  }

  /** Makes the rename durable where directories can be synced; elsewhere the system decides. */
  private void syncDirectory() {
    Path parent = target.toAbsolutePath().getParent();
    try (FileChannel directory = FileChannel.open(parent, StandardOpenOption.READ)) {
      directory.force(true);
    } catch (IOException e) {
      // Not every system can open a directory; the sidecar itself has been synced.
    }
  }

  /**
   * Removes what was written, if it was not committed.
   *
   * @throws IOException if closing or removing fails
   */
  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(temporary);
  }
}
